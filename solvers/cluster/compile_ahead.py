"""The compiler's warm-up: compiles every loop that a variant needs, once, before the workers load them."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.cluster.packing import CODES
from perfect_play.solvers.native.engine import scratch_for
from perfect_play.solvers.native.graph import ABSENT, WORKING


def warm_up(module: Any, rules: Rules) -> None:
    """Compile the loops by calling them with nothing to do, or load them from the cache."""
    bits, offsets = np.zeros(0, np.uint64), np.zeros(0, np.uint32)
    numbers, scratch = np.zeros(1, np.int64), scratch_for(module)
    offset_rows, code_rows = np.zeros((1, 1), np.uint32), np.zeros((1, 1), np.uint64)
    if rules.dense:
        module.spread_by_range(bits, 0, 0, 0, bits, 1, 1.0, numbers, scratch, offset_rows, numbers)
        module.spread_bits(bits, 0, numbers, scratch, bits)
        module.mark_new(bits, offsets, offsets, 0)
        module.mark(bits, offsets)
        module.unite(bits, bits)
        module.keep_new(bits, bits)
        module.list_bits(bits, 0, 0, 0, bits)
        for dtype in set(CODES.values()):
            module.code_list(np.zeros(0, dtype), offsets, 0)
            module.code_bits(np.zeros(0, dtype), bits, 0)
        module.two_bits(np.zeros(0, np.uint8), bits)
    else:
        module.spread_by_hash(bits, 0, 0, 1, numbers, scratch, code_rows, numbers)
    if hasattr(module, "spread_moves"):
        _warm_up_reverse_edges(module, bits, offsets, numbers, scratch, offset_rows, code_rows)
    if hasattr(module, "end_margins"):
        places, worths = numbers[:0], np.zeros((1, 1), np.int8)
        module.end_margins(bits, places, worths[0], places, scratch)
        module.settle_margins(np.zeros(0, np.int32), worths[0], offsets, worths[0], places, 0)
        module.spread_margins(worths[0], numbers, bits, places, 0, 0, offset_rows, worths, numbers, numbers)


def _warm_up_reverse_edges(
    module: Any, bits: Any, offsets: Any, numbers: Any, scratch: Any, offset_rows: Any, code_rows: Any
) -> None:
    codes, degree, places = np.zeros(0, WORKING), np.zeros(0, np.int32), numbers[:0]
    module.spread_moves(True, 0, bits, 0, 1, 0, codes, degree, numbers, scratch, code_rows, offset_rows, numbers)
    module.fill_slots(bits, np.zeros(1, np.uint32))
    module.find_places(bits, np.zeros(1, np.uint32), bits, offsets, places)
    module.fill_edges(offsets, offsets, 0, places, bits)
    module.settle(True, False, codes, ABSENT, degree, offsets, 0, places, 0)
    module.spread_back(codes, numbers, bits, places, 0, 0, offset_rows, numbers, numbers)

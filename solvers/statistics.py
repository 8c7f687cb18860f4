"""What a table says as a whole: positions by value and remoteness, and a few of those that are farthest from the end.

The counts stand in the table's meta. The deepest positions are looked for block by block, for a bounded time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from puzzles.base import Position, Rules, Value
from solvers.layout import Codes, Meta
from solvers.result import Codec, result
from solvers.store import Store

FEW = 6  # deepest positions that are told
SECONDS = 0.4  # that looking for them may take


@dataclass(frozen=True)
class Statistics:
    """Of one table. histogram: positions by value, and by remoteness as text, "" for those that have none.

    maximum: the greatest remoteness. deepest: some positions that have it, no two of them equal by symmetry.
    complete: whether all of these are told, or FEW.
    """

    positions: int
    maximum: int
    histogram: dict[str, dict[str, int]]
    deepest: tuple[Position, ...]
    complete: bool


def statistics(store: Store, rules: Rules, few: int = FEW, seconds: float = SECONDS) -> Statistics:
    """The statistics of a table. Raises TableMissing or TableCorrupt."""
    meta = store.meta(rules)
    deepest, complete = _deepest(store, rules, meta, few, time.monotonic() + seconds)
    return Statistics(meta.positions, meta.maximum, meta.histogram, deepest, complete)


def _deepest(store: Store, rules: Rules, meta: Meta, few: int, end: float) -> tuple[tuple[Position, ...], bool]:
    """(positions of the greatest remoteness, whether there are no more than these or they are `few`)."""
    if meta.layout == "modulo3":
        return (), False  # a remoteness modulo 3 does not say how deep a position is
    codes = _codes_of(meta.codec, meta)
    found: dict[Position, Position] = {}
    for block in range(meta.blocks):
        if block and time.monotonic() > end:
            return tuple(found.values()), False
        held = store.block_codes(rules, block)
        for code in codes:
            for place in _places(held, code):
                position = store.position_of(rules, block * meta.block_entries + place)
                found.setdefault(rules.canonical(position) if rules.symmetric else position, position)
                if len(found) == few:
                    return tuple(found.values()), True
                if time.monotonic() > end:
                    return tuple(found.values()), False
    return tuple(found.values()), True


def _codes_of(codec: Codec, meta: Meta) -> list[int]:
    """The codes of the results with the greatest remoteness there is."""
    values = [value for value, rows in meta.histogram.items() if str(meta.maximum) in rows]
    return [codec.encode(result(Value(value), meta.maximum)) for value in values]


def _places(codes: Codes, wanted: int) -> list[int]:
    """Where a code stands in a block."""
    if wanted not in codes:
        return []
    return [place for place, code in enumerate(codes) if code == wanted]

"""The loop that sends the moves of a shard to the owners of the children, to be reversed there.

Not run from here: see `solvers/native/loops/dense.py`. A position's place is the index of its rank in the
ascending list `ranks` of its shard. Codes are those of `solvers/result.py`, as in `solvers/native/loops/forward.py`. A
*reference* to the place of a parent is twice that place, plus 1 where the same player moves again.

`buffer` and `fill` are those of `shards.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfect_play.puzzles.base import ONGOING
from perfect_play.solvers.cluster.loops.shards import owner_by_hash
from perfect_play.solvers.native.loops.forward import primitive_code
from perfect_play.solvers.native.loops.kernels import kernel_children, kernel_primitive


def spread_moves(
    game: bool,
    lost: int,
    ranks: Any,
    start: int,
    shards: int,
    width: int,
    codes: Any,
    degree: Any,
    out: Any,
    scratch: Any,
    buffer: Any,
    references: Any,
    fill: Any,
) -> int:
    """Write the moves from `ranks`, starting at place `start`: each child, and the reference to its parent.

    Also writes the code of each ended position, and the number of moves of each other one. width: the ranks of a bit
    shard; 0: shards own ranks by hash. Returns how many of `ranks` are done when a row is nearly full.
    """
    limit = buffer.shape[1] - len(out)
    for place in range(start, len(ranks)):
        number = np.int64(ranks[place])
        ended = kernel_primitive(number, scratch)
        if ended != ONGOING:
            codes[place] = primitive_code(game, lost, ended)
            continue
        count = kernel_children(number, out, scratch)
        degree[place] = count
        full = False
        for i in range(count):
            same_player = out[i] < 0
            child = ~out[i] if same_player else out[i]
            owner = child // width if width else owner_by_hash(child, shards)
            buffer[owner, fill[owner]] = child
            references[owner, fill[owner]] = 2 * place + (1 if same_player else 0)
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return place + 1
    return len(ranks)

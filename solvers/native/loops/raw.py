"""The loops that find all positions that play reaches, symmetric ones too.

Not run from here: see `packed.py`. A *raw* number shows a position as it is: the player to move, then its cells, with
as many bits for each as a rank has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfect_play.puzzles.base import ONGOING
from perfect_play.solvers.arrays import Int64s, Ints
from perfect_play.solvers.native.loops.packed import least_image, list_moves, make_children, pack, primitive_of, unpack

if TYPE_CHECKING:
    from perfect_play.solvers.native.packed_arrays import PackedScratch


def reach_raw(frontier: Ints, s: PackedScratch, children: Int64s) -> int:
    """Write the children of the raw numbers in `frontier` to `children`, as raw numbers; return how many there are."""
    total = 0
    for index in range(len(frontier)):
        number: Any = np.int64(frontier[index])
        if primitive_of(number, s) != ONGOING:
            continue
        turn, count = unpack(number, s), list_moves(number, s)
        make_children(turn, count, s)
        for i in range(count):
            children[total] = (s.turns[i] - 1) << s.board_bits | pack(i, s)
            total += 1
    return total


def rank_raw(numbers: Ints, ranks: Int64s, s: PackedScratch) -> None:
    """Write the rank of each of these raw numbers to `ranks`."""
    for index in range(len(numbers)):
        number: Any = np.int64(numbers[index])
        ranks[index] = least_image(number & ((1 << s.board_bits) - 1), (number >> s.board_bits) + 1, s)

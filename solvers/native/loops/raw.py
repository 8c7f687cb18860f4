"""The loops that find all positions that play reaches, symmetric ones too.

Not run from here: see `packed.py`. A *raw* number shows a position as it is: the player to move, then its cells, with
as many bits for each as a rank has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.base import ONGOING
from solvers.native.loops.packed import (
    NO_RANK,
    list_changes,
    list_moves,
    move_from,
    number_images,
    primitive_of,
    unpack,
)


def reach_raw(frontier: Any, s: Any, found: Any) -> int:
    """Write the children of the raw numbers in `frontier` to `found`, as raw numbers; return how many there are."""
    total, length = 0, s.shifts.shape[1]
    for index in range(len(frontier)):
        number: Any = np.int64(frontier[index])
        if primitive_of(number, s) != ONGOING:
            continue
        turn = unpack(number, s)
        for i in range(list_moves(number, s)):
            child = number
            if move_from(turn, s.moves[i], s) != turn:
                child ^= 1 << (s.bits * length)
            for change in range(list_changes(s)):
                cell = s.changed[change]
                child ^= (s.child[cell] ^ s.cells[cell]) << (s.bits * (length - 1 - cell))
            found[total] = child
            total += 1
    return total


def rank_raw(numbers: Any, ranks: Any, s: Any) -> None:
    """Write the rank of each of these raw numbers to `ranks`."""
    images = len(s.sums) // 2
    for index in range(len(numbers)):
        turn = unpack(np.int64(numbers[index]), s)
        number_images(turn - 1, s)
        rank = NO_RANK
        for view in range((turn - 1) * images, turn * images):
            rank = min(rank, s.sums[view])
        ranks[index] = rank

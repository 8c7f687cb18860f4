"""The arrays that the forward engine gives to the kernel of a `BoardGame` that is not dense, `loops/packed.py`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from puzzles.boards.moves import MOST_MOVES
from solvers.native.compiled_modules import NOWHERE, Addresses, addresses_of


class Scratch(NamedTuple):
    """A thread's arrays: the cells of a position and of its child, and what ranks and moves need.

    rules: the functions the loops call. bits, first_bits, shifts, becomes: those of `Packing`. cell_words, child_words:
    the same memory as cells and child, eight cells a number. seen: the number of the position in `cells`, the player to
    move, and how many moves there are in `moves`, or -1. changed, more: the cells that a move changes, and by how
    much. sums: the numbers of all images.
    """

    rules: Addresses
    bits: int
    first_bits: Any
    shifts: Any
    becomes: Any
    cells: Any
    child: Any
    cell_words: Any
    child_words: Any
    seen: Any
    changed: Any
    more: Any
    sums: Any
    moves: Any


def scratch_of(module: Any) -> Scratch:
    """New arrays for a thread that runs the compiled `module` of a board game's rules."""
    return _scratch(addresses_of(module), module.BITS, module.FIRST_BITS, module.SHIFTS, module.BECOMES)


def _scratch(addresses: Addresses, bits: int, first_bits: Any, shifts: Any, becomes: Any) -> Scratch:
    words = -(-shifts.shape[1] // 8)
    cells, child = np.zeros(words, np.int64), np.zeros(words, np.int64)
    changes = np.zeros((2, 8 * words), np.int64)
    sums, moves = np.zeros(len(shifts), np.int64), np.zeros(MOST_MOVES, np.int64)
    views = cells.view(np.int8), child.view(np.int8), cells, child, np.full(3, -1, np.int64)
    return Scratch(addresses, bits, first_bits, shifts, becomes, *views, changes[0], changes[1], sums, moves)


def warm_up_shared(module: Any) -> None:
    """Compile the loops that most games need, by calling them with nothing to do."""
    table = np.zeros((2, 2), np.int64)
    s = _scratch(NOWHERE, 1, table[0], table, table)
    numbers, ranks, slots = np.zeros(1, np.int64), np.zeros(0, np.uint64), np.zeros(0, np.uint32)
    keys, seen = np.zeros(0, np.int64), np.zeros(0, np.uint8)
    codes, counts = np.zeros(0, np.uint16), np.zeros(0, np.uint16)
    module.explore(True, 0, 0, slots, keys, seen, codes, numbers, s, numbers, counts, slots, slots)
    module.reach_raw(ranks, s, ranks)
    module.rank_raw(ranks, ranks, s)

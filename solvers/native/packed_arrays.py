"""What loops call the rules of a variant with: the addresses of their functions, and arrays for a thread.

The kernel of a `BoardGame` that is not dense, `loops/packed.py`, takes a `PackedScratch`, any other a `KernelScratch`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.boards.moves import MOST_MOVES
from perfect_play.solvers.arrays import Int8s, Int64s

SCRATCH_LENGTH = 256 + MOST_MOVES  # of a kernel's argument `scratch`


class KernelAddresses(NamedTuple):
    """The addresses of a kernel's functions, 0 for those that it does not have."""

    children: int = 0
    parents: int = 0
    primitive: int = 0
    margin: int = 0
    alike: int = 0
    within: int = 0


class KernelScratch(NamedTuple):
    """What the loops call a thread's kernel with. rules: its functions. numbers: [SCRATCH_LENGTH] their `scratch`."""

    rules: KernelAddresses
    numbers: Int64s


def kernel_scratch(rules: KernelAddresses) -> KernelScratch:
    """New arrays for a thread."""
    return KernelScratch(rules, np.zeros(SCRATCH_LENGTH, np.int64))


class Addresses(NamedTuple):
    """The addresses of a board game's functions, likewise, and `stuck`, which is a number."""

    outcome: int = 0
    list_moves: int = 0
    make_move: int = 0
    list_unmoves: int = 0
    unmake_move: int = 0
    lead: int = 0
    stuck: int = 0


GROUP_BITS = 8  # of a board's number that are looked up at a time, at most


class PackedScratch(NamedTuple):
    """A thread's arrays: the cells of a position and of its children, and what ranks and moves need.

    rules: the functions the loops call. cells: those of the position; cell_words: the same memory, eight cells a
    number. masks, widths: the bits of each of these words that a board's number has, with the first cell highest, and
    how many they are. board_bits: how many all are. last: the number of the position in `cells`, the player to move,
    and how many moves there are in `moves`, or -1. children, turns: the position that each leads to, in words, and the
    player to move there. images: for each group of `group_bits` bits of a board's number, lowest first, and for what
    they may be, what they add to the number of each image; the images for player 1 to move come first. firsts: what
    each player to move adds.
    """

    rules: Addresses
    cells: Int8s
    cell_words: Int64s
    masks: Int64s
    widths: Int64s
    board_bits: int
    last: Int64s
    moves: Int64s
    children: Int64s
    turns: Int64s
    images: Int64s
    group_bits: int
    firsts: Int64s


def packed_scratch(rules: BoardGame, addresses: Addresses) -> PackedScratch:
    """New arrays for a thread, for rules with these addresses."""
    p = rules.packing
    return scratch_with(addresses, p.bits, p.first_bits, np.array(p.shifts), np.array(p.becomes))


def scratch_with(
    addresses: Addresses, bits: int, first_bits: Sequence[int], shifts: Int64s, becomes: Int64s
) -> PackedScratch:
    """The same with these functions and tables, which are those of `Packing`."""
    length = shifts.shape[1]
    halves = [half[np.resize(range(len(half)), -(-len(half) // 4) * 4)] for half in np.split(shifts, 2)]
    shifts = np.concatenate(halves)
    parts, group_cells = -(-length // 8), max(1, GROUP_BITS // bits)
    cells, kinds = np.zeros(parts, np.int64), (1 << bits) - 1
    in_word = [min(8, length - 8 * part) for part in range(parts)]
    masks = np.array([sum(kinds << 8 * (7 - cell) for cell in range(count)) for count in in_word], np.int64)
    fields = np.arange(1 << bits * group_cells)
    images = np.zeros((-(-length // group_cells), len(fields), len(shifts)), np.int64)
    meant = np.zeros((2, kinds + 1), np.int64)
    meant[:, : becomes.shape[1]] = becomes
    for cell in range(length):
        group, place = divmod(length - 1 - cell, group_cells)
        for view in range(len(shifts)):
            pieces = meant[2 * view // len(shifts), fields >> bits * place & kinds]
            images[group, :, view] += pieces << shifts[view, cell]
    return PackedScratch(
        rules=addresses,
        cells=cells.view(np.int8),
        cell_words=cells,
        masks=masks,
        widths=bits * np.array(in_word, np.int64),
        board_bits=bits * length,
        last=np.full(3, -1, np.int64),
        moves=np.zeros(MOST_MOVES, np.int64),
        children=np.zeros((MOST_MOVES, parts), np.int64),
        turns=np.zeros(MOST_MOVES, np.int64),
        images=images,
        group_bits=bits * group_cells,
        firsts=np.array(first_bits, np.int64) << bits * length,
    )


def no_scratch() -> PackedScratch:
    """The arrays for no rules, to compile loops."""
    table = np.zeros((2, 2), np.int64)
    return scratch_with(Addresses(), 1, table[0], table, table)

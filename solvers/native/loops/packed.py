"""The kernel of a `BoardGame` that is not dense: its rules over ranks with a few bits for each cell.

Run only as compiled by `compiler.py`. `s` is a `PackedScratch` of `solvers/native/packed_arrays.py`, which has the
tables of `puzzles/boards/packing.py`. The rules are called by the addresses in `s.rules`, so that these loops are
compiled once for all games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfect_play.puzzles.base import ONGOING
from perfect_play.solvers.arrays import Int64s, Ints
from perfect_play.solvers.native.intrinsics import call_2, call_3, gather_bits, scatter_bits, swap_bytes

if TYPE_CHECKING:
    from perfect_play.solvers.native.packed_arrays import PackedScratch


NO_RANK = (1 << 63) - 1


def unpack(number: int, s: PackedScratch) -> Any:
    """Write the cells of a rank or a raw number (see `reach_raw`) to `s.cells`; returns the player to move."""
    if s.last[0] != number:
        remaining = number
        for part in range(len(s.cell_words) - 1, -1, -1):
            s.cell_words[part] = swap_bytes(scatter_bits(remaining, s.masks[part]))
            remaining >>= s.widths[part]
        s.last[0], s.last[1], s.last[2] = number, remaining + 1, -1
    return s.last[1]


def list_moves(number: int, s: PackedScratch) -> Any:
    """Write the moves of the position of a rank or raw number to `s.moves`; returns how many there are."""
    turn = unpack(number, s)
    if s.last[2] < 0:
        s.last[2] = call_3(s.rules.list_moves, s.cells, turn, s.moves)
    return s.last[2]


def make_children(turn: int, count: int, s: PackedScratch) -> None:
    """Write the positions after the first `count` of `s.moves` to `s.children`, and who moves next there to `s.turns`.

    All are made before any is read, since reading a word just after one of its bytes was written is slow.
    """
    for i in range(count):
        for part in range(len(s.cell_words)):
            s.children[i, part] = s.cell_words[part]
        s.turns[i] = call_3(s.rules.make_move, s.children[i], turn, s.moves[i])


def pack(i: int, s: PackedScratch) -> Any:
    """The bits of all cells of the child with index `i`, those of the first cell the highest."""
    number = 0
    for part in range(len(s.cell_words)):
        number = number << s.widths[part] | gather_bits(swap_bytes(s.children[i, part]), s.masks[part])
    return number


def least_image(board: int, turn: int, s: PackedScratch) -> Any:
    """The rank of a position, given by the bits of its cells; NO_RANK if nobody is to move. Four images at a time."""
    if turn != 1 and turn != 2:
        return NO_RANK
    groups, fields, views = s.images.shape
    smallest = NO_RANK
    for view in range((turn - 1) * (views // 2), turn * (views // 2), 4):
        first = second = third = fourth = 0
        remaining = board
        for group in range(groups):
            field = remaining & (fields - 1)
            first += s.images[group, field, view]
            second += s.images[group, field, view + 1]
            third += s.images[group, field, view + 2]
            fourth += s.images[group, field, view + 3]
            remaining >>= s.group_bits
        smallest = min(smallest, first, second, third, fourth)
    return s.firsts[turn - 1] + smallest


def children_of(number: int, out: Int64s, s: PackedScratch) -> Any:
    """Write the ranks of the children to `out`, ~rank if the same player moves again; returns how many there are."""
    turn, count = unpack(number, s), list_moves(number, s)
    size = min(count, len(out))
    make_children(turn, size, s)
    for i in range(size):
        rank = least_image(pack(i, s), s.turns[i], s)
        out[i] = ~rank if s.turns[i] == turn else rank
    return count


def primitive_of(number: int, s: PackedScratch) -> Any:
    """The outcome of the position of a rank or raw number; ONGOING if play goes on."""
    turn = unpack(number, s)
    ended = call_2(s.rules.outcome, s.cells, turn)
    if ended == ONGOING and s.rules.stuck != ONGOING and list_moves(number, s) == 0:
        ended = s.rules.stuck
    return ended


def margin_of(number: int, s: PackedScratch) -> Any:
    """The points by which the player to move is ahead."""
    turn = unpack(number, s)
    return call_2(s.rules.lead, s.cells, turn)


# --- all positions that play reaches, symmetric ones too ------------------------------------------


if TYPE_CHECKING:
    from perfect_play.solvers.native.packed_arrays import PackedScratch


def reach_raw(frontier: Ints, s: PackedScratch, children: Int64s) -> int:
    """Write the children of the raw numbers in `frontier` to `children`, as raw numbers; return how many there are.

    A *raw* number shows a position as it is: the player to move, then its cells, with as many bits for each as a rank
    has.
    """
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

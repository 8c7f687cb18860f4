"""The kernel of a `BoardGame` that is not dense: its rules over ranks with a few bits for each cell.

In the subset of Python that Numba compiles, and not run from here: `specialize.py` copies these functions. `s` is a
`Scratch` of `solvers/native/packed.py`, which has the tables of `puzzles/boards/packing.py`. The rules are called by
the addresses in `s.rules`, so that these loops are compiled once for all games.
"""

from __future__ import annotations

from typing import Any

from puzzles.base import ONGOING
from solvers.native.intrinsics import call_2, call_3, lowest_bit

NO_RANK = (1 << 63) - 1


def unpack(number: Any, s: Any) -> Any:
    """Write the cells of a rank or a raw number (see `raw.py`) to `s.cells`; returns the player to move."""
    if s.seen[0] != number:
        rest = number
        for cell in range(s.shifts.shape[1] - 1, -1, -1):
            s.cells[cell] = rest & ((1 << s.bits) - 1)
            rest >>= s.bits
        s.seen[0], s.seen[1], s.seen[2] = number, rest + 1, -1
    return s.seen[1]


def list_moves(number: Any, s: Any) -> Any:
    """Write the moves of the position of a rank or raw number to `s.moves`; returns how many there are."""
    turn = unpack(number, s)
    if s.seen[2] < 0:
        s.seen[2] = call_3(s.rules.list_moves, s.cells, turn, s.moves)
    return s.seen[2]


def number_images(player: int, s: Any) -> None:
    """Write the number of every image with this player to move, 0 or 1, to its half of `s.sums`."""
    views, length = s.shifts.shape
    for view in range(player * (views // 2), (player + 1) * (views // 2)):
        number = s.first_bits[player] << (s.bits * length)
        for cell in range(length):
            number += s.becomes[player, s.cells[cell]] << s.shifts[view, cell]
        s.sums[view] = number


def move_from(turn: int, move: int, s: Any) -> Any:
    """Write the position after a move in `s.cells` to `s.child`; returns the player to move there."""
    for word in range(len(s.cell_words)):
        s.child_words[word] = s.cell_words[word]
    return call_3(s.rules.make_move, s.child, turn, move)


def list_changes(s: Any) -> int:
    """Write the cells in which `s.child` differs from `s.cells` to `s.changed`; returns how many there are."""
    changes = 0
    for word in range(len(s.cell_words)):
        different = s.cell_words[word] ^ s.child_words[word]
        while different != 0:
            byte = lowest_bit(different) >> 3
            s.changed[changes] = 8 * word + byte
            changes += 1
            different &= ~(255 << (8 * byte))
    return changes


def children_of(number: Any, out: Any, s: Any) -> Any:
    """Write the ranks of the children to `out`, ~rank if the same player moves again; returns how many there are.

    The numbers of a child's images are those of its parent's, except for the cells that a move changes.
    """
    turn, count = unpack(number, s), list_moves(number, s)
    images, numbered = len(s.sums) // 2, 0
    for i in range(min(count, len(out))):
        other = move_from(turn, s.moves[i], s)
        changes = list_changes(s)
        rank = NO_RANK
        if other == 1 or other == 2:
            if numbered & other == 0:
                number_images(other - 1, s)
                numbered |= other
            for change in range(changes):
                cell = s.changed[change]
                s.more[change] = s.becomes[other - 1, s.child[cell]] - s.becomes[other - 1, s.cells[cell]]
            for view in range((other - 1) * images, other * images):
                image = s.sums[view]
                for change in range(changes):
                    image += s.more[change] << s.shifts[view, s.changed[change]]
                rank = min(rank, image)
        out[i] = ~rank if other == turn else rank
    return count


def primitive_of(number: Any, s: Any) -> Any:
    """The outcome of the position of a rank or raw number; ONGOING if play goes on."""
    turn = unpack(number, s)
    ended = call_2(s.rules.outcome, s.cells, turn)
    if ended == ONGOING and s.rules.stuck != ONGOING and list_moves(number, s) == 0:
        ended = s.rules.stuck
    return ended


def margin_of(number: Any, s: Any) -> Any:
    """The points by which the player to move is ahead."""
    turn = unpack(number, s)
    return call_2(s.rules.lead, s.cells, turn)

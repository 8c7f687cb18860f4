"""The kernel of a `BoardGame` that is not dense: its rules over ranks with a few bits for each cell.

In the subset of Python that Numba compiles, and not run from here: `specialize.py` copies these functions behind the
rules, and gives the constants below the values of `puzzles/boards/packing.py`. `work` holds the cells, those of a
child, and the moves.
"""

from __future__ import annotations

from typing import Any

from puzzles.base import ONGOING

BITS: Any = None
FIRST_BITS: Any = None
VIEWS: Any = None
BECOMES: Any = None


def unpack(number: Any, cells: Any) -> Any:
    """Writes the cells of a rank; returns the player to move."""
    for cell in range(len(cells) - 1, -1, -1):
        cells[cell] = number & ((1 << BITS) - 1)
        number >>= BITS
    return number + 1


def pack(cells: Any, turn: Any) -> Any:
    """The rank of a position: the least number among its images. Changes `cells` to what that player sees."""
    for cell in range(len(cells)):
        cells[cell] = BECOMES[turn - 1, cells[cell]]
    images = len(VIEWS) // 2
    least = (1 << 63) - 1
    for view in range((turn - 1) * images, turn * images):
        number = FIRST_BITS[turn - 1]
        for cell in range(len(cells)):
            number = number << BITS | cells[VIEWS[view, cell]]
        least = min(least, number)
    return least


def children_of(number: Any, out: Any, work: Any) -> int:
    """The ranks of the children, ~rank where the same player moves again; returns how many there are."""
    length = VIEWS.shape[1]
    cells, child, moves = work[:length], work[length : 2 * length], work[2 * length :]
    turn = unpack(number, cells)
    count = kernel_list_moves(cells, turn, moves)
    for i in range(min(count, len(out))):
        for cell in range(length):
            child[cell] = cells[cell]
        other = kernel_make_move(child, turn, moves[i])
        rank = pack(child, other)
        out[i] = ~rank if other == turn else rank
    return count


def primitive_of(number: Any, work: Any) -> int:
    """The outcome of the position of a rank; ONGOING if play goes on."""
    length = VIEWS.shape[1]
    cells = work[:length]
    turn = unpack(number, cells)
    ended = kernel_outcome(cells, turn)
    if ended == ONGOING and kernel_stuck() != ONGOING and kernel_list_moves(cells, turn, work[2 * length :]) == 0:
        ended = kernel_stuck()
    return ended


def kernel_list_moves(cells: Any, turn: int, moves: Any) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def kernel_make_move(cells: Any, turn: int, move: int) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def kernel_outcome(cells: Any, turn: int) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def kernel_stuck() -> int:
    """Stand-in for `stuck` of the rules; never called."""
    raise NotImplementedError


def kernel_lead(cells: Any, turn: Any) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def margin_of(number: Any, work: Any) -> int:
    """By how many points the player to move is ahead."""
    cells = work[: VIEWS.shape[1]]
    turn = unpack(number, cells)
    return kernel_lead(cells, turn)

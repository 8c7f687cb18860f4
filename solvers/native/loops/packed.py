"""The kernel of a `BoardGame` that is not dense: its rules over ranks with a few bits for each cell.

In the subset of Python that Numba compiles, and not run from here: `specialize.py` copies these functions behind the
rules, and gives the constants below the values of `puzzles/boards/packing.py`. `work` holds the cells, those of a
child, those that a move changes, the numbers of all images, and the moves.
"""

from __future__ import annotations

from typing import Any

from puzzles.base import ONGOING

BITS: Any = None
FIRST_BITS: Any = None
SHIFTS: Any = None
BECOMES: Any = None


def unpack(number: Any, cells: Any) -> Any:
    """Writes the cells of a rank; returns the player to move."""
    for cell in range(len(cells) - 1, -1, -1):
        cells[cell] = number & ((1 << BITS) - 1)
        number >>= BITS
    return number + 1


def number_images(cells: Any, sums: Any) -> None:
    """Write the number of every image: those for player 1 to move, then as many for player 2."""
    images = len(SHIFTS) // 2
    for view in range(len(SHIFTS)):
        player = view // images
        number = FIRST_BITS[player] << (BITS * len(cells))
        for cell in range(len(cells)):
            number += BECOMES[player, cells[cell]] << SHIFTS[view, cell]
        sums[view] = number


def children_of(number: Any, out: Any, work: Any) -> int:
    """The ranks of the children, ~rank where the same player moves again; returns how many there are.

    The numbers of a child's images are those of its parent's, but for the cells that a move changes.
    """
    length, views = SHIFTS.shape[1], len(SHIFTS)
    cells, child, changed = work[:length], work[length : 2 * length], work[2 * length : 3 * length]
    sums, moves = work[3 * length : 3 * length + views], work[3 * length + views :]
    turn = unpack(number, cells)
    count = kernel_list_moves(cells, turn, moves)
    number_images(cells, sums)
    for cell in range(length):
        child[cell] = cells[cell]
    for i in range(min(count, len(out))):
        other = kernel_make_move(child, turn, moves[i])
        changes = 0
        for cell in range(length):
            if child[cell] != cells[cell]:
                changed[changes] = cell
                changes += 1
        rank = (1 << 63) - 1
        for view in range((other - 1) * (views // 2), other * (views // 2)):
            image = sums[view]
            for change in range(changes):
                cell = changed[change]
                image += (BECOMES[other - 1, child[cell]] - BECOMES[other - 1, cells[cell]]) << SHIFTS[view, cell]
            rank = min(rank, image)
        for change in range(changes):
            child[changed[change]] = cells[changed[change]]
        out[i] = ~rank if other == turn else rank
    return count


def primitive_of(number: Any, work: Any) -> int:
    """The outcome of the position of a rank; ONGOING if play goes on."""
    length = SHIFTS.shape[1]
    cells = work[:length]
    turn = unpack(number, cells)
    ended = kernel_outcome(cells, turn)
    if ended == ONGOING and kernel_stuck() != ONGOING and kernel_list_moves(cells, turn, work[length:]) == 0:
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
    cells = work[: SHIFTS.shape[1]]
    turn = unpack(number, cells)
    return kernel_lead(cells, turn)

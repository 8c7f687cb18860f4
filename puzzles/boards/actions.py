"""Rules that many board games share: pieces that are placed and step along lines, and rows that win.

Each function has the parameters that `BoardGame` asks for, so that a game takes it over by
`list_moves = staticmethod(list_steps)`, or calls it in rules of its own.
"""

from __future__ import annotations

from puzzles.base import LOST, ONGOING, WON
from puzzles.boards.game import Cells, Moves, Rows, source_of, step, target_of


def list_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """Every step of a piece of the player to move to an empty neighbor."""
    count = 0
    for cell in range(len(neighbors)):
        if cells[cell] == turn:
            for target in neighbors[cell]:
                if cells[target] == 0:
                    moves[count] = step(cell, target)
                    count += 1
    return count


def make_step(cells: Cells, turn: int, move: int) -> int:
    """Move a piece, or place one; a piece on the target is taken."""
    if source_of(move) >= 0:
        cells[source_of(move)] = 0
    cells[target_of(move)] = turn
    return 3 - turn


def list_back_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """Every step to an empty neighbor by which the other player may have moved here."""
    count = 0
    for cell in range(len(neighbors)):
        if cells[cell] == 3 - turn:
            for source in neighbors[cell]:
                if cells[source] == 0:
                    moves[count] = step(source, cell)
                    count += 1
    return count


def unmake_step(cells: Cells, turn: int, move: int) -> int:
    """Take a step back."""
    cells[target_of(move)] = 0
    cells[source_of(move)] = 3 - turn
    return 3 - turn


def can_step(cells: Cells, turn: int, neighbors: Rows) -> bool:
    """Whether a piece of the player to move has an empty neighbor."""
    for cell in range(len(neighbors)):
        if cells[cell] == turn:
            for target in neighbors[cell]:
                if cells[target] == 0:
                    return True
    return False


def has_line(cells: Cells, piece: int, wins: Rows) -> bool:
    """Whether this piece is on all cells of one of the lines."""
    for win in wins:
        held = 0
        for cell in win:
            held += cells[cell] == piece
        if held == len(win):
            return True
    return False


def opponent_has_line(cells: Cells, turn: int, wins: Rows) -> int:
    """Lost if the opponent has a line, else won if the player to move has one."""
    if has_line(cells, 3 - turn, wins):
        return LOST
    return WON if has_line(cells, turn, wins) else ONGOING


def line_or_stuck_loses(cells: Cells, turn: int, wins: Rows, neighbors: Rows) -> int:
    """Lost if either player has a line, or if the player to move cannot step."""
    if has_line(cells, 1, wins) or has_line(cells, 2, wins) or not can_step(cells, turn, neighbors):
        return LOST
    return ONGOING

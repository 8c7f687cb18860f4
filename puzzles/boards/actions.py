"""Rules that many board games share: pieces that are placed and step along lines, and rows that win.

A game adopts one as it is, by `list_moves = staticmethod(list_steps)`, or calls it from rules of its own.
"""

from __future__ import annotations

from puzzles.base import LOST, ONGOING, TIED, WON
from puzzles.boards.moves import Cells, Moves, Rows, source_of, step, target_of


def list_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """List every step of the player to move to an empty neighbor."""
    count = 0
    for cell in range(len(neighbors)):
        if cells[cell] == turn:
            for target in neighbors[cell]:
                if cells[target] == 0:
                    moves[count] = step(cell, target)
                    count += 1
    return count


def list_placements(cells: Cells, turn: int, moves: Moves) -> int:
    """List every empty cell. For games without extras."""
    count = 0
    for cell in range(len(cells)):
        if cells[cell] == 0:
            moves[count] = cell
            count += 1
    return count


def list_placements_then_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows, stones: int) -> int:
    """List the empty cells as long as the player to move has fewer than `stones` stones on the board, then the steps.

    For games without extras.
    """
    placed = 0
    for cell in cells:
        placed += cell == turn
    return list_steps(cells, turn, moves, neighbors) if placed == stones else list_placements(cells, turn, moves)


def make_step(cells: Cells, turn: int, move: int) -> int:
    """Move a piece, capturing what is on the target, or place one of the player's own."""
    source, target = source_of(move), target_of(move)
    if source >= 0:
        cells[target] = cells[source]
        cells[source] = 0
    else:
        cells[target] = turn
    return 3 - turn


def make_step_and_block(cells: Cells, turn: int, move: int) -> int:
    """Move a piece; the third sort of piece fills the cell it leaves."""
    cells[source_of(move)] = 3
    cells[target_of(move)] = turn
    return 3 - turn


def list_back_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """List every step by which the other player can have come here from a neighbor that is now empty."""
    count = 0
    for cell in range(len(neighbors)):
        if cells[cell] == 3 - turn:
            for source in neighbors[cell]:
                if cells[source] == 0:
                    moves[count] = step(source, cell)
                    count += 1
    return count


def unmake_step(cells: Cells, turn: int, move: int) -> int:
    """Return a piece to where it came from."""
    cells[target_of(move)] = 0
    cells[source_of(move)] = 3 - turn
    return 3 - turn


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
    """LOST if the opponent has a line, else WON if the player to move has one."""
    if has_line(cells, 3 - turn, wins):
        return LOST
    return WON if has_line(cells, turn, wins) else ONGOING


def any_line_loses(cells: Cells, turn: int, wins: Rows) -> int:
    """LOST if either player has a line."""
    return LOST if has_line(cells, 1, wins) or has_line(cells, 2, wins) else ONGOING


def is_full(cells: Cells, number: int) -> bool:
    """Whether none of the first `number` cells is empty."""
    full = True
    for cell in range(number):
        full = full and cells[cell] != 0
    return full


def whoever_moved(own: bool, other: bool, over: bool) -> int:
    """WON or LOST if one player alone has a line, whoever has moved; TIED if both do, or if play is over."""
    if own != other:
        return WON if own else LOST
    return TIED if own or over else ONGOING

"""Achi: place three pieces each, then move them along the lines; three in a row win.

Every placement of the pieces is legal. As long as pieces are placed, the board shows who is to move; with all on the
board, either player can be. A board with a line of three is lost for the player to move, as in GamesmanClassic, though
play only reaches those in which the line is the opponent's.

Traditionally there are four pieces each. With three, as here, the first player wins in nine moves (GamesmanClassic;
play from the start reaches 5,390 positions).
"""

from __future__ import annotations

from puzzles.base import LOST, ONGOING, Turn, Variant
from puzzles.boards.game import BoardGame, Cells, Moves, Position, Rows, source_of, step, target_of
from puzzles.boards.shapes import lines, neighbors
from puzzles.grid import symmetries

STONES = 3


class Achi(BoardGame):
    id = "achi"
    name = "Achi"
    description = "Place three pieces, then move them until they stand in a row."
    instructions = (
        "In turn, each player **places** three pieces on empty points. Then, on your turn, **move** a piece of yours "
        "along a line to the next point, if it is empty: across or upright, and diagonally into the center or out of "
        "it. Whoever has **three in a row**, across, upright or diagonal, wins."
    )
    author = "Traditional; played by the Asante in Ghana"
    date_created = "Before 1929, when R. S. Rattray described it"
    variants = (Variant("regular", "Regular", testing=True, positions=564),)
    pieces, other_side = "ox", "xo"
    rows = cols = 3
    counts = {"o": range(STONES + 1), "x": range(STONES + 1)}
    symmetries = symmetries(3, 3)
    wins = lines(3, 3, 3)
    neighbors = tuple(
        # Edge points have no diagonals: a diagonal step keeps the parity of a cell's number.
        tuple(target for target in targets if cell % 2 == 0 or (cell - target) % 2)
        for cell, targets in enumerate(neighbors(3, 3))
    )

    def start(self) -> Position:
        return (1, "-" * 9)

    def possible(self, turn: Turn, o: int, x: int) -> bool:
        """In turn the players place their pieces, player 1 first."""
        return o - x == turn - 1 or o == x == STONES

    def tier(self, o: int, x: int) -> int:
        """How many pieces have been placed."""
        return o + x

    @staticmethod
    def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
        placed, count = 0, 0
        for cell in range(9):
            placed += cells[cell] == turn
        for cell in range(9):
            if placed < STONES:
                if cells[cell] == 0:
                    moves[count] = cell
                    count += 1
            elif cells[cell] == turn:
                for target in neighbors[cell]:
                    if cells[target] == 0:
                        moves[count] = step(cell, target)
                        count += 1
        return count

    @staticmethod
    def make_move(cells: Cells, turn: int, move: int) -> int:
        if source_of(move) >= 0:
            cells[source_of(move)] = 0
        cells[target_of(move)] = turn
        return 3 - turn

    @staticmethod
    def outcome(cells: Cells, turn: int, wins: Rows) -> int:
        for win in wins:
            owner = cells[win[0]]
            if owner != 0 and cells[win[1]] == owner and cells[win[2]] == owner:
                return LOST
        return ONGOING

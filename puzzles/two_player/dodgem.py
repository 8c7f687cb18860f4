"""Dodgem: bring your two cars off the board before the other player does, and block the other's way.

The board is drawn as four rows of four cells, of which the top row and the right column are off it. Player 1 has `o`,
begins at the left, and leaves at the right; player 2 has `x`, begins at the bottom, and leaves at the top. Every
placement of at most two cars each is legal if the player to move has one. A car that leaves is out of the game.

Whoever cannot move wins: blocking the other player loses. The first player wins in nineteen moves, and play from the
start reaches 1,963 positions (GamesmanClassic).
"""

from __future__ import annotations

from puzzles.base import LOST, ONGOING, WON, Turn, Variant
from puzzles.boards.game import BoardGame, Position
from puzzles.boards.moves import Cells, Moves, Rows, source_of, step, target_of
from puzzles.boards.shapes import neighbors

SIDE = 4
UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
BOARD = [cell for cell in range(SIDE, SIDE**2) if cell % SIDE < SIDE - 1]
OFF = [cell for cell in range(SIDE**2) if cell not in BOARD]
CARS = range(3)


class Dodgem(BoardGame):
    id = "dodgem"
    name = "Dodgem"
    description = "Bring both cars off the board before the other player does."
    instructions = (
        "On your turn, move a car of yours one step to an empty cell: `o` goes right, up or down, `x` goes up, left or "
        "right. From the right column, `o` may **leave the board** to the right; from the top row, `x` may leave it "
        "upward. You win when **all your cars have left**; but if the other player **cannot move**, you lose."
    )
    author = "Colin Vout"
    date_created = "1975"
    variants = (Variant("regular", "Regular", testing=True, positions=1_377),)
    stuck = WON
    pieces, other_side = "ox", "xo"
    rows = cols = SIDE
    regions = ((BOARD, {"o": CARS, "x": CARS}), (OFF, {}))
    exchanged_cells = tuple((SIDE - 1 - cell % SIDE) * SIDE + SIDE - 1 - cell // SIDE for cell in range(SIDE**2))
    ways = neighbors(SIDE, SIDE, (RIGHT, UP, DOWN)) + neighbors(SIDE, SIDE, (UP, LEFT, RIGHT))
    """For `o` and every cell, the cells one step away; then for `x`."""

    def start(self) -> Position:
        return (1, "----o---o----xx-")

    def possible(self, turn: Turn, o: int, x: int, *off: int) -> bool:
        """The player to move has not won yet."""
        return (o if turn == 1 else x) > 0

    def tier(self, o: int, x: int, *off: int) -> int:
        """How many cars have left."""
        return 4 - o - x

    @staticmethod
    def list_moves(cells: Cells, turn: int, moves: Moves, ways: Rows) -> int:
        count = 0
        for cell in range(len(cells)):
            if cells[cell] == turn:
                for target in ways[SIDE * SIDE * (turn - 1) + cell]:
                    if cells[target] == 0 and (target >= SIDE or turn == 2) and (target % SIDE < SIDE - 1 or turn == 1):
                        moves[count] = step(cell, target)
                        count += 1
        return count

    @staticmethod
    def make_move(cells: Cells, turn: int, move: int) -> int:
        target = target_of(move)
        cells[source_of(move)] = 0
        if target >= SIDE and target % SIDE < SIDE - 1:
            cells[target] = turn
        return 3 - turn

    @staticmethod
    def outcome(cells: Cells, turn: int) -> int:
        others = 0
        for cell in cells:
            others += cell == 3 - turn
        return LOST if others == 0 else ONGOING

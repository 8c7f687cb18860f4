"""The picture of Shift Tac Toe, on the page's rack: arrows above it to drop, and beside it to push."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.shifttactoe import BOARD, SIDE
from perfect_play.puzzles.view import Move

ABOVE, LEFT = 2 * BOARD, 2 * BOARD + 2 * SIDE
RIGHT = LEFT + BOARD
"""The first centers of the arrows above, to the left and to the right of the rack."""


class Rack(Picture):
    def button(self, position: Position, move: int) -> Move:
        """As the page shows it: a push to the right is drawn on the left, and vice versa."""
        if move < SIDE:
            return Move(ABOVE + move, ABOVE + SIDE + move)
        row, right = divmod(move - SIDE, 2)
        place = position[1].index("S", BOARD + SIDE * row) - BOARD
        return Move(LEFT + place, LEFT + place + 1) if right else Move(RIGHT + place, RIGHT + place - 1)

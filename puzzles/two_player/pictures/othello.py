"""The pictures of Othello; the page's board of 4 x 4 has both scores below it, and the button to pass between them."""

from __future__ import annotations

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.two_player.othello import PASS
from perfect_play.puzzles.view import Add

SIDE, CELL = 4, 10
BELOW = SIDE * CELL + 5.06
SCORES = tuple((x, BELOW) for x in (3.06, 7.06, 33.06, 37.06))  # two digits each
CAN_PASS = SIDE**2 + len(SCORES)


class Discs(Picture):
    def cells(self, position: Position) -> str:
        cells = super().cells(position)
        return cells if self.tiles else f"{cells}{cells.count('B'):02}{cells.count('W'):02}"

    def button(self, position: Position, move: Move) -> Mark | None:
        if self.tiles:
            return super().button(position, move)
        return Add("P", CAN_PASS) if move == PASS else Add("h", move)

    def sound(self, position: Position, move: Move) -> str:
        return "y" if move == PASS and not self.tiles else "x"

"""The pictures of Othello; the page's board of 4 x 4 has both scores below it, and the button to pass between them."""

from __future__ import annotations

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.two_player.othello import PASS
from perfect_play.puzzles.view import Add

CAN_PASS = 4**2 + 4  # after the cells and two digits of each score


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

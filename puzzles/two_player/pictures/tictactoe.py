"""The picture of Tic-Tac-Toe. The page draws it without these images, and reads a cell and its letter from a move."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.base import Move, Position
from puzzles.drawing.grids import marks
from puzzles.drawing.look import Look
from puzzles.drawing.men import cross, nought
from puzzles.picture import Drawn, Image, Pieces, Theme, unit_grid


class Crosses(Pieces):
    images: ClassVar = {"x": Image("ttt/x.svg", 0.8), "o": Image("ttt/o.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return marks(self.board, {"x": cross(), "o": nought()})

    def own_board(self) -> Theme:
        return unit_grid(self.rules, self.images, background="ttt/3x3grid.svg")

    def text(self, position: Position, asked: str = "") -> str:
        """The cells after the player to move, as clients read them: `1_---------`."""
        return f"{self.rules.turn(position)}_{self.rules.format(position)}"

    def button(self, position: Position, move: Move) -> Drawn:
        button: Drawn = self.rules.button(position, move)
        return button

    def sound(self, position: Position, move: Move) -> str:
        return "-"

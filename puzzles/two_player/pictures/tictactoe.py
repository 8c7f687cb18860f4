"""The picture of Tic-Tac-Toe. The page draws it by itself, and reads a cell and its letter from a move."""

from __future__ import annotations

from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.grids import marks
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import cross, nought
from perfect_play.puzzles.picture import Picture


class Crosses(Picture):
    component = 9

    @cached_property
    def look(self) -> Look:
        return marks(self.board, {"x": cross(), "o": nought()})

    def text(self, position: Position, requested: str = "") -> str:
        """The cells after the player to move, as clients read them: `1_---------`."""
        return f"{self.rules.turn(position)}_{self.rules.format(position)}"

    def sound(self, position: Position, move: Move) -> str:
        return "-"

"""The picture of Tic-Tac-Toe. The page draws it by itself, and reads a cell and its letter from a move."""

from __future__ import annotations

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.picture import Picture


class Crosses(Picture):
    def text(self, position: Position, requested: str = "") -> str:
        """The cells after the player to move, as clients read them: `1_---------`."""
        return f"{self.rules.turn(position)}_{self.rules.format(position)}"

"""Tic-Tac-Toe, with the letters of the page."""

from __future__ import annotations

from typing import ClassVar

from puzzles.base import Position
from puzzles.picture import Image, Pieces


class Crosses(Pieces):
    images: ClassVar = {"x": Image("general/X.svg", 0.8), "o": Image("general/O.svg", 0.8)}

    def text(self, position: Position, asked: str = "") -> str:
        """With the player to move in front, as clients read it: `1_---------`."""
        return f"{self.rules.turn(position)}_{self.rules.format(position)}"

"""The picture of Sim. The page draws it by itself, from the names of the moves."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture


class Lines(Picture):
    def button(self, position: Position, move: int) -> None:
        """None: the page looks for the line by its name."""

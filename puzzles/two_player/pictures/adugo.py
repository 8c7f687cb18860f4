"""The picture of Adugo, on the page's boards."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.view import EMPTY, Add, Move


class Animals(Picture):
    def button(self, position: Position, move: int) -> Mark:
        """The jaguar stops where it stands."""
        source, target = source_of(move), target_of(move)
        return Add(EMPTY, target + 1) if source < 0 else Move(source + 1, target + 1)

"""The picture of Euclid's Game: numbers that are struck out, on a grid up to 100."""

from __future__ import annotations

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.picture import Picture


class Numbers(Picture):
    def cells(self, position: Position) -> str:
        cells: str = position[1]
        return cells[: self.rules.limit]

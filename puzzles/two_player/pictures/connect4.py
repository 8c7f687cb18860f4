"""Connect Four: an arrow above a column drops a disc."""

from __future__ import annotations

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.picture import Arrow, Picture


class Discs(Picture):
    def button(self, position: Position, move: Move) -> Arrow:
        top = len(self.order) + move
        return Arrow(top, top + self.rules.cols)

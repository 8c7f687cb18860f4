"""The picture of Dots and Boxes: a click between two dots draws a line; a closed box shows its owner."""

from __future__ import annotations

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Line


class Boxes(Picture):
    """The dots come last, on top of the ends of the lines."""

    def button(self, position: Position, move: Move) -> Line:
        """A line from dot to dot."""
        cols = self.board.cols
        step = cols if move // cols % 2 else 1
        return Line(self.center(move - step), self.center(move + step))

"""The picture of Amazons, on a checkered board. A touch moves the amazon, a second shoots the arrow."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Move


class Queens(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """The amazon moves first; then a spot is where the arrow lands."""
        cells = range(self.rules.cells)
        return {
            source + self.rules.cells * (target + 1): First(Move(source, target), 0, "bb")
            for source in cells
            for target in cells
        }

"""Quixo: what is touched first."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY, Add


class Cubes(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """A cube is taken, then pushed back in."""
        return {cell: First(Add(EMPTY, cell), 0, "XO") for cell in range(self.rules.cells)}

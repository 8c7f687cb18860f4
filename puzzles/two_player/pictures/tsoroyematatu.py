"""The picture of Tsoro Yematatu: blue and red pieces, the points in a row."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import points
from puzzles.drawing.look import Look, named
from puzzles.drawing.shapes import UNIT
from puzzles.picture import Image, Pieces
from puzzles.two_player.tsoroyematatu import LINES

PLACES = ((1, 0), (0.5, 1), (1, 1), (1.5, 1), (0, 2), (1, 2), (2, 2))


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        """A triangular board."""
        return named(points(PLACES, LINES, self.men, UNIT * 1.3, corners=(0, 4, 6)), self.board, x=9, y=13)

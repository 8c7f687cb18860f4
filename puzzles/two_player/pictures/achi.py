"""The picture of Achi: blue and red pieces on squares."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import crossings
from puzzles.drawing.look import Look
from puzzles.drawing.shapes import BLACK, GREEN, RED, YELLOW
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"o": Image("general/bluepiece.svg", 0.8), "x": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        """A board with a band in the colors of kente cloth."""
        return crossings(self.board, self.men, "alternate", band=(YELLOW, GREEN, RED, BLACK))

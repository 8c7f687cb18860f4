"""The picture of Snort: blue and red pieces on a grid."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import checkered
from puzzles.drawing.look import Look
from puzzles.picture import Image, Pieces


class Colors(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, self.men, "#e6e3d6", "#d5d8c2")

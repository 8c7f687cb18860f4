"""The picture of Jan: black and white pieces on squares."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import crossings
from puzzles.drawing.look import Look
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"b": Image("general/blackpiece.svg", 0.8), "w": Image("general/whitepiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return crossings(self.board, self.men)

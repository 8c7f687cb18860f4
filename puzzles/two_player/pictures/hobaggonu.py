"""The picture of Ho-Bag Gonu: blue and red pieces, the points in a row."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import crossings
from puzzles.drawing.look import Look, named
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("general/bluepiece.svg", 0.8), "O": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return named(crossings(self.board, self.men), self.board)

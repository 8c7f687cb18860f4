"""The picture of Snort: bulls and cows on pastures."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.faces import BULL, COW
from puzzles.drawing.grids import field
from puzzles.drawing.look import Look
from puzzles.picture import Image, Pieces


class Cattle(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return field(self.board, {"x": BULL, "o": COW}, "#a9cf94")

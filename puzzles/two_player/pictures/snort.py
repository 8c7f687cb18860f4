"""The picture of Snort: bulls and cows on pastures."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.faces import BULL, COW
from perfect_play.puzzles.drawing.grids import field
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import stroke
from perfect_play.puzzles.picture import Image, Pieces
from perfect_play.puzzles.view import EMPTY

TUFTS = stroke(
    "M-12 10q0 -6 -5 -7M-10 10q1 -6 -1 -10M-8 10q0 -5 4 -7M6 -3q0 -6 -5 -7M8 -3q1 -6 -1 -10M10 -3q0 -5 4 -7",
    "#5b9150",
    1.8,
)


class Cattle(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        """Grass, with tufts of it where no cattle stand."""
        return field(self.board, {EMPTY: TUFTS, "x": BULL, "o": COW}, "#a9cf94")

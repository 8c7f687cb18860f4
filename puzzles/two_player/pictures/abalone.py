"""The picture of Abalone: blue and red marbles."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.look import Look
from puzzles.drawing.men import ball
from puzzles.drawing.shapes import BLACK, CREAM, circle, filled
from puzzles.picture import Image, Pieces
from puzzles.view import EMPTY


class Marbles(Pieces):
    images: ClassVar = {"o": Image("general/bluepiece.svg", 0.8), "x": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return Look({EMPTY: circle(0, 0, 14, filled("#d9cdb8")), "x": ball(BLACK), "o": ball(CREAM)})

"""The picture of Kaooa: the page's birds, the points in a row, then how many crows have been placed."""

from __future__ import annotations

from functools import cached_property
from math import cos, pi, sin
from typing import ClassVar

from puzzles.drawing.faces import bird
from puzzles.drawing.grids import points
from puzzles.drawing.look import Look, named
from puzzles.drawing.shapes import CREAM, UNIT, YELLOW
from puzzles.picture import Image, Pieces
from puzzles.two_player.kaooa import LINES

PLACES = (
    *(
        (far * sin(2 * pi * (tip + turn) / 5), -far * cos(2 * pi * (tip + turn) / 5))
        for turn, far in ((0, 1.0), (0.5, 0.38))
        for tip in range(5)
    ),
    (1, 1),
)


class Birds(Pieces):
    images: ClassVar = {
        "C": Image("kaooa/crow.svg", 0.8),
        "V": Image("kaooa/vulture.svg", 0.8),
        **{digit: Image(f"general/{digit}.svg", 0.6) for digit in "0123456"},
    }

    @cached_property
    def look(self) -> Look:
        birds = {"C": bird("#3b444b", YELLOW), "V": bird("#a8552e", CREAM)}
        return named(
            points(PLACES, LINES, {**self.men, **birds}, UNIT * 2.1, {len(PLACES) - 1: birds["C"]}),
            self.board,
            {cell: str(cell) for cell in range(len(PLACES) - 1)},
        )

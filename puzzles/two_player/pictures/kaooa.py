"""The picture of Kaooa: the page's birds, on the page's star, then how many crows have been dropped."""

from __future__ import annotations

from functools import cached_property
from math import cos, pi, sin
from typing import ClassVar

from perfect_play.puzzles.drawing.faces import bird
from perfect_play.puzzles.drawing.grids import points
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.shapes import CREAM, UNIT, YELLOW
from perfect_play.puzzles.picture import Image, Pieces, Theme
from perfect_play.puzzles.two_player.kaooa import LINES

PLACES = (
    *(
        (far * sin(2 * pi * (tip + turn) / 5), -far * cos(2 * pi * (tip + turn) / 5))
        for turn, far in ((0, 1.0), (0.5, 0.38))
        for tip in range(5)
    ),
    (1, 1),
)

ON_PAGE = (
    *((5.05, 0.6), (8.4, 3), (7.2, 7.1), (2.9, 7.1), (1.7, 3)),
    *((5.9, 3), (6.3, 4.7), (5, 5.5), (3.6, 4.7), (4.1, 3)),
    (9, 0.8),
)
"""The points on the page's board, and beside it the number of crows."""


class Birds(Pieces):
    images: ClassVar = {
        "C": Image("kaooa/crow.svg", 1.5),
        "V": Image("kaooa/vulture.svg", 2),
        **{digit: Image(f"general/{digit}.svg", 4) for digit in "0123456"},
    }

    @cached_property
    def look(self) -> Look:
        birds = {"C": bird("#3b444b", YELLOW), "V": bird("#a8552e", CREAM)}
        return named(
            points(PLACES, LINES, {**self.men, **birds}, UNIT * 2.1, {len(PLACES) - 1: birds["C"]}),
            self.board,
            {cell: str(cell) for cell in range(len(PLACES) - 1)},
        )

    def own_board(self) -> Theme:
        return Theme((10, 8), ON_PAGE, self.images, background="kaooa/file.svg", arrow_width=0.15)

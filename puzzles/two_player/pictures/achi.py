"""The picture of Achi: blue and red pieces on the page's board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLACK, GREEN, RED, YELLOW
from perfect_play.puzzles.picture import Image, Pieces

ALQUERQUE = {
    "pitch": 40,
    "origin": (-10, -10),
    "space": (100, 100),
    "scale": 19,
    "circle_radius": 6.5,
    "arrow_width": 4,
    "entities_over_arrows": True,
}
"""The page's boards of three rows of points, some joined along diagonals."""


class Stones(Pieces):
    images: ClassVar = {"o": Image("general/bluepiece.svg", 0.8), "x": Image("general/redpiece.svg", 0.8)}
    step = "y"
    page_board: ClassVar = (9, {**ALQUERQUE, "background": "achi/board.svg"})

    @cached_property
    def look(self) -> Look:
        """A board with a band in the colors of kente cloth."""
        return crossings(self.board, self.men, "alternate", band=(YELLOW, GREEN, RED, BLACK))

"""The picture of Tsoro Yematatu: blue and red pieces, on the page's triangle."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import points
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.shapes import UNIT
from perfect_play.puzzles.picture import Image, Pieces, Theme
from perfect_play.puzzles.two_player.tsoroyematatu import LINES

PLACES = ((1, 0), (0.5, 1), (1, 1), (1.5, 1), (0, 2), (1, 2), (2, 2))


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 15), "o": Image("general/redpiece.svg", 15)}
    step = "y"

    @cached_property
    def look(self) -> Look:
        """A triangular board."""
        return named(points(PLACES, LINES, self.men, UNIT * 1.3, corners=(0, 4, 6)), self.board, x=9, y=13)

    def own_board(self) -> Theme:
        return Theme(
            (84, 84),
            tuple((32 * x + 10, 32 * y + 10) for x, y in PLACES),
            self.images,
            self.sounds,
            background="tsoroyematatu/board.svg",
            entities_over_arrows=True,
            arrow_width=4,
            circle_radius=6.5,
        )

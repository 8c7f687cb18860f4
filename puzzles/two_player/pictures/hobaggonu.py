"""The picture of Ho-Bag Gonu: blue and red pieces, on the page's board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.picture import Image, Pieces, Theme


class Stones(Pieces):
    images: ClassVar = {"X": Image("general/bluepiece.svg", 1.5), "O": Image("general/redpiece.svg", 1.5)}
    step = "s"

    @cached_property
    def look(self) -> Look:
        return named(crossings(self.board, self.men), self.board)

    def own_board(self) -> Theme:
        homes = tuple((x, y) for y in (0.5, 4.5, 8.5) for x in (3, 5, 7))
        points = (*homes[:3], (5, 2.5), *homes[3:6], (5, 6.5), *homes[6:])
        background = "hobaggonu/hobaggonu.svg"
        return Theme((10, 10), points, self.images, self.sounds, background=background, arrow_width=0.15)

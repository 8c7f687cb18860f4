"""The picture of Four Field Kono: blue and red pieces; the page has the larger board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}
    page_board: ClassVar = (16, {"background": "fourfieldkono/4fk.svg", "arrow_width": 0.08})

    @cached_property
    def look(self) -> Look:
        return crossings(self.board, self.men)

"""The picture of Le Grec; the page has an image of the larger board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import halves
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces


class Men(Pieces):
    images: ClassVar = {"X": Image("general/whitepiece.svg", 1), "O": Image("general/blackpiece.svg", 1)}
    page_board: ClassVar = (16, {"background": "legrec/grid.svg"})

    @cached_property
    def look(self) -> Look:
        return halves(self.board, self.men)

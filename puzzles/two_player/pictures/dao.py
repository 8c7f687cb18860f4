"""The picture of Dao; the page has an image of the board with four pieces a side."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import crossings
from puzzles.drawing.look import Look
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("dao/B.svg", 0.9), "O": Image("dao/W.svg", 0.9)}
    letters: ClassVar = str.maketrans("xo", "XO")
    page_board: ClassVar = (
        4,
        {"background": "dao/grid.svg", "arrow_width": 0.1, "entities_over_arrows": True, "name": "basic"},
    )

    @cached_property
    def look(self) -> Look:
        return crossings(self.board, self.men, "all")

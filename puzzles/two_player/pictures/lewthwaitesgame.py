"""The picture of Lewthwaite's Game; the page has an image of the larger board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import field
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import WOOD
from perfect_play.puzzles.picture import Image, Pieces


class Men(Pieces):
    images: ClassVar = {"W": Image("general/whitepiece.svg", 0.7), "B": Image("general/blackpiece.svg", 0.7)}
    page_board: ClassVar = (
        25,
        {"background": "lewthwaitesgame/grid.svg", "entities_over_arrows": True, "arrow_width": 0.1},
    )

    @cached_property
    def look(self) -> Look:
        return field(self.board, self.men, WOOD)

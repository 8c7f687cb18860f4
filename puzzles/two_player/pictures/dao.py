"""The picture of Dao; the page has an image of the board with four pieces a side."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLACK, CREAM, circle, path, scaled
from perfect_play.puzzles.picture import Image, Pieces

YIN_YANG = (
    '<g opacity="0.4">'
    + circle(0, 0, 64, f'fill="{CREAM}"')
    + path("M0 -64A64 64 0 0 1 0 64A32 32 0 0 1 0 0A32 32 0 0 0 0 -64Z", f'fill="{BLACK}"')
    + circle(0, -32, 9, f'fill="{BLACK}"')
    + circle(0, 32, 9, f'fill="{CREAM}"')
    + "</g>"
)


class Stones(Pieces):
    images: ClassVar = {"X": Image("dao/B.svg", 0.9), "O": Image("dao/W.svg", 0.9)}
    letters: ClassVar = str.maketrans("xo", "XO")
    page_board: ClassVar = (
        16,
        {"background": "dao/grid.svg", "arrow_width": 0.1, "entities_over_arrows": True, "name": "basic"},
    )

    @cached_property
    def look(self) -> Look:
        """The sign of yin and yang below the lines."""
        return crossings(self.board, self.men, "all", motif=scaled(YIN_YANG, self.board.cols / 4))

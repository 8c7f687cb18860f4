"""The picture of All Queens Chess; the page has a checkered board of 5x5."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces


class Queens(Pieces):
    images: ClassVar = {"W": Image("chess/wikipedia/Q.svg", 1), "B": Image("chess/wikipedia/qq.svg", 1)}
    page_board: ClassVar = (
        25,
        {"background": "general/checkerboard_gray_5x5.svg", "entities_over_arrows": True, "arrow_width": 0.06},
    )

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, self.men)

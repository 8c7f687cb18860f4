"""The picture of Jan: black and white pieces; the page has the larger board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"b": Image("general/blackpiece.svg", 0.8), "w": Image("general/whitepiece.svg", 0.8)}
    step = "s"
    page_board: ClassVar = (
        16,
        {
            "pitch": 200,
            "background": "jan/board.svg",
            "arrow_width": 25,
            "entities_over_arrows": True,
        },
    )

    @cached_property
    def look(self) -> Look:
        return crossings(self.board, self.men)

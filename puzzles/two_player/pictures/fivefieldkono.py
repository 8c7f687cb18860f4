"""The picture of Five Field Kono: blue and red pieces; the page has the larger board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}
    page_board: ClassVar = (
        25,
        {"pitch": 40, "background": "fivefieldkono/board.svg", "arrow_width": 5, "entities_over_arrows": True},
    )

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, self.men)

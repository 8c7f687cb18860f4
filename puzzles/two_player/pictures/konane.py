"""The picture of Konane: black and white stones on the page's boards."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import HITBOX, REMOVE, SLIDE, Image, Pieces, Theme


class Stones(Pieces):
    images: ClassVar = {
        "o": Image("general/whitepiece.svg", 0.9),
        "x": Image("general/blackpiece.svg", 0.9),
        "h": Image(HITBOX, 1),
    }
    place, step = "h", "y"

    @cached_property
    def look(self) -> Look:
        return replace(checkered(self.board, self.men), ring=18)

    def own_board(self) -> Theme | None:
        background = f"konane/grid{self.board.rows}x{self.board.cols}.svg"
        return self.on_page(10, sounds={"x": REMOVE, "y": SLIDE}, background=background, arrow_width=1)

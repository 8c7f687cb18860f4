"""The picture of Teeko: the page's pieces, and its board of 5x5."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import disc
from perfect_play.puzzles.drawing.shapes import BLACK, RED
from perfect_play.puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("teeko/x.svg", 0.8), "O": Image("teeko/o.svg", 0.8)}
    page_board: ClassVar = (
        25,
        {"pitch": 100, "origin": (50, 50), "space": (600, 600), "background": "teeko/board.svg", "arrow_width": 7},
    )

    @cached_property
    def look(self) -> Look:
        return crossings(self.board, {"x": disc(BLACK), "o": disc(RED), "X": disc(BLACK), "O": disc(RED)}, "all")

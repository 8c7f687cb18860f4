"""The pictures of Hexapawn, with white pawns at the bottom and black at the top; the page has boards of three rows."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import chessman
from perfect_play.puzzles.picture import REMOVE, Image, Pieces, Theme, grid_centers

ROWS, COLS = 3, range(3, 10)  # of the page's boards
WHITE, BLACK = "chess/wikipedia/P.svg", "chess/wikipedia/pp.svg"
CELL, PAWN = 8, 7  # their sizes there


class Pawns(Pieces):
    images: ClassVar = {"W": Image(WHITE, 0.9), "B": Image(BLACK, 0.9)}
    letters: ClassVar = str.maketrans("xo", "WB")

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {"x": chessman("P", True), "o": chessman("P", False)})

    def own_board(self) -> Theme | None:
        rows, cols = self.rules.rows, self.rules.cols
        if rows != ROWS or cols not in COLS:
            return None
        return Theme(
            (CELL * cols, CELL * rows),
            grid_centers(rows, cols, CELL),
            {"W": Image(WHITE, PAWN), "B": Image(BLACK, PAWN)},
            sounds={"x": REMOVE},
            background=f"hexapawn/{cols}.svg",
            arrow_width=1,
        )

"""The picture of Joust, on the page's boards with its knights and flames."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import tile
from perfect_play.puzzles.drawing.shapes import GRAY
from perfect_play.puzzles.picture import Image, Pieces, Theme, grid_centers


class Knights(Pieces):
    images: ClassVar = {
        "X": Image("chess/wikipedia/N.svg", 1),
        "O": Image("chess/wikipedia/nn.svg", 1),
        "B": Image("joust/B.svg", 1.005),
    }

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {**self.men, "B": tile("", GRAY)})

    def own_board(self) -> Theme:
        rows, cols = self.rules.rows, self.rules.cols
        side, aside = max(rows, cols), (rows - cols) / 2
        centers = tuple((aside + x, y) for x, y in grid_centers(rows, cols))
        return Theme((side, side), centers, self.images, background=f"joust/grid{rows}x{cols}.svg")

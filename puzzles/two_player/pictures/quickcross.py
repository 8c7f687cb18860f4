"""The picture of Quick Cross: lines to draw bars, and an arrow in a circle to turn one; its own board for 4x4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.grids import with_second_places
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BARK, BLUE, RED, stroke
from perfect_play.puzzles.picture import PLACE, REMOVE, Image, Mark, Picture, Theme, grid_centers, ground, same_image
from perfect_play.puzzles.view import EMPTY, Add, Line

SIDE = 4  # of the page's board
AROUND = ((0, 0), (-32, 0), (32, 0), (0, -32), (0, 32))
"""Where a cell's center is, and the ends of its bars."""


class Bars(Picture):
    @cached_property
    def look(self) -> Look:
        """Bars on cells, each of which has a place for a level one and one for an upright one; both are hinted at."""
        level, upright = "M-24 0H24", "M0 -24V24"
        faint = stroke(level + upright, BARK, 7, 'stroke-opacity="0.3" stroke-dasharray="1 10"')
        bars = {EMPTY: faint, "h": stroke(level, BLUE, 9), "v": stroke(upright, RED, 9)}
        return with_second_places(self.rules.rows, self.rules.cols, bars)

    def themes(self) -> Sequence[Theme]:
        """The cells, then the ends of the bars."""
        side = self.rules.rows
        cells = grid_centers(side, side, 100)
        centers = tuple((x + right, y + down) for right, down in AROUND for x, y in cells)
        images = {"h": Image("quickcross/H.svg", 70), "v": Image("quickcross/V.svg", 70)}
        images |= same_image("r", "quickcross/rotate.svg", 70)
        return (
            Theme(
                (100 * side, 100 * side),
                centers,
                images,
                {"x": PLACE, "y": REMOVE},
                **ground("quickcross/background.svg" if side == SIDE else "", cells, 96),
                animation="entityFade",
                line_width=6,
                name="moffitt",
            ),
        )

    def cells(self, position: Position) -> str:
        board = position[1]
        return board + EMPTY * len(board) * (len(AROUND) - 1)

    def button(self, position: Position, move: int) -> Mark:
        cell, size = move // 2, len(position[1])
        if position[1][cell] != EMPTY:
            return Add("r", cell)
        first = size * (1 + 2 * (move % 2)) + cell
        return Line(first, first + size)

    def sound(self, position: Position, move: int) -> str:
        return "y" if position[1][move // 2] == EMPTY else "x"

    def description(self, position: Any, move: Any) -> str:
        """The bar's direction in words: `level a2`."""
        name: str = super().description(position, move)
        return {"h": "level ", "v": "upright "}[name[0]] + name[1:]

"""The picture of Chinese Checkers: holes on a diamond, `a1` at the bottom, and corners in the players' colors."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import sqrt

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import BLUE, RED, UNIT, WOOD, Point, at, circle, filled, path
from perfect_play.puzzles.picture import Picture

ROW = UNIT * sqrt(3) / 2
MARGIN = 0.7
"""From the outermost cells to the edge of the board, in steps of its long diagonal."""


class Diamond(Picture):
    @cached_property
    def look(self) -> Look:
        """A wooden diamond; cells in a row are a `UNIT` apart, like those of two rows that touch."""
        side = self.rules.rows
        low, high = -MARGIN, side - 1 + MARGIN

        def place(up: float, right: float) -> Point:
            return Point((high - low + right - up) * UNIT / 2, (2 * high - up - right) * ROW)

        centers = tuple(place(side - 1 - cell // side, cell % side) for cell in range(side**2))
        corners = [place(low, low), place(high, low), place(high, high), place(low, high)]
        board = path("M" + "L".join(map(at, corners)) + "Z", filled(WOOD))
        colors = {cell: color for goal, color in zip(self.rules.goals, (BLUE, RED), strict=True) for cell in goal}
        holes = [circle(*center, 16, filled(colors.get(cell, "#ffffff") + "55")) for cell, center in enumerate(centers)]
        size = Point(corners[3].x, corners[0].y)
        return replace(super().look, centers=centers, size=size, under=board + "".join(holes))

"""The picture of Sim: a circle for each line, at its middle, and a number at each point."""

from __future__ import annotations

from functools import cached_property
from math import cos, pi, sin
from typing import Any, ClassVar

from puzzles.drawing.figures import lines_between
from puzzles.drawing.look import Look
from puzzles.picture import BLUE, PLACE, RED, Image, Pieces, Theme


def _corners(rules: Any) -> list[tuple[float, float]]:
    points = max(max(edge) for edge in rules.edges)
    return [(120 + 105 * sin(2 * pi * n / points), 120 - 105 * cos(2 * pi * n / points)) for n in range(points)]


class Lines(Pieces):
    images: ClassVar = {"x": Image(BLUE, 7), "o": Image(RED, 7)}

    @cached_property
    def look(self) -> Look:
        return lines_between(
            _corners(self.rules), [(a - 1, b - 1) for a, b in self.rules.edges], {"x": "#2f6fb5", "o": "#c8473b"}
        )

    def own_board(self) -> Theme:
        points = max(max(edge) for edge in self.rules.edges)
        corners = [(50 + 44 * sin(2 * pi * n / points), 50 - 44 * cos(2 * pi * n / points)) for n in range(points)]
        middles = []
        for a, b in self.rules.edges:
            near = 0.5 if 2 * (b - a) != points else 0.38  # not on the other lines through the center
            (x, y), (u, v) = corners[a - 1], corners[b - 1]
            middles.append((x + near * (u - x), y + near * (v - y)))
        return Theme((100, 100), tuple(middles), self.images, {"x": PLACE}, animation="entityFade", circle_radius=3)

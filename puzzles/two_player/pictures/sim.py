"""The picture of Sim: a circle for each line, at its middle, and a number at each point."""

from __future__ import annotations

from math import cos, pi, sin
from typing import ClassVar

from puzzles.picture import BLUE, PLACE, RED, Image, Pieces, Theme


class Lines(Pieces):
    images: ClassVar = {"x": Image(BLUE, 7), "o": Image(RED, 7)}

    def own_board(self) -> Theme:
        points = max(max(edge) for edge in self.rules.edges)
        corners = [(50 + 44 * sin(2 * pi * n / points), 50 - 44 * cos(2 * pi * n / points)) for n in range(points)]
        middles = []
        for a, b in self.rules.edges:
            near = 0.5 if 2 * (b - a) != points else 0.38  # not on the other lines through the center
            (x, y), (u, v) = corners[a - 1], corners[b - 1]
            middles.append((x + near * (u - x), y + near * (v - y)))
        return Theme((100, 100), tuple(middles), self.images, {"x": PLACE}, animation="entityFade", circle_radius=3)

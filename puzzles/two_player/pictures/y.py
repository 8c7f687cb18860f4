"""The picture of Y, on the page's triangles."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.figures import hexagons
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import PLACE, Image, Pieces, Theme

TOPS = {4: 15.7328, 5: 12.9326}
"""The height of the top cell's center, by the number of rows."""


def _places(side: int) -> list[tuple[float, float]]:
    return [(40 * (col - row / 2), 34.5 * row) for row in range(side) for col in range(row + 1)]


class Stones(Pieces):
    place = "h"
    images: ClassVar = {"W": Image("y/W.svg", 25), "B": Image("y/B.svg", 25), "h": Image("y/h.svg", 25)}

    @cached_property
    def look(self) -> Look:
        return hexagons(_places(self.rules.side), self.men, 23)

    def own_board(self) -> Theme:
        side: int = self.rules.side
        pitch = 97 / side
        centers = [
            (50 + pitch * (col - row / 2), TOPS[side] + pitch * 0.75**0.5 * row)
            for row in range(side)
            for col in range(row + 1)
        ]
        images = {letter: Image(image.path, 100 / side) for letter, image in self.images.items()}
        return Theme((100, 100), tuple(centers), images, {"x": PLACE}, foreground=f"y/dim{side}.svg", name="basic")

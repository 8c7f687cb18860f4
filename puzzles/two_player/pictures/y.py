"""The picture of Y, on the page's triangles."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import PLACE, Image, Pieces, Theme

TOPS = {4: 15.7328, 5: 12.9326}
"""The height of the top cell's center, by the number of rows."""


class Stones(Pieces):
    images: ClassVar = {"W": Image("y/W.svg", 25), "B": Image("y/B.svg", 25)}

    def own_board(self) -> Theme:
        side: int = self.rules.side
        apart = 97 / side
        centers = [
            (50 + apart * (col - row / 2), TOPS[side] + apart * 0.75**0.5 * row)
            for row in range(side)
            for col in range(row + 1)
        ]
        images = {letter: Image(image.path, 100 / side) for letter, image in self.images.items()}
        return Theme((100, 100), tuple(centers), images, {"x": PLACE}, foreground=f"y/dim{side}.svg", name="basic")

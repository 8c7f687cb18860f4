"""The picture of the Skewb, unfolded: a letter turns a corner, a capital clockwise, a small one counterclockwise."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Net, stickers


class Cube(Net):
    images: ClassVar = stickers(
        "whitepiece", "orange_circle", "green_circle", "red_circle", "blue_circle", "yellow_circle"
    )

"""The picture of Rubik's Cube, unfolded: a letter turns a face, a small one counterclockwise."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Net, stickers


class Cube(Net):
    images: ClassVar = stickers(
        "whitepiece", "red_circle", "green_circle", "orange_circle", "blue_circle", "yellow_circle"
    )

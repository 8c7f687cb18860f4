"""The picture of the Pyraminx, unfolded: letters turn corners, clockwise on the left, counterclockwise on the right."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Net, stickers


class Pyramid(Net):
    images: ClassVar = stickers("green_circle", "blue_circle", "red_circle", "yellow_circle")

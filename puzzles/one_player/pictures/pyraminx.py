"""The Pyraminx unfolded, as the board has it: a letter turns a corner, on the left clockwise, on the right back."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Net, stickers


class Pyramid(Net):
    images: ClassVar = stickers("green_circle", "blue_circle", "red_circle", "yellow_circle")

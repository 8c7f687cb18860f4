"""The picture of the Pyraminx, unfolded: letters turn corners, clockwise on the left, counterclockwise on the right."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.bodies import Body, pyramid
from perfect_play.puzzles.one_player.pyraminx import COLS, UNFOLDED
from perfect_play.puzzles.picture import Net, stickers


class Pyramid(Net):
    images: ClassVar = stickers("green_circle", "blue_circle", "red_circle", "yellow_circle")

    @cached_property
    def body(self) -> Body:
        faces = {
            top + left + right: [
                range(row * COLS + middle - wide, row * COLS + middle + wide + 1) for wide, row in enumerate(rows)
            ]
            for _, middle, rows, top, left, right in UNFOLDED
        }
        return pyramid(faces, self.colors)

"""The picture of the Skewb, unfolded: a letter turns a corner, a capital clockwise, a small one counterclockwise."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.bodies import Body, cut_cube
from perfect_play.puzzles.one_player.skewb import AROUND, COLS, ORIGINS
from perfect_play.puzzles.picture import Net, stickers


class Cube(Net):
    images: ClassVar = stickers(
        "whitepiece", "orange_circle", "green_circle", "red_circle", "blue_circle", "yellow_circle"
    )

    @cached_property
    def body(self) -> Body:
        firsts = {face: row * COLS + col for face, (row, col) in ORIGINS.items()}
        below = 2 * COLS
        faces = {
            face: (first + COLS + 1, (first, first + 2, first + below, first + below + 2))
            for face, first in firsts.items()
        }
        return cut_cube(faces, AROUND, self.colors)

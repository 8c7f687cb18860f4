"""The Skewb as a body."""

from __future__ import annotations

from perfect_play.puzzles.drawing.bodies import Body, cut_cube
from perfect_play.puzzles.drawing.svg_shapes import BLUE, CREAM, GREEN, ORANGE, RED, YELLOW
from perfect_play.puzzles.one_player.skewb import AROUND, COLS, ORIGINS
from perfect_play.puzzles.picture import Picture

COLORS = dict(zip("012345", (CREAM, ORANGE, GREEN, RED, BLUE, YELLOW), strict=True))


class Cube(Picture):
    @property
    def body(self) -> Body:
        firsts = {face: row * COLS + col for face, (row, col) in ORIGINS.items()}
        below = 2 * COLS
        faces = {
            face: (first + COLS + 1, (first, first + 2, first + below, first + below + 2))
            for face, first in firsts.items()
        }
        return cut_cube(faces, AROUND, COLORS)

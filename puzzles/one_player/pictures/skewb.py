"""The Skewb as a body, and its net of kites and triangles."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.drawing.bodies import Body, cut_cube
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import (
    BLACK,
    BLUE,
    CREAM,
    GREEN,
    ORANGE,
    RED,
    UNIT,
    YELLOW,
    Point,
    filled,
    path,
    rect,
)
from perfect_play.puzzles.one_player.skewb import AROUND, COLS, ORIGINS, ROWS
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY

SHAPES = {
    "m": "M0 -60L60 0L0 60L-60 0Z",
    "a": "M-20 -20H40L-20 40Z",
    "b": "M20 -20V40L-40 -20Z",
    "c": "M-20 20V-40L40 20Z",
    "d": "M20 20H-40L20 -40Z",
}
"""The stickers of a face: its middle and, row by row, its corners, each around the middle of its cell."""
PLACES = {"m": (1, 1), "a": (0, 0), "b": (0, 2), "c": (2, 0), "d": (2, 2)}
COLORS = dict(zip("012345", (CREAM, ORANGE, GREEN, RED, BLUE, YELLOW), strict=True))


class Cube(Picture):
    @cached_property
    def look(self) -> Look:
        """Faces of three by three cells."""
        kinds, faces = [" "] * ROWS * COLS, ""
        for row, col in ORIGINS.values():
            faces += rect((col + 1.5) * UNIT, (row + 1.5) * UNIT, 3 * UNIT, 3 * UNIT, 0, filled(BLACK, BLACK, 6))
            for kind, (down, right) in PLACES.items():
                kinds[(row + down) * COLS + col + right] = kind
        pieces = {
            kind + char: path(shape, filled(color, BLACK, 3))
            for kind, shape in SHAPES.items()
            for char, color in COLORS.items()
        }
        return replace(
            super().look,
            pieces={EMPTY: "", **pieces},
            kinds="".join(kinds),
            centers=grid(ROWS, COLS),
            size=Point(COLS * UNIT, ROWS * UNIT),
            under=faces,
        )

    @property
    def body(self) -> Body:
        firsts = {face: row * COLS + col for face, (row, col) in ORIGINS.items()}
        below = 2 * COLS
        faces = {
            face: (first + COLS + 1, (first, first + 2, first + below, first + below + 2))
            for face, first in firsts.items()
        }
        return cut_cube(faces, AROUND, COLORS)

"""The Pyraminx as a body, and its net of triangles."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.drawing.bodies import Body, pyramid
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import BLUE, GREEN, RED, YELLOW, Point
from perfect_play.puzzles.one_player.pyraminx import BUTTONS, COLS, ROWS, UNFOLDED
from perfect_play.puzzles.picture import Picture

COLORS = {"0": GREEN, "1": BLUE, "2": RED, "3": YELLOW}
HALF, HIGH = 36, 36 * 3**0.5  # half of the base of a triangle, and its height


class Pyramid(Picture):
    @cached_property
    def look(self) -> Look:
        """The places of triangles, of which every other one points up, `u`, and the others down, `d`."""
        kinds = enumerate(super().look.kinds)
        centers = [
            Point((cell % COLS + 1) * HALF, (cell // COLS + "*du".index(kind) / 3) * HIGH) for cell, kind in kinds
        ]
        for button in BUTTONS.values():
            row, col = divmod(button.cell, COLS)
            centers[button.cell] = Point((col + (0.5 if col < COLS // 2 else 1.5)) * HALF, (row + 0.5) * HIGH)
        return replace(super().look, centers=tuple(centers), size=Point((COLS + 1) * HALF, ROWS * HIGH))

    @property
    def body(self) -> Body:
        faces = {
            top + left + right: [
                range(row * COLS + middle - wide, row * COLS + middle + wide + 1) for wide, row in enumerate(rows)
            ]
            for _, middle, rows, top, left, right in UNFOLDED
        }
        return pyramid(faces, COLORS)

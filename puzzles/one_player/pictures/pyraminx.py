"""The Pyraminx as a body."""

from __future__ import annotations

from perfect_play.puzzles.drawing.bodies import Body, pyramid
from perfect_play.puzzles.drawing.shapes import BLUE, GREEN, RED, YELLOW
from perfect_play.puzzles.one_player.pyraminx import COLS, UNFOLDED
from perfect_play.puzzles.picture import Picture


class Pyramid(Picture):
    @property
    def body(self) -> Body:
        faces = {
            top + left + right: [
                range(row * COLS + middle - wide, row * COLS + middle + wide + 1) for wide, row in enumerate(rows)
            ]
            for _, middle, rows, top, left, right in UNFOLDED
        }
        return pyramid(faces, {"0": GREEN, "1": BLUE, "2": RED, "3": YELLOW})

"""The 2x2x2 cube: as a body, and seen from two sides, with an arrow for every quarter turn; half turns have names."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.bodies import Body, cube
from perfect_play.puzzles.drawing.svg_shapes import BLUE, GREEN, ORANGE, RED, WHITE, YELLOW
from perfect_play.puzzles.one_player.rubikscube import FACES, STICKER_CELLS
from perfect_play.puzzles.picture import Picture

COLORS = dict(zip("012345", (WHITE, RED, GREEN, ORANGE, BLUE, YELLOW), strict=True))
ADJACENT = {"F": "LU", "L": "DB", "U": "LB", "R": "UB", "B": "LD", "D": "LF"}
"""The faces above each face of the net and to its right."""
LETTERS = "abcdefghijklmnopqr"  # six colors on F and B, six on L and R, six on U and D
FIRST_LETTERS = [first for first in (0, 6, 12, 6, 0, 12) for _ in range(4)]  # of every sticker


def faces_of(cells: Sequence[int]) -> dict[str, list[Sequence[int]]]:
    """The cells of each face, row by row, from those of all stickers."""
    size = isqrt(len(cells) // len(FACES))
    rows = [cells[i : i + size] for i in range(0, len(cells), size)]
    return {face: rows[i * size : (i + 1) * size] for i, face in enumerate(FACES)}


class Cube(Picture):
    @property
    def body(self) -> Body:
        return cube(faces_of(STICKER_CELLS), ADJACENT, COLORS)

    def cells(self, position: Position) -> str:
        colors = map(int, self.rules.format(position))
        return "".join(LETTERS[first + color] for first, color in zip(FIRST_LETTERS, colors, strict=True))

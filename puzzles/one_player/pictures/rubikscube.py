"""The picture of the 2x2x2 cube, seen from two sides, with an arrow for every quarter turn; half turns have names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import isqrt

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.bodies import cube
from perfect_play.puzzles.drawing.grids import net
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLUE, GREEN, ORANGE, RED, WHITE, YELLOW
from perfect_play.puzzles.one_player.rubikscube import FACES, MOVES, STICKER_CELLS
from perfect_play.puzzles.picture import PLACE, Image, Picture, Theme
from perfect_play.puzzles.view import Move as Arrow

QUARTERS = [move for move in MOVES if not move.endswith("2")]
COLORS = (WHITE, RED, GREEN, ORANGE, BLUE, YELLOW)
ADJACENT = {"F": "LU", "L": "DB", "U": "LB", "R": "UB", "B": "LD", "D": "LF"}
"""The faces above each face of the net and to its right."""
LETTERS = "abcdefghijklmnopqr"  # six colors on F and B, six on L and R, six on U and D
FIRST_LETTERS = [first for first in (0, 6, 12, 6, 0, 12) for _ in range(4)]  # of every sticker

# fmt: off
STICKERS = (
    (38.75, 41.25), (38.75, 31.25), (46.25, 43.75), (46.25, 33.75),
    (8.75, 28.75), (16.25, 26.5), (8.75, 18.75), (16.25, 16.5),
    (42.5, 25.0), (50.0, 22.5), (50.0, 27.5), (57.5, 25.0),
    (53.75, 33.75), (61.25, 31.25), (53.75, 43.75), (61.25, 41.25),
    (83.75, 16.5), (83.75, 26.5), (91.25, 18.75), (91.25, 28.75),
    (50.0, 67.5), (42.5, 70.0), (57.5, 70.0), (50.0, 72.5),
)
ARROWS = (  # from and to, for each of QUARTERS
    (48.5, 53.5), (33.5, 48.5), (1.0, 17.0), (1.0, 33.0), (33.5, 21.5), (48.5, 16.5),
    (69.0, 27.0), (69.0, 43.0), (96.5, 11.5), (81.5, 6.5), (51.5, 78.5), (66.5, 73.5),
    (31.0, 27.0), (31.0, 43.0), (3.5, 11.5), (18.5, 6.5), (66.5, 21.5), (51.5, 16.5),
    (51.5, 53.5), (66.5, 48.5), (99.0, 17.0), (99.0, 33.0), (48.5, 78.5), (33.5, 73.5),
)
# fmt: on


def faces_of(cells: Sequence[int]) -> dict[str, list[Sequence[int]]]:
    """The cells of each face, row by row, from those of all stickers."""
    size = isqrt(len(cells) // len(FACES))
    rows = [cells[i : i + size] for i in range(0, len(cells), size)]
    return {face: rows[i * size : (i + 1) * size] for i, face in enumerate(FACES)}


class Cube(Picture):
    quality = "v2"

    @cached_property
    def look(self) -> Look:
        return net(cube(faces_of(STICKER_CELLS), ADJACENT, dict(zip("012345", COLORS, strict=True))))

    def themes(self) -> Sequence[Theme]:
        return (
            Theme(
                (100, 100),
                STICKERS + ARROWS,
                {letter: Image(f"rubikscube/{letter}.svg", 100) for letter in LETTERS},
                sounds={"x": PLACE},
                foreground="rubikscube/fg.svg",
                animation="entityFade",
                arrow_width=1,
            ),
        )

    def cells(self, position: Position) -> str:
        colors = map(int, self.rules.format(position))
        return "".join(LETTERS[first + color] for first, color in zip(FIRST_LETTERS, colors, strict=True))

    def button(self, position: Position, move: Move) -> Arrow | None:
        if move not in QUARTERS:
            return None
        first = len(STICKERS) + 2 * QUARTERS.index(move)
        return Arrow(first, first + 1)

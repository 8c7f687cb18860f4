"""The picture of Slide-5, on the page's board, which stands on a corner; the small board has none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.men import color_of, disc
from perfect_play.puzzles.drawing.shapes import DARK_WOOD, UNIT, WOOD, Point, circle, filled, rect, stroke
from perfect_play.puzzles.picture import BLUE, HOLE, RED, REMOVE, Image, Picture, Theme, ground
from perfect_play.puzzles.view import EMPTY, VOID, Move

SIDE = 5  # of the page's board


class Discs(Picture):
    @cached_property
    def look(self) -> Look:
        """Discs in a box into which they are pushed, from the left and from below."""
        side: int = self.rules.rows
        wide = side * UNIT + 6
        box = rect((side / 2 + 1) * UNIT, side * UNIT / 2, wide, wide, 6, filled(WOOD, DARK_WOOD, 3))
        cells = [Point((col + 1.5) * UNIT, (row + 0.5) * UNIT) for row in range(side) for col in range(side)]
        holes = "".join(circle(x, y, 16, 'fill="#00000022"') for x, y in cells)
        from_left = "".join(f"M6 {(row + 0.5) * UNIT}h26m-9 -7l9 7l-9 7" for row in range(side))
        high = side * UNIT
        from_below = "".join(f"M{(col + 1.5) * UNIT} {high + 34}v-26m-7 9l7 -9l7 9" for col in range(side))
        size = Point((side + 1) * UNIT, (side + 1) * UNIT)
        under = box + holes + stroke(from_left + from_below, "#8a939a", 3)
        return Look(
            {EMPTY: "", VOID: "", "X": disc(color_of(BLUE)), "O": disc(color_of(RED))},
            centers=grid(side + 1, side + 1),
            size=size,
            under=under,
        )

    def themes(self) -> Sequence[Theme]:
        """The cells, then the ends of an arrow for each row and each column."""
        side = self.rules.rows
        centers = [(50 + 25 * (col + row), 175 + 25 * (col - row)) for row in range(side) for col in range(side)]
        for row in range(side):
            centers += [(5 + 25 * row, 130 - 25 * row), (35 + 25 * row, 160 - 25 * row)]
        first = 105 + 25 * (side - 2) + 15
        for col in range(side):
            centers += [(first + 25 * col, 225 - first + 25 * col), (first - 30 + 25 * col, 255 - first + 25 * col)]
        board: dict[str, Any] = {"foreground": "slide5/foreground5x5.svg"}
        if side != SIDE:
            board = ground("", centers[: side * side], 24, HOLE)
        images, sounds = {"X": Image(BLUE, 35), "O": Image(RED, 35)}, {"x": REMOVE}
        return (Theme((300, 300), tuple(centers), images, sounds, animation="entityFade", arrow_width=5, **board),)

    def cells(self, position: Position) -> str:
        rows: int = self.rules.rows
        return position[1] + EMPTY * 4 * rows

    def button(self, position: Position, move: int) -> Move:
        first = len(position[1]) + 2 * move
        return Move(first, first + 1)

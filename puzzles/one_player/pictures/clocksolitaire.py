"""The picture of Clock Solitaire: pegs on a clock face, with the cells of the pattern marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import cos, pi, sin

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import disc
from perfect_play.puzzles.drawing.shapes import DARK_WOOD, HOLE, INK, RED, WOOD, Point, circle, filled, label
from perfect_play.puzzles.jumping import Jump
from perfect_play.puzzles.one_player.clocksolitaire import FACE, RING
from perfect_play.puzzles.picture import BROWN_PIECE, SLIDE_THEN_REMOVE, Image, Picture, Theme
from perfect_play.puzzles.view import EMPTY, VOID, Move

CENTERS = (
    *((5.0, 1.34), (6.99, 1.83), (8.33, 3.23), (8.86, 5.0), (8.33, 6.87), (6.99, 8.3)),  # the ring from the top
    *((5.0, 8.66), (2.93, 8.29), (1.64, 6.87), (1.14, 5.0), (1.64, 3.24), (2.93, 1.83)),
    *((5.93, 3.44), (6.93, 5.0), (5.93, 6.68), (3.92, 6.68), (3.13, 5.0), (3.92, 3.44)),  # the inner ring
    (5.0, 5.0),
)


class Clock(Picture):
    @cached_property
    def look(self) -> Look:
        """Pegs in the holes of a clock's face; the holes of the pattern have a red rim."""
        board = self.rules.board(self.rules.start())
        centers = [Point(0, 0)] * len(board.cells)
        for (row, col), (x, y) in zip(FACE, CENTERS, strict=True):
            centers[row * board.cols + col] = Point(36 * x, 36 * y)
        face = circle(180, 180, 178, filled(WOOD, DARK_WOOD, 3))
        holes = "".join(circle(36 * x, 36 * y, 8, filled(HOLE, "#00000066")) for x, y in CENTERS)
        holes += "".join(
            circle(36 * CENTERS[cell][0], 36 * CENTERS[cell][1], 18, f'fill="none" stroke="{RED}" stroke-width="3"')
            for cell in self.rules.variant.options
        )
        hours = "".join(
            label(str(hour or 12), 180 + 164 * sin(hour * pi / 6), 180 - 164 * cos(hour * pi / 6), INK, 14)
            for hour in range(RING)
        )
        pegs = {"x": disc("#9a6b3f"), EMPTY: "", VOID: ""}
        return Look(pegs, centers=tuple(centers), size=Point(360, 360), under=face + hours + holes)

    def themes(self) -> Sequence[Theme]:
        return (
            Theme(
                (10, 10),
                CENTERS,
                {"x": Image(BROWN_PIECE, 1)},
                {"x": SLIDE_THEN_REMOVE},
                background=f"clocksolitaire/{self.rules.variant.id}_grid.svg",
                animation="entityFade",
                arrow_width=0.15,
            ),
        )

    def cells(self, position: int) -> str:
        return str(self.rules.format(position))

    def button(self, position: int, move: Jump) -> Move:
        return Move(*move)

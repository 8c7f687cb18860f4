"""The picture of Clock Solitaire: pegs on a clock face, with the cells of the pattern marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzles.drawing.grids import boxes
from puzzles.drawing.look import Look
from puzzles.drawing.men import disc
from puzzles.jumping import Jump
from puzzles.picture import BROWN_PIECE, SLIDE_THEN_REMOVE, Image, Picture, Theme
from puzzles.view import Move

CENTERS = (
    *((5.0, 1.34), (6.99, 1.83), (8.33, 3.23), (8.86, 5.0), (8.33, 6.87), (6.99, 8.3)),  # the ring from the top
    *((5.0, 8.66), (2.93, 8.29), (1.64, 6.87), (1.14, 5.0), (1.64, 3.24), (2.93, 1.83)),
    *((5.93, 3.44), (6.93, 5.0), (5.93, 6.68), (3.92, 6.68), (3.13, 5.0), (3.92, 3.44)),  # the inner ring
    (5.0, 5.0),
)


class Clock(Picture):
    @cached_property
    def look(self) -> Look:
        return boxes({"x": disc("#9a6b3f")})

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

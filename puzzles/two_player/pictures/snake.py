"""The picture of Snake, on the page's board; the body is drawn as a row of discs, since its bends are unknown."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from puzzles.drawing.blocks import part
from puzzles.drawing.grids import field
from puzzles.drawing.look import Look
from puzzles.drawing.shapes import YELLOW, path
from puzzles.drawing.things import SNAKE, SNAKE_HEAD, SNAKE_TAIL
from puzzles.picture import Image, Pieces

SPOTS = path("M0 -7L6 0L0 7L-6 0Z", f'fill="{YELLOW}"')


class Snake(Pieces):
    images: ClassVar = {
        "h": Image("snake/h.svg", 1),
        "t": Image("snake/t.svg", 1),
        "b": Image("general/brownpiece.svg", 0.8),
    }

    @cached_property
    def look(self) -> Look:
        """The body fills its cells as one piece, since its bends are unknown."""
        body = {f"b{sides:x}": part(SNAKE, sides, 2, 15) + SPOTS for sides in range(16)}
        lawn = field(self.board, {**body, "h": SNAKE_HEAD, "t": SNAKE_TAIL}, "#dfe8cc")
        return replace(lawn, merged="b")

    page_board: ClassVar = (
        4,
        {
            "sounds": {"x": "animals/snake.mp3"},
            "background": "snake/grid.svg",
            "entities_over_arrows": True,
            "name": "slither",
        },
    )

"""The picture of Snake, on the page's board; a snake that could lie on its cells in several ways is drawn in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from string import digits
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.blocks import part
from perfect_play.puzzles.drawing.grids import field
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import YELLOW, path
from perfect_play.puzzles.drawing.things import SNAKE, SNAKE_HEAD, SNAKE_TAIL
from perfect_play.puzzles.picture import Image, Pieces, Theme
from perfect_play.puzzles.two_player import snake
from perfect_play.puzzles.view import EMPTY

SPOTS = path("M0 -7L6 0L0 7L-6 0Z", f'fill="{YELLOW}"')
SIDES = {1: "right", -1: "left", 4: "down", -4: "up"}
BENDS = {
    frozenset(sides.split()): digit
    for digit, sides in zip(
        digits,
        ("left right", "up right", "left up", "up down", "right down", "left down", "left", "up", "right", "down"),
        strict=True,
    )
}
"""The image of a part of the body, by the sides on which it goes on."""


class Snake(Pieces):
    images: ClassVar = {
        "h": Image("snake/h.svg", 1),
        "t": Image("snake/t.svg", 1),
        **{digit: Image(f"snake/{digit}.svg", 1.01) for digit in digits},
    }

    @cached_property
    def look(self) -> Look:
        """The body fills its cells as one piece, since its bends are unknown."""
        body = {f"b{sides:x}": part(SNAKE, sides, 2, 15) + SPOTS for sides in range(16)}
        lawn = field(self.board, {**body, "h": SNAKE_HEAD, "t": SNAKE_TAIL}, "#dfe8cc")
        return replace(lawn, merged="b")

    def cells(self, position: Position) -> str:
        """The cells with the bends of the body, then the ends again."""
        cells = position[1]
        board, route = [*cells], _route(cells)
        for place, cell in enumerate(route):
            joined = route[max(0, place - 1) : place] + route[place + 1 : place + 2]
            board[cell] = BENDS[frozenset(SIDES[neighbor - cell] for neighbor in joined)]
        return "".join(board) + "".join(char if char in "ht" else EMPTY for char in cells)

    def themes(self) -> Sequence[Theme]:
        """The page's board, and the cells a second time for the ends."""
        (theme,) = super().themes()
        return (replace(theme, centers=2 * theme.centers),)

    page_board: ClassVar = (
        16,
        {
            "sounds": {"x": "animals/snake.mp3"},
            "background": "snake/grid.svg",
            "entities_over_arrows": True,
            "name": "slither",
        },
    )


def _route(cells: str) -> list[int]:
    """The cells of a snake from its head to its tail; empty if no route leads through its whole body."""
    head, tail = cells.index("h"), cells.index("t")
    length = len(cells.replace(EMPTY, ""))
    waiting = [[head]]
    while waiting:
        route = waiting.pop()
        if len(route) == length and route[-1] == tail:
            return route
        neighbors = snake.Snake.neighbors[route[-1]]
        waiting += [[*route, cell] for cell in neighbors if cells[cell] != EMPTY and cell not in route]
    return []

"""The picture of Connect 4 Twist and Turn, on the page's towers: arrows to drop, and arrows in a column for a turn."""

from __future__ import annotations

from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.picture import REMOVE, Drawn, Image, Pieces, Theme
from puzzles.two_player.connect4twist import LEFT
from puzzles.view import Add, Move

PITCH = {3: 0.8, 4: 0.8, 5: 0.775}
"""The side of a cell, by the number of columns."""


class Tower(Pieces):
    images: ClassVar = {
        "x": Image("general/blue_circle.svg", 0.75),
        "o": Image("general/red_circle.svg", 0.75),
        "l": Image("connect4twist/left.svg", 0.3),
        "r": Image("connect4twist/right.svg", 0.3),
    }

    def own_board(self) -> Theme:
        rows, cols = self.rules.rows, self.rules.cols
        pitch = PITCH[cols]
        left, top = (0.4, 1.3) if cols == 5 else (0.8, 1.2)
        columns = [left + pitch * col for col in range(cols)]
        cells = [(x, top + pitch * row) for row in range(rows) for x in columns]
        drops = [(x, y) for y in (0, top - pitch / 2) for x in columns]
        turns = [(x + aside, y) for aside in (-0.18, 0.18) for x, y in cells]
        return Theme(
            (4, max(rows, cols)),
            (*cells, *drops, *turns),
            self.images,
            {"x": REMOVE},
            foreground=f"connect4twist/foreground{rows}x{cols}.svg" if rows == 4 else "",
            animation="entityFade",
            arrow_width=0.13,
            name="normal",
        )

    def cells(self, position: Position) -> str:
        cols: int = self.rules.cols
        return position[1] + "-" * (2 * cols + 2 * len(position[1]))

    def button(self, position: Position, move: int) -> Drawn:
        """A turn is shown where its row meets the column, on the side to which it goes."""
        size, cols = self.rules.cells, self.rules.cols
        cell, way = divmod(move, 3)
        if not way:
            return Move(size + cell, size + cols + cell)
        return Add("l" if way == LEFT else "r", size + 2 * cols + (way - LEFT) * size + cell)

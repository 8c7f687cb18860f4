"""The picture of Slide-5, on the page's board, which stands on a corner; the small board has none."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.boards.game import Position
from puzzles.picture import BLUE, RED, REMOVE, Image, Picture, Theme
from puzzles.view import EMPTY, Move

SIDE = 5  # of the page's board


class Discs(Picture):
    def themes(self) -> Sequence[Theme]:
        """The cells, then the ends of an arrow for each row and each column."""
        side = self.rules.rows
        centers = [(50 + 25 * (col + row), 175 + 25 * (col - row)) for row in range(side) for col in range(side)]
        for row in range(side):
            centers += [(5 + 25 * row, 130 - 25 * row), (35 + 25 * row, 160 - 25 * row)]
        first = 105 + 25 * (side - 2) + 15
        for col in range(side):
            centers += [(first + 25 * col, 225 - first + 25 * col), (first - 30 + 25 * col, 255 - first + 25 * col)]
        board = "slide5/foreground5x5.svg" if side == SIDE else ""
        images, sounds = {"X": Image(BLUE, 35), "O": Image(RED, 35)}, {"x": REMOVE}
        return (
            Theme((300, 300), tuple(centers), images, sounds, foreground=board, animation="entityFade", arrow_width=5),
        )

    def cells(self, position: Position) -> str:
        rows: int = self.rules.rows
        return position[1] + EMPTY * 4 * rows

    def button(self, position: Position, move: int) -> Move:
        first = len(position[1]) + 2 * move
        return Move(first, first + 1)

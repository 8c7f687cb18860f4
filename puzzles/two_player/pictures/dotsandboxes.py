"""The picture of Dots and Boxes: a click between two dots draws a line; a closed box shows its owner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import dots_and_lines
from perfect_play.puzzles.picture import BLUE, NOWHERE, PLACE, RED, Image, Pieces, Theme, grid_centers
from perfect_play.puzzles.view import VOID, Line

DOT = "d"


class Boxes(Pieces):
    """The dots come last, on top of the ends of the lines."""

    images: ClassVar = {
        "h": Image("hashi/horizpill.svg", 0.9),
        "v": Image("hashi/vertpill.svg", 0.9),
        "x": Image(BLUE, 0.5),
        "o": Image(RED, 0.5),
        DOT: Image("general/blackpiece.svg", 0.25),
    }
    letters: ClassVar = str.maketrans(NOWHERE, DOT)

    @cached_property
    def look(self) -> Look:
        return dots_and_lines(self.board)

    @cached_property
    def order(self) -> Sequence[int]:
        cells = self.board.cells
        return sorted(range(len(cells)), key=lambda cell: cells[cell] == VOID)

    def own_board(self) -> Theme:
        rows, cols = self.board.rows, self.board.cols
        places = grid_centers(rows, cols, 0.5, 0.25)
        return Theme(
            (cols / 2 + 0.5, rows / 2 + 0.5),
            tuple(places[cell] for cell in self.order),
            self.images,
            sounds={"x": PLACE},
            animation="entityFade",
            line_width=0.06,
        )

    def button(self, position: Position, move: Move) -> Line:
        """A line from dot to dot."""
        cols = self.board.cols
        step = cols if move // cols % 2 else 1
        return Line(self.center(move - step), self.center(move + step))

    def description(self, position: Any, move: Any) -> str:
        """The line's direction in words: `level a2`."""
        name: str = super().description(position, move)
        return {"h": "level ", "v": "upright "}[name[0]] + name[1:]

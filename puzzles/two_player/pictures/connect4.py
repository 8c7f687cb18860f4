"""The pictures of Connect Four, column by column and each from the top; an arrow above a column drops a disc.

The page has two frames, of 6 rows. Any other board is drawn: a gray square for each cell with a hole, or a disc, on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import drop_board
from perfect_play.puzzles.picture import BLUE, GRAY, RED, REMOVE, WHITE, Image, Pieces, Point, Theme
from perfect_play.puzzles.view import EMPTY
from perfect_play.puzzles.view import Move as Arrow

FRAMES = {(6, 6), (6, 7)}  # rows and columns
HOLE = "W"


class Discs(Pieces):
    images: ClassVar = {"X": Image(BLUE, 1), "O": Image(RED, 1)}
    letters: ClassVar = str.maketrans("xo", "XO")

    @cached_property
    def look(self) -> Look:
        return drop_board(self.board.rows, self.board.cols)

    @cached_property
    def order(self) -> Sequence[int]:
        rows, cols = self.rules.rows, self.rules.cols
        return [row * cols + col for col in range(cols) for row in range(rows)]

    def own_board(self) -> Theme | None:
        rows, cols = self.rules.rows, self.rules.cols
        if (rows, cols) not in FRAMES:
            return None
        return self._picture(self.images, foreground=f"connect4/foreground{rows}x{cols}.svg")

    def themes(self) -> Sequence[Theme]:
        images = {HOLE: Image(WHITE, 0.8), "X": Image(BLUE, 0.9), "O": Image(RED, 0.9)}
        return (self.own_board() or self._picture(images, tiles=self._places, tile=Image(GRAY, 1.12)),)

    @cached_property
    def _places(self) -> tuple[Point, ...]:
        return tuple((cell % self.rules.cols + 0.5, cell // self.rules.cols + 1.5) for cell in self.order)

    def _picture(self, images: Mapping[str, Image], **fields: Any) -> Theme:
        rows, cols = self.rules.rows, self.rules.cols
        above = tuple((col + 0.5, height) for height in (0, 1) for col in range(cols))
        return Theme(
            (cols, rows + 1),
            self._places + above,
            images,
            sounds={"x": REMOVE},
            animation="entityFade",
            arrow_width=0.13,
            name="normal",
            **fields,
        )

    def cells(self, position: Position) -> str:
        cells = super().cells(position)
        return cells.replace(EMPTY, HOLE) if self.tiles else cells

    def button(self, position: Position, move: Move) -> Arrow:
        top = len(self.order) + move
        return Arrow(top, top + self.rules.cols)

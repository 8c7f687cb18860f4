"""The pictures of Clobber, on the page's boards where they fit; two of these are upright: rows and columns swap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.grid import step_name
from perfect_play.puzzles.picture import Image, Pieces, Theme, grid_centers

FLAT, UPRIGHT = {(3, 5), (4, 5)}, {(3, 4), (3, 6)}  # by rows and columns of the rules


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/blackpiece.svg", 1), "o": Image("general/whitepiece.svg", 1)}

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, self.men)

    @cached_property
    def _upright(self) -> bool:
        return (self.rules.rows, self.rules.cols) in UPRIGHT

    def own_board(self) -> Theme | None:
        rows, cols = self.rules.rows, self.rules.cols
        if (rows, cols) not in FLAT | UPRIGHT:
            return None
        if self._upright:
            rows, cols = cols, rows
        board = f"clobber/{cols}x{rows}.svg"
        return Theme((cols, rows), grid_centers(rows, cols), self.images, background=board, arrow_width=0.1)

    @cached_property
    def order(self) -> Sequence[int]:
        rows, cols = self.rules.rows, self.rules.cols
        if not self._upright:
            return range(rows * cols)
        return [row * cols + col for col in range(cols) for row in range(rows)]

    def name(self, position: Position, move: Move) -> str:
        """The move by the names of cells on the board as drawn."""
        if not self._upright:
            return str(super().name(position, move))
        return step_name((self.center(source_of(move)), self.center(target_of(move))), self.rules.cols, self.rules.rows)

"""The picture of Quick Chess, on the page's board, which lies on its side."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Pieces, Theme, grid_centers
from perfect_play.puzzles.two_player.pictures.onedchess import CHESSMEN, SOUNDS


class Chessmen(Pieces):
    images: ClassVar = {char: CHESSMEN[char] for char in "KQRkqr"}

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, self.men)

    def own_board(self) -> Theme:
        centers = tuple((y, x) for x, y in grid_centers(4, 3))
        return Theme((4, 3), centers, self.images, SOUNDS, background="quickchess/grid.svg")

    def sound(self, position: tuple[int, str], move: int) -> str:
        captures = position[1][self.rules.button(position, move).target] != "-"
        return "y" if captures else "x"

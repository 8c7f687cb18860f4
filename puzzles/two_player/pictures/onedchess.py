"""The picture of 1D Chess, on the page's strip of squares."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import SLIDE, SLIDE_THEN_REMOVE, Image, Pieces, Theme, unit_grid

SOUNDS = {"x": SLIDE, "y": SLIDE_THEN_REMOVE}
CHESSMEN = {char: Image(f"chess/wikipedia/{char if char.isupper() else 2 * char}.svg", 1) for char in "KQRNkqrn"}


class Chessmen(Pieces):
    images: ClassVar = {char: CHESSMEN[char] for char in "KNRknr"}

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, self.men)

    def own_board(self) -> Theme:
        return unit_grid(
            self.rules,
            self.images,
            sounds=SOUNDS,
            background="1dchess/grid.svg",
            arrow_width=0.1,
            entities_over_arrows=False,
            name="basic",
        )

    def sound(self, position: tuple[int, str], move: int) -> str:
        captures = position[1][self.rules.button(position, move).target] != "-"
        return "y" if captures else "x"

"""The picture of 4-Square-Tic-Tac-Toe, on the page's board; the small one on squares."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards import lines, squares
from perfect_play.puzzles.drawing.grids import marks, shape
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import HITBOX, PLACE, Image, Pieces, Theme, grid_centers


class Marks(Pieces):
    place = "t"
    images: ClassVar = {"X": Image("ttt/x.svg", 0.99), "O": Image("ttt/o.svg", 0.99), "t": Image(HITBOX, 0.99)}

    @cached_property
    def look(self) -> Look:
        """The grid, and above it the shapes that win."""
        side, diamonds, _ = self.rules.variant.options
        wins = (lines(side, side, side)[1], squares(side, 1)[-1], squares(side, side - 1)[0])
        return marks(self.board, self.men, signs=[shape(side, win) for win in (*wins, *diamonds[:1], *diamonds[-1:])])

    def own_board(self) -> Theme | None:
        if self.rules.rows != 4:
            return None
        background = "4squaretictactoe/board.svg"
        sounds = {"x": PLACE}
        return Theme((4, 4), grid_centers(4, 4), self.images, sounds, background=background, animation="entityFade")

"""The picture of N Queens: queens on a chessboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import chessman
from perfect_play.puzzles.picture import HITBOX, REMOVE, Image, Picture, Theme, unit_grid


class Queens(Picture):
    @cached_property
    def look(self) -> Look:
        return checkered(self.board, dict.fromkeys("QXh", chessman("Q", True)))

    def themes(self) -> Sequence[Theme]:
        images = {"Q": Image("chess/wikipedia/Q.svg", 1), "h": Image(HITBOX, 1)}
        background = f"nqueens/grid{self.rules.side}.svg"
        return (unit_grid(self.rules, images, sounds={"x": REMOVE}, background=background, animation="entityFade"),)

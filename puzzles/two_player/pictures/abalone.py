"""The picture of Abalone: black and white marbles in the hollows of a board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.men import ball
from perfect_play.puzzles.drawing.scenes import hollows
from perfect_play.puzzles.drawing.shapes import BLACK, CREAM
from perfect_play.puzzles.picture import Image, Pieces


class Marbles(Pieces):
    images: ClassVar = {"o": Image("general/bluepiece.svg", 0.8), "x": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return named(hollows(self.board, {"x": ball(BLACK, 20), "o": ball(CREAM, 20)}), self.board, x=0, y=30)

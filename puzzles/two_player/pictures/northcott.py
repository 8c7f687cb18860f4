"""The picture of Northcott's Game: a blue and a red counter in every row."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import disc
from perfect_play.puzzles.drawing.shapes import BLACK, CREAM
from perfect_play.puzzles.picture import BLUE, RED, Image, Pieces


class Counters(Pieces):
    images: ClassVar = {"x": Image(BLUE, 0.7), "o": Image(RED, 0.7)}

    @cached_property
    def look(self) -> Look:
        """A checker of each color in every row of a checkered board, as in Winning Ways."""
        return checkered(self.board, {"x": disc(CREAM), "o": disc(BLACK)})

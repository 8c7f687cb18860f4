"""The picture of Tant Fant: blue and red pieces on the page's board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import PINK, WHITE, moved, path
from perfect_play.puzzles.picture import Image, Pieces
from perfect_play.puzzles.two_player.pictures.achi import ALQUERQUE

PETAL = path("M0 0Q-16 -26 0 -46Q16 -26 0 0Z", f'fill="{PINK}" fill-opacity="0.4"')
LOTUS = "".join(moved(PETAL, 0, 0, turn) for turn in range(0, 360, 45))


class Stones(Pieces):
    images: ClassVar = {"X": Image("general/bluepiece.svg", 0.8), "O": Image("general/redpiece.svg", 0.8)}
    step = "y"
    page_board: ClassVar = (9, {**ALQUERQUE, "background": "tantfant/board.svg"})

    @cached_property
    def look(self) -> Look:
        """A board with a band in the colors of India, and a lotus."""
        return crossings(self.board, self.men, "alternate", band=("#ff9933", WHITE, "#138808"), motif=LOTUS)

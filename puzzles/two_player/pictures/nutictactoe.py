"""The picture of Nu Tic-Tac-Toe: blue and red pieces; the page has the larger board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("general/bluepiece.svg", 0.8), "O": Image("general/redpiece.svg", 0.8)}
    page_board: ClassVar = (
        20,
        {"origin": (0.5, 0), "space": (5, 5), "background": "nutictactoe/board.svg", "arrow_width": 0.075},
    )

    @cached_property
    def look(self) -> Look:
        return crossings(self.board, self.men)

"""The picture of Dodgem: blue and red pieces on the page's board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import dodging_board
from perfect_play.puzzles.drawing.shapes import BLUE, RED
from perfect_play.puzzles.drawing.things import car_facing
from perfect_play.puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"o": Image("general/bluepiece.svg", 0.8), "x": Image("general/redpiece.svg", 0.8)}
    page_board: ClassVar = (16, {"background": "dodgem/grid.svg", "entities_over_arrows": True})

    @cached_property
    def look(self) -> Look:
        """Bumper cars, each facing the way out."""
        return dodging_board(self.board, {"o": car_facing(BLUE), "x": car_facing(RED, -90)})

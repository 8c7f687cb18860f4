"""The picture of Dodgem: blue and red pieces on the page's board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.look import Look
from puzzles.drawing.scenes import dodging_board
from puzzles.drawing.shapes import BLUE, RED
from puzzles.drawing.things import car_facing
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"o": Image("general/bluepiece.svg", 0.8), "x": Image("general/redpiece.svg", 0.8)}
    page_board: ClassVar = (16, {"background": "dodgem/grid.svg", "entities_over_arrows": True})

    @cached_property
    def look(self) -> Look:
        """Bumper cars, each facing the way out."""
        return dodging_board(self.board, {"o": car_facing(BLUE), "x": car_facing(RED, -90)})

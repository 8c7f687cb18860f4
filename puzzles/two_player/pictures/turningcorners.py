"""The picture of Turning Corners: coins in rows and columns."""

from __future__ import annotations

from functools import cached_property

from perfect_play.puzzles.drawing.grids import boxes
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Pieces
from perfect_play.puzzles.two_player.pictures.mockturtles import IMAGES, SIDES


class Coins(Pieces):
    images = IMAGES

    @cached_property
    def look(self) -> Look:
        return boxes(SIDES)

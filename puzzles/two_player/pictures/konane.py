"""The picture of Konane: black and white stones on squares."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import checkered
from puzzles.drawing.look import Look
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"o": Image("general/whitepiece.svg", 0.8), "x": Image("general/blackpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return replace(checkered(self.board, self.men), ring=18)

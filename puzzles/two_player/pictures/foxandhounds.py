"""The picture of Fox and Hounds: the page's animals on squares."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.faces import FOX, HOUND
from puzzles.drawing.grids import checkered
from puzzles.drawing.look import Look
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"G": Image("foxandhounds/G.svg", 0.8), "F": Image("foxandhounds/F.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {"F": FOX, "G": HOUND})

"""The picture of Adugo, on the page's boards."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.faces import HOUND
from puzzles.drawing.faces import JAGUAR as JAGUAR_FACE
from puzzles.drawing.grids import crossings
from puzzles.drawing.look import Look
from puzzles.picture import Image, Pieces, Theme, grid_centers

JAGUAR = Image("general/blackpiece.svg", 0.9)


class Animals(Pieces):
    images: ClassVar = {"B": JAGUAR, "b": JAGUAR, "W": Image("general/whitepiece.svg", 0.9)}

    @cached_property
    def look(self) -> Look:
        """A jaguar and its hounds on the lines of alquerque."""
        return crossings(self.board, {**dict.fromkeys("Bb", JAGUAR_FACE), "W": HOUND}, "alternate")

    def own_board(self) -> Theme:
        side: int = self.rules.rows
        return Theme((side, side), grid_centers(side, side), self.images, background=f"adugo/grid{side}x{side}.svg")

"""The picture of Col: a map whose cells are painted blue and red."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import field
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLUE, RED, UNIT, filled, rect
from perfect_play.puzzles.picture import Image, Pieces


class Colors(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        painted = {
            char: rect(0, 0, UNIT, UNIT, 0, filled(color, "#00000066")) for char, color in (("x", BLUE), ("o", RED))
        }
        return field(self.board, painted, "#efe9da")

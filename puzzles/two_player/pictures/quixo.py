"""The picture of Quixo: the page's cubes on squares."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from perfect_play.puzzles.drawing.look import First, Look
from perfect_play.puzzles.drawing.men import cross, nought
from perfect_play.puzzles.drawing.shapes import BARK, UNIT, rect
from perfect_play.puzzles.drawing.things import cube_face
from perfect_play.puzzles.picture import Image, Pieces
from perfect_play.puzzles.view import EMPTY, Add


class Stones(Pieces):
    images: ClassVar = {"X": Image("quixo/x.svg", 0.96), "O": Image("quixo/o.svg", 0.96)}

    @cached_property
    def look(self) -> Look:
        """Wooden cubes on a tray. The first touch takes a cube, the second chooses where to push it back in."""
        side = self.rules.cols * UNIT
        tray = rect(side / 2, side / 2, side + 8, side + 8, 8, f'fill="{BARK}"')
        cubes = {EMPTY: cube_face(), "X": cube_face(cross()), "O": cube_face(nought())}
        first = {cell: First(Add(EMPTY, cell), 0, "XO") for cell in range(self.rules.cells)}
        return Look(cubes, under=tray, first=first)

    def description(self, position: Any, move: Any) -> str:
        """From where the cube is taken to where it is pushed in: `a4-d4`."""
        button = self.rules.button(position, move)
        return f"{self.name_of(button.source)}-{self.name_of(button.target)}"

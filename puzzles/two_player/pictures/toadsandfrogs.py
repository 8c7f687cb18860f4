"""The picture of Toads and Frogs for two: toads are blue, frogs red."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.faces import frog
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import LEAF
from perfect_play.puzzles.drawing.shapes import GREEN
from perfect_play.puzzles.picture import Image, Pieces
from perfect_play.puzzles.view import EMPTY


class Pond(Pieces):
    images: ClassVar = {"x": Image("toadsandfrogs/bluefrog.svg", 0.9), "o": Image("toadsandfrogs/redfrog.svg", 0.9)}

    @cached_property
    def look(self) -> Look:
        return Look({EMPTY: LEAF, "x": LEAF + frog("#9a6b3f"), "o": LEAF + frog(GREEN)})

"""The picture of Abalone: blue and red marbles."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Marbles(Pieces):
    images: ClassVar = {"o": Image("general/bluepiece.svg", 0.8), "x": Image("general/redpiece.svg", 0.8)}

"""The picture of Col: blue and red pieces on a grid."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Colors(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}

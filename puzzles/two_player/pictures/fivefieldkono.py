"""The picture of Five Field Kono: blue and red pieces on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 0.8), "o": Image("general/redpiece.svg", 0.8)}

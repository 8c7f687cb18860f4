"""The picture of Konane: black and white stones on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"o": Image("general/whitepiece.svg", 0.8), "x": Image("general/blackpiece.svg", 0.8)}

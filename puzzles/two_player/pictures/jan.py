"""The picture of Jan: black and white pieces on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"b": Image("general/blackpiece.svg", 0.8), "w": Image("general/whitepiece.svg", 0.8)}

"""Clobber."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/blackpiece.svg", 0.8), "o": Image("general/whitepiece.svg", 0.8)}

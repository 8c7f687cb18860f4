"""The picture of Fox and Hounds: the page's animals on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"G": Image("foxandhounds/G.svg", 0.8), "F": Image("foxandhounds/F.svg", 0.8)}

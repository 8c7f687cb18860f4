"""The picture of Quixo: the page's cubes on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("quixo/x.svg", 0.96), "O": Image("quixo/o.svg", 0.96)}

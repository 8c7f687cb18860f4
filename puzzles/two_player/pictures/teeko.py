"""The picture of Teeko: the page's pieces on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("teeko/x.svg", 0.8), "O": Image("teeko/o.svg", 0.8)}

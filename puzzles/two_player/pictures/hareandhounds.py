"""The picture of Hare and Hounds: the page's animals, the points in a row."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"d": Image("hareandhounds/d.svg", 0.8), "r": Image("hareandhounds/r.svg", 0.8)}

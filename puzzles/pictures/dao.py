"""Dao."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"x": Image("dao/W.svg", 0.8), "o": Image("dao/B.svg", 0.8)}

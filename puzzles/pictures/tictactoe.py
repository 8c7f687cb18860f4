"""Tic-Tac-Toe, with the letters of the page."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Crosses(Pieces):
    images: ClassVar = {"x": Image("general/X.svg", 0.8), "o": Image("general/O.svg", 0.8)}

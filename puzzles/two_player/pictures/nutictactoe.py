"""The picture of Nu Tic-Tac-Toe: blue and red pieces on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("general/bluepiece.svg", 0.8), "O": Image("general/redpiece.svg", 0.8)}

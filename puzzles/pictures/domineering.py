"""Domineering: covered squares; a domino is put on the square clicked and the one below it, or right of it."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Covered(Pieces):
    images: ClassVar = {"x": Image("general/brownpiece.svg", 0.9)}

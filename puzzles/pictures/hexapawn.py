"""Hexapawn, with white pawns below and black ones above."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Pawns(Pieces):
    images: ClassVar = {"x": Image("chess/wikipedia/P.svg", 1), "o": Image("chess/wikipedia/pp.svg", 1)}

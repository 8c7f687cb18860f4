"""The picture of Grundy's game: rows of tokens with links between them; a click on a link cuts it."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import BROWN_PIECE, Image, Pieces


class Heaps(Pieces):
    images: ClassVar = {"o": Image(BROWN_PIECE, 0.9), "c": Image("hashi/horiz1.svg", 1)}

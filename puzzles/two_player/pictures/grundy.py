"""The picture of Grundy's game: rows of tokens with links between them; a click on a link cuts it."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.look import Look
from puzzles.drawing.men import coin
from puzzles.drawing.shapes import GRAY, filled, rect
from puzzles.picture import BROWN_PIECE, Image, Pieces
from puzzles.view import EMPTY, VOID


class Heaps(Pieces):
    images: ClassVar = {"o": Image(BROWN_PIECE, 0.9), "c": Image("hashi/horiz1.svg", 1)}

    @cached_property
    def look(self) -> Look:
        return Look({EMPTY: "", VOID: "", "o": coin(), "c": rect(0, 0, 26, 5, 2, filled(GRAY))})

"""The picture of Grundy's game: rows of tokens with links between them; a click on a link cuts it."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import coin
from perfect_play.puzzles.drawing.shapes import GRAY, filled, rect
from perfect_play.puzzles.picture import BROWN_PIECE, Image, Pieces
from perfect_play.puzzles.view import EMPTY, VOID


class Heaps(Pieces):
    images: ClassVar = {"o": Image(BROWN_PIECE, 0.9), "c": Image("hashi/horiz1.svg", 1)}

    @cached_property
    def look(self) -> Look:
        return Look({EMPTY: "", VOID: "", "o": coin(), "c": rect(0, 0, 26, 5, 2, filled(GRAY))})

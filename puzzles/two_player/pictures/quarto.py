"""The picture of Quarto: the properties of each piece as bits. The page draws the game without these images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import boxes
from puzzles.drawing.look import First, Look
from puzzles.drawing.scenes import quarto_piece
from puzzles.picture import BLUE, NOWHERE, Numbered, Theme, same_image
from puzzles.two_player.quarto import LETTERS
from puzzles.view import EMPTY, Add


class Bits(Numbered):
    images: ClassVar = same_image(LETTERS, BLUE, 0.9)
    letters: ClassVar = str.maketrans(NOWHERE, EMPTY)

    @cached_property
    def look(self) -> Look:
        """The pieces in boxes. First one touches the piece to hand over, then where the own one goes."""
        pieces = boxes({char: quarto_piece(self.number(char)) for char in LETTERS})
        shelf = range(self.rules.side * (self.rules.side + 1), len(self.board.cells))
        return replace(pieces, first={cell: First(Add(EMPTY, cell), 0) for cell in shelf})

    def number(self, char: str) -> str:
        """The bits of the piece."""
        properties: int = self.rules.all.bit_length()
        return f"{LETTERS.index(char):0{properties}b}"

    def themes(self) -> Sequence[Theme]:
        (theme,) = super().themes()
        return (replace(theme, font_size=0.3),)

"""The picture of Quarto: the properties of each piece as bits. The page draws the game without these images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from puzzles.base import Move, Position
from puzzles.drawing.look import First, Look, grid
from puzzles.drawing.scenes import quarto_piece
from puzzles.drawing.shapes import DARK_WOOD, UNIT, WOOD, YELLOW, Point, circle, filled, rect
from puzzles.grid import cell_name
from puzzles.picture import BLUE, NOWHERE, Numbered, Theme, same_image
from puzzles.two_player.quarto import LETTERS
from puzzles.view import EMPTY, VOID, Add

PROPERTIES = (("light", "dark"), ("round", "square"), ("short", "tall"), ("solid", "hollow"))
"""What bits 0 and 1 of a piece say; games with fewer properties have the last ones."""


class Bits(Numbered):
    images: ClassVar = same_image(LETTERS, BLUE, 0.9)
    letters: ClassVar = str.maketrans(NOWHERE, EMPTY)

    @cached_property
    def look(self) -> Look:
        """The board, a tray with the pieces that are left, and between them the piece to be placed.

        The first touch chooses the piece to hand over, the second the cell for the player's own piece.
        """
        side: int = self.rules.side
        wide, gap = side * UNIT, 64
        middle = wide / 2
        hand = Point(wide + gap / 2, middle)
        rest = grid(self.board.rows - side - 1, side, wide + gap)
        board = rect(middle, middle, wide + 6, wide + 6, 8, filled("#3c5146", "#20262b", 2))
        board += "".join(
            circle(x, y, 18, 'fill="#4c6558" stroke="#ffffff" stroke-opacity="0.5"') for x, y in grid(side, side)
        )
        high = rest[-1].y + UNIT / 2
        under = board + rect(wide + gap + middle, high / 2, wide + 6, high + 6, 8, filled(WOOD, DARK_WOOD))
        under += circle(*hand, 21, f'fill="{WOOD}" stroke="{YELLOW}" stroke-width="3"')
        pieces = {EMPTY: "", VOID: "", **{char: quarto_piece(self.number(char)) for char in LETTERS}}
        first_left = side * (side + 1)
        centers = (*grid(side, side), hand, *[hand] * (side - 1), *rest)
        return Look(
            pieces,
            centers=centers,
            size=Point(2 * wide + gap + 3, wide + 3),
            under=under,
            first={cell: First(Add(EMPTY, cell), 0) for cell in range(first_left, len(self.board.cells))},
        )

    def words(self, position: Position, move: Move) -> str:
        """Where the player's own piece goes, and the piece handed over: `b3, hand over light round tall solid`."""
        cell, chosen = move
        place = cell_name(cell, side := self.rules.side, side) if cell >= 0 else ""
        if chosen == EMPTY:
            return place
        names = PROPERTIES[-self.rules.all.bit_length() :]
        given = " ".join(pair[bit == "1"] for pair, bit in zip(names, self.number(chosen), strict=True))
        return f"{place}, hand over {given}" if place else f"hand over {given}"

    def number(self, char: str) -> str:
        """The bits of the piece."""
        properties: int = self.rules.all.bit_length()
        return f"{LETTERS.index(char):0{properties}b}"

    def themes(self) -> Sequence[Theme]:
        (theme,) = super().themes()
        return (replace(theme, font_size=0.3),)

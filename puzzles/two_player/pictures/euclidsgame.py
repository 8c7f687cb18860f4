"""The picture of Euclid's Game: numbers that are struck out, on a grid up to 100."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import INK, UNIT, Point, label
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.euclidsgame import COLS
from perfect_play.puzzles.view import EMPTY

DIGITS_AT = (124, 138, 152, 242, 256, 270)
"""Where the digits of the two numbers taken first are, below the grid."""


class Numbers(Picture):
    @cached_property
    def look(self) -> Look:
        """A kind for each number, which is also on the mark of its move; below, the difference of the first two."""
        plain, limit = super().look, self.rules.limit
        kinds = [chr(0x100 + number) for number in range(limit)]
        pieces = dict(plain.pieces)
        for number, kind in enumerate(kinds, start=1):
            text = str(number)
            pieces[f"{kind}h"] = label(text, 0, 0, INK, 30 if number < 100 else 22, 'class="say"')
            for char in (EMPTY, "X"):
                pieces[kind + char] = plain.pieces[char] + label(text, 0, 0, INK, 15, 'class="say"' * (char == EMPTY))
        high = limit // COLS * UNIT
        signs = [label(sign, x, high + 22, INK, 20, 'class="say"') for sign, x in (("−", 188), ("= ?", 300))]
        return replace(
            plain,
            pieces=pieces,
            kinds="".join(kinds) + "p" * len(DIGITS_AT),
            centers=(*grid(limit // COLS, COLS), *(Point(x, high + 22) for x in DIGITS_AT)),
            size=Point(COLS * UNIT, high + UNIT),
            under="".join(signs),
        )

    def cells(self, position: Position) -> str:
        cells: str = position[1]
        return cells[: self.rules.limit]

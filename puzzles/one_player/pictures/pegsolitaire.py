"""Peg Solitaire: the letters of pegs on the page's boards.

The cells between which a peg can jump share a letter: a page that slides each letter to its next place then sees which
peg has moved.
"""

from __future__ import annotations

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.picture import Picture

HOLE = "-"
LETTERS = {
    "triangle": "abcadabcbcadada",
    "star": "abcbcadacbcba",
    "english": "abacdcabababacdcdcdcabababacdcaba",
    "trapezoid": "ababcdcdcabababcdcdcdc",
}


class Pegs(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, str(self.rules.variant.options[0]))

    def cells(self, position: Position) -> str:
        letters = LETTERS[self.rules.variant.options[0]]
        text: str = self.rules.format(position)
        return "".join(HOLE if char == HOLE else letter for char, letter in zip(text, letters, strict=True))

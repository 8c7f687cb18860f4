"""Peg Solitaire: the letters of pegs on the page's boards.

The cells between which a peg can jump share a letter: a page that slides each letter to its next place then sees which
peg has moved.
"""

from __future__ import annotations

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY, VOID

LETTERS = {
    "triangle": "abcadabcbcadada",
    "star": "abcbcadacbcba",
    "trapezoid": "ababcdcdcabababcdcdcdc",
}


class Pegs(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, str(self.rules.variant.options[0]))

    def cells(self, position: Position) -> str:
        board = str(self.rules.variant.options[0])
        places = [divmod(cell, self.board.cols) for cell, char in enumerate(self.board.cells) if char != VOID]
        letters = LETTERS.get(board) or "".join("abcd"[2 * (row % 2) + col % 2] for row, col in places)
        text: str = self.rules.format(position)
        return "".join(EMPTY if char == EMPTY else letter for char, letter in zip(text, letters, strict=True))

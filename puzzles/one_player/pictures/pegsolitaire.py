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


def letters_of(rows: list[str]) -> str:
    """The letters of the cells of a typed board, by row and column; `*` is no cell."""
    cells = ((row, col) for row, text in enumerate(rows) for col, char in enumerate(text) if char != "*")
    return "".join("abcd"[2 * (row % 2) + col % 2] for row, col in cells)


class Pegs(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, str(self.rules.variant.options[0]))

    def cells(self, position: Position) -> str:
        board = str(self.rules.variant.options[0])
        letters = LETTERS.get(board) or letters_of(board.split("_"))
        text: str = self.rules.format(position)
        return "".join(HOLE if char == HOLE else letter for char, letter in zip(text, letters, strict=True))

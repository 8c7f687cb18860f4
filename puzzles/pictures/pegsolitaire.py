"""Peg Solitaire, on the boards with triangular holes; there is no image of the English one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzles.base import Move, Position
from puzzles.picture import BROWN_PIECE, SLIDE_THEN_REMOVE, Image, Picture, Point, Scene
from puzzles.view import Move as Arrow

HOLE = "-"


class Drawing(NamedTuple):
    """How a board is drawn, row by row from the top.

    letters: one for each cell, the same for the cells that a peg can come to by jumps: so a page that slides each
    letter to where it is next sees which peg has moved. height: of the first row, and how far down the next one is;
    pitch: from one cell of a row to the next. scale: of a peg.
    """

    letters: tuple[str, ...]
    height: tuple[float, float]
    pitch: float
    scale: float
    arrow_width: float


LATTICE = (12.2398, 17.0607), 19.7, 18, 2
DRAWINGS = {
    "triangle": Drawing(("a", "bc", "ada", "bcbc", "adada"), *LATTICE),
    "star": Drawing(("a", "bcbc", "ada", "cbcb", "a"), *LATTICE),
    "trapezoid": Drawing(("abab", "cdcdc", "ababab", "cdcdcdc"), (29.1562, 12.2481), 14.1429, 13, 1.25),
}


class Pegs(Scene):
    def pictures(self) -> Sequence[Picture]:
        drawing = DRAWINGS.get(self.rules.variant.id)
        if drawing is None:
            return ()
        return (
            Picture(
                (100, 100),
                _centers(drawing),
                {char: Image(BROWN_PIECE, drawing.scale) for char in "abcd"},
                sounds={"x": SLIDE_THEN_REMOVE},
                background=f"pegsolitaire/{self.rules.variant.id}.svg",
                arrow_width=drawing.arrow_width,
            ),
        )

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        drawing = DRAWINGS.get(self.rules.variant.id)
        if drawing is None:
            return text
        letters = "".join(drawing.letters)
        return "".join(HOLE if here == HOLE else letter for here, letter in zip(text, letters, strict=True))

    def button(self, position: Position, move: Move) -> Arrow:
        return Arrow(*move)


def _centers(drawing: Drawing) -> tuple[Point, ...]:
    """Every row is centered."""
    first, down = drawing.height
    return tuple(
        (round(50 + drawing.pitch * (k - (len(row) - 1) / 2), 4), round(first + down * r, 4))
        for r, row in enumerate(drawing.letters)
        for k in range(len(row))
    )

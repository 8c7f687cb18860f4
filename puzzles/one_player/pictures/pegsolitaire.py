"""The pictures of Peg Solitaire, on the page's own boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.scenes import pegs
from perfect_play.puzzles.picture import BROWN_PIECE, SLIDE_THEN_REMOVE, Picture, Point, Theme, same_image
from perfect_play.puzzles.view import Move as Arrow

HOLE = "-"


class Drawing(NamedTuple):
    """How a board is drawn, row by row from the top.

    letters: one for each cell, shared by the cells between which a peg can jump: a page that slides each
    letter to its next place then sees which peg has moved. height: of the first row, and the distance between rows;
    pitch: the distance between the cells of a row. scale: of a peg. background: the name of its image; "": the shape's.
    """

    letters: tuple[str, ...]
    height: tuple[float, float]
    pitch: float
    scale: float
    arrow_width: float
    background: str = ""


LATTICE = (12.2398, 17.0607), 19.7, 18, 2
DRAWINGS = {
    "triangle": Drawing(("a", "bc", "ada", "bcbc", "adada"), *LATTICE),
    "star": Drawing(("a", "bcbc", "ada", "cbcb", "a"), *LATTICE),
    "english": Drawing(
        ("aba", "cdc", "abababa", "cdcdcdc", "abababa", "cdc", "aba"), (7.5714, 14.1429), 14.1429, 12, 1.25, "cross"
    ),
    "trapezoid": Drawing(("abab", "cdcdc", "ababab", "cdcdcdc"), (29.1562, 12.2481), 14.1429, 13, 1.25),
}


class Pegs(Picture):
    @cached_property
    def look(self) -> Look:
        return named(pegs(self.board, hexagonal=self.board.rows != self.board.cols), self.board, x=12, y=14)

    def themes(self) -> Sequence[Theme]:
        if self.rules.variant.options[0] not in DRAWINGS:
            return ()
        shape, drawing = self._drawing
        return (
            Theme(
                (100, 100),
                _centers(drawing),
                same_image("abcd", BROWN_PIECE, drawing.scale),
                sounds={"x": SLIDE_THEN_REMOVE},
                background=f"pegsolitaire/{drawing.background or shape}.svg",
                arrow_width=drawing.arrow_width,
            ),
        )

    @property
    def _drawing(self) -> tuple[str, Drawing]:
        shape = self.rules.variant.options[0]
        return shape, DRAWINGS[shape]

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        letters = "".join(self._drawing[1].letters)
        return "".join(HOLE if char == HOLE else letter for char, letter in zip(text, letters, strict=True))

    def button(self, position: Position, move: Move) -> Arrow:
        return Arrow(*move)


def _centers(drawing: Drawing) -> tuple[Point, ...]:
    """The centers of the cells, with every row centered."""
    first, down = drawing.height
    return tuple(
        (round(50 + drawing.pitch * (k - (len(row) - 1) / 2), 4), round(first + down * r, 4))
        for r, row in enumerate(drawing.letters)
        for k in range(len(row))
    )

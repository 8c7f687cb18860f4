"""The picture of Nine Men's Morris: black and white men, the points in a row, then the men in hand."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from puzzles.drawing.grids import points
from puzzles.drawing.look import Look, named
from puzzles.drawing.shapes import UNIT
from puzzles.picture import Image, Pieces


def _places(rules: Any) -> list[tuple[float, float]]:
    """The points; the men in hand, below; and the ends of the arrows that take a man, around the points."""
    squares: tuple[tuple[int, ...], ...] = rules.variant.options[0]
    rings, ways = len(squares), ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    places = {
        point: ((rings - ring) * ways[i][0], (rings - ring) * ways[i][1])
        for ring, square in enumerate(squares)
        for i, point in enumerate(square)
    }
    found: list[tuple[float, float]] = [places[point] for point in range(rules.cols)]
    around = ((-0.25, -0.2), (0.25, -0.2), (0.25, 0.25), (-0.25, 0.25))
    ends = [(x + right, y + down) for x, y in found for right, down in around]
    return [*found, (-1, rings + 1), (1, rings + 1), *ends]


def _lines(rules: Any) -> list[tuple[int, int]]:
    return [(a, b) for a, near in enumerate(rules.neighbors) for b in near if a < b]


class Men(Pieces):
    images: ClassVar = {
        "W": Image("general/whitepiece.svg", 0.8),
        "B": Image("general/blackpiece.svg", 0.8),
        **{digit: Image(f"general/{digit}.svg", 0.6) for digit in "0123456789"},
    }

    @cached_property
    def look(self) -> Look:
        hand: int = self.rules.cols  # the cell with the number of white men in hand; black's follows
        signs = {hand: self.men["W"], hand + 1: self.men["B"]}
        return named(
            points(_places(self.rules), _lines(self.rules), self.men, UNIT * 1.1, signs),
            self.board,
            {point: str(point) for point in range(hand)},
        )

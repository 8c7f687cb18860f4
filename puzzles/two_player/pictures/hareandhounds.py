"""The picture of Hare and Hounds: the page's animals, the points in a row."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from puzzles.drawing.faces import HARE, HOUND
from puzzles.drawing.grids import points
from puzzles.drawing.look import Look, named
from puzzles.drawing.shapes import UNIT
from puzzles.picture import Image, Pieces


def _places(count: int) -> list[tuple[float, float]]:
    """Three rows, with a point before and one after the middle row."""
    middle = [((point + 2) // 3, (point - 1) % 3) for point in range(1, count - 1)]
    return [(0, 1), *middle, ((count + 1) // 3, 1)]


def _lines(rules: Any) -> list[tuple[int, int]]:
    return [(a, b) for a, near in enumerate(rules.neighbors) for b in near if a < b]


class Stones(Pieces):
    images: ClassVar = {"d": Image("hareandhounds/d.svg", 0.8), "r": Image("hareandhounds/r.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return named(
            points(_places(len(self.board.cells)), _lines(self.rules), {"d": HOUND, "r": HARE}, UNIT * 1.2), self.board
        )

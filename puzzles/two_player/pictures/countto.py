"""The pictures of 0 to 10 by 1 or 2: a balloon at the current number, in the page's sky of 10 or on squares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import isqrt
from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.files import grid_centers, symbol
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import CARD, GREEN, INK, LINE, UNIT, Point, filled, label, rect
from perfect_play.puzzles.picture import Arrow, Picture, numbered
from perfect_play.puzzles.view import EMPTY

GOAL = 10  # of the page's board
BALLOON = COUNTED = "x"


class Sky(Picture):
    """The centers are the numbers from 0 on; without the page's board, squares and texts come before them."""

    @cached_property
    def look(self) -> Look:
        """Steps with their numbers, in rows; those up to the total are filled."""
        goal = self.rules.goal
        cols = isqrt(2 * goal) + 1
        centers = grid(-(-goal // cols), cols)[:goal]
        step = rect(0, 0, UNIT - 2, UNIT - 2, 5, filled(CARD, LINE))
        climbed = rect(0, 0, UNIT - 2, UNIT - 2, 5, filled(GREEN))
        numbers = "".join(label(str(i), x, y, INK, 15) for i, (x, y) in enumerate(centers, start=1))
        size = Point(cols * UNIT, -(-goal // cols) * UNIT)
        marks = {COUNTED: symbol("around")}
        return Look({EMPTY: step, COUNTED: climbed}, centers=centers, size=size, over=numbers, marks=marks)

    @cached_property
    def client(self) -> Mapping[str, Any]:
        if self.rules.goal == GOAL:
            return super().client
        goal = self.rules.goal
        cols = isqrt(goal) + 1
        rows = goal // cols + 1
        places = grid_centers(rows, cols)[: goal + 1]
        texts = [(x - 0.3, y - 0.3) for x, y in places]
        return {**super().client, "space": (cols, rows), "centers": [*texts, *places], "tiles": places}

    @property
    def _texts(self) -> range:
        """The numbers that are written on squares."""
        return range(0 if self.rules.goal == GOAL else self.rules.goal + 1)

    def cells(self, position: Position) -> str:
        texts, *numbers = numbered("", self._texts).split("~")
        total: int = position[1].count(COUNTED)
        return "~".join([texts + (EMPTY * total + BALLOON).ljust(self.rules.goal + 1, EMPTY), *numbers])

    def button(self, position: Position, move: Move) -> Arrow:
        total, last = position[1].count(COUNTED), move.cells.count(COUNTED)
        return Arrow(len(self._texts) + total, len(self._texts) + last)

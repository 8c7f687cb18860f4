"""The picture of Sim. The page draws it by itself, from the names of the moves."""

from __future__ import annotations

from functools import cached_property
from math import cos, pi, sin
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.figures import lines_between
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Picture


def _corners(rules: Any) -> list[tuple[float, float]]:
    points = max(max(edge) for edge in rules.edges)
    return [(120 + 105 * sin(2 * pi * n / points), 120 - 105 * cos(2 * pi * n / points)) for n in range(points)]


class Lines(Picture):
    component = 15

    @cached_property
    def look(self) -> Look:
        return lines_between(
            _corners(self.rules), [(a - 1, b - 1) for a, b in self.rules.edges], {"x": "#2f6fb5", "o": "#c8473b"}
        )

    def button(self, position: Position, move: int) -> None:
        """None: the page looks for the line by its name."""

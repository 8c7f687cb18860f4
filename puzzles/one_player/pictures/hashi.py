"""The picture of Hashi: islands with their numbers, and a place to click between those that can be joined."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import GRAY, UNIT, stroke
from perfect_play.puzzles.picture import Picture


class Islands(Picture):
    @cached_property
    def look(self) -> Look:
        """A grid through the rows and columns of islands, on which bridges run."""
        wide, high = self.board.cols * UNIT, self.board.rows * UNIT
        lines = "".join(f"M{x} 0V{high}" for x in range(UNIT // 2, wide, 2 * UNIT))
        lines += "".join(f"M0 {y}H{wide}" for y in range(UNIT // 2, high, 2 * UNIT))
        return replace(super().look, under=stroke(lines, GRAY, 1.2, 'stroke-opacity="0.4"'))

    def description(self, position: Any, move: Any) -> str:
        """The cells of the two islands: `a4 – e4`."""
        *_, between = self.rules.pairs[move]
        return f"{self.name_of(between[0] - between.step)} – {self.name_of(between[-1] + between.step)}"

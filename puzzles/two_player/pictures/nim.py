"""The picture of Nim: piles side by side, each with its number of sticks below."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.picture import Picture, numbered
from perfect_play.puzzles.view import EMPTY, Add

STICK, BUTTON = "x", "t"


class Piles(Picture):
    """The centers are the sticks, pile by pile and each from the bottom up, then the numbers."""

    @property
    def _piles(self) -> tuple[int, ...]:
        piles: tuple[int, ...] = self.rules.variant.options
        return piles

    @cached_property
    def client(self) -> Mapping[str, Any]:
        piles = self._piles
        side = 2 * max(len(piles), -(-(max(piles) + 1) // 4)) + 1  # a high pile needs more than the piles side by side
        sticks = [(2 * i + 1.5, side - 1.5 - stick / 2) for i, pile in enumerate(piles) for stick in range(pile)]
        numbers = [(2 * i + 1.5, side - 0.5) for i in range(len(piles))]
        return {**super().client, "space": (side, side), "centers": [*sticks, *numbers]}

    def cells(self, position: Position) -> str:
        heaps = self.rules.heaps(position[1])
        sticks = "".join((STICK * heap).ljust(pile, EMPTY) for heap, pile in zip(heaps, self._piles, strict=True))
        return numbered(sticks, heaps)

    def button(self, position: Position, move: Move) -> Add:
        pile, remaining, _ = self._heap_change(position, move)
        return Add(BUTTON, sum(self._piles[:pile]) + remaining)

    def name(self, position: Position, move: Move) -> str:
        pile, _, count = self._heap_change(position, move)
        return f"{count} from Pile {pile + 1}"

    def _heap_change(self, position: Position, move: Move) -> tuple[int, int, int]:
        """(pile, number of sticks left in it, number taken)."""
        before, after = self.rules.heaps(position[1]), self.rules.heaps(move.cells)
        return next((i, a, b - a) for i, (b, a) in enumerate(zip(before, after, strict=True)) if a < b)

"""The picture of games of coins in a row: below it, places for pairs. Three are touched as two and one.

GamesmanUni draws the triangle of the rules, with the coins on its diagonal; we turn it, so that the coins lie in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import UNIT, Point, at, stroke
from perfect_play.puzzles.picture import Letter, Picture, Theme, Touch, Touches, changed
from perfect_play.puzzles.two_player._coin_rows import TURNED
from perfect_play.puzzles.view import EMPTY, Add


class Coins(Picture):
    @cached_property
    def look(self) -> Look:
        """The coins; below two of them, where lines down from both meet, the place that stands for both."""
        coins: int = self.rules.coins
        centers = tuple(
            Point((row + col + 1) * UNIT / 2, (1 + abs(row - col) * 0.9) * UNIT / 2)
            for row in range(coins)
            for col in range(coins)
        )
        lines = "".join(
            f"M{at(centers[coin * (coins + 1)])}L{at(centers[end])}"
            for coin in range(coins)
            for end in (coin * coins, (coins - 1) * coins + coin)
        )
        size = Point(coins * UNIT, (2 + (coins - 1) * 0.9) * UNIT / 2)
        under = stroke(lines, "#8a939a", 1.5, 'stroke-opacity="0.45"')
        return replace(super().look, centers=centers, size=size, under=under)

    def themes(self) -> Sequence[Theme]:
        """Where three coins can be turned, there is a second center beside each place, for the first touch."""
        (board,) = super().themes()
        if self.rules.runs or all(len(partners) < 2 for partners in self.rules.partners(self.rules.coins - 1)):
            return (board,)
        return (replace(board, centers=(*board.centers, *((x + 0.3, y + 0.3) for x, y in board.centers))),)

    def touches(self, position: Position, move: Move) -> Touches | None:
        """A `3` where the lines of two coins meet, and a third coin."""
        if isinstance(move.button, Add):
            return None
        coins: int = self.rules.coins
        pair = divmod(move.button.source, coins)
        third = move.button.target % coins
        cells = self.cells(position)
        between = changed(cells, {place: TURNED[cells[place]] for place in [coin * (coins + 1) for coin in pair]})
        first = Touch(Letter("3", coins * coins + move.button.source), "x", f"{pair[0] + 1}-{pair[1] + 1}")
        return Touches(first, between, (Touch(Add(EMPTY, third * (coins + 1)), "x", f"{third + 1}"),))

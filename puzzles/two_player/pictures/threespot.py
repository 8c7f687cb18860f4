"""The picture of 3-Spot: a touch lays the player's own domino, a second the neutral one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.drawing.look import First, Look
from perfect_play.puzzles.drawing.svg_shapes import INK, label
from perfect_play.puzzles.picture import Picture, Touch, Touches
from perfect_play.puzzles.two_player.threespot import BUTTONS, CELLS, PLACES, Placed, Position
from perfect_play.puzzles.view import EMPTY, Add

FIRST = CELLS + 5
"""The center of the first place of a domino."""


class Dominoes(Picture):
    @cached_property
    def look(self) -> Look:
        """With what ends the game: enough points, if the other player has some, too."""
        plain = super().look
        goal = f"{self.rules.goal} points win, if the other has {self.rules.needed}"
        return replace(plain, under=plain.under + label(goal, 120, 228, INK, 14, 'class="say"'))

    @property
    def first(self) -> Mapping[int, First]:
        """The player's own domino comes before the neutral one."""
        return {button: First(Add(EMPTY, button), 0, "WW") for button in BUTTONS}

    def button(self, position: Position, move: Placed) -> Add:
        return _place(move[0])

    def touches(self, position: Position, move: Placed) -> Touches | None:
        """The player's own domino is laid, which scores, and then the neutral one."""
        domino, neutral = move
        if neutral < 0:
            return None
        first, second = self.name(position, move).split(" ")
        laid = self.rules.do_move(position, (domino, -1))
        return Touches(Touch(_place(domino), "x", first), self.cells(laid), (Touch(_place(neutral), "x", second),))


def _place(number: int) -> Add:
    a, b = PLACES[number]
    return Add("h" if b == a + 1 else "v", FIRST + number)

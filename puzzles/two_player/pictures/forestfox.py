"""The picture of Forest Fox: cards on a table, with a button below each that may be played."""

from __future__ import annotations

from typing import Any

from perfect_play.puzzles.drawing.svg_shapes import BLUE, GREEN, RED
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.turns import Position
from perfect_play.puzzles.two_player.forestfox import CARDS, HAND, LENGTH, SUIT
from perfect_play.puzzles.view import Add

SUITS = {"bell": RED, "key": BLUE, "moon": GREEN}


class Cards(Picture):
    def description(self, position: Any, move: Any) -> str:
        """The card: `3 of keys`."""
        suit, number = divmod(CARDS.index(move), SUIT)
        return f"{number + 1} of {[*SUITS][suit]}s"

    def button(self, position: Position, move: str) -> Add:
        turn, cards = position
        return Add("z", LENGTH + cards.index(move, HAND * (turn - 1)))

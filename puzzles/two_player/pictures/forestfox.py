"""The picture of Forest Fox: the names of the cards."""

from __future__ import annotations

from typing import Any

from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.forestfox import CARDS, SUIT

SUITS = ("bells", "keys", "moons")


class Cards(Picture):
    def description(self, position: Any, move: Any) -> str:
        """The card: `3 of keys`."""
        suit, number = divmod(CARDS.index(move), SUIT)
        return f"{number + 1} of {SUITS[suit]}"

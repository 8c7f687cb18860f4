"""Turning Coins: as Mock Turtles, with turtles in Turning Turtles and else plain coins."""

from __future__ import annotations

from perfect_play.puzzles.two_player.pictures.mockturtles import Coins


class Row(Coins):
    @property
    def keys(self) -> tuple[str, ...]:
        return (self.rules.rule, *super().keys)

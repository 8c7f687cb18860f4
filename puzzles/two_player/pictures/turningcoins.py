"""The picture of Turning Coins, which is that of Mock Turtles."""

from __future__ import annotations

from perfect_play.puzzles.two_player.pictures.mockturtles import SIDES, TURTLES, Coins


class Row(Coins):
    """Coins in a row, below it places for pairs and runs."""

    @property
    def men(self) -> dict[str, str]:
        """Turtles in Turning Turtles, and else plain coins."""
        return TURTLES if self.rules.rule == "turtles" else SIDES

"""The picture of Turning Coins, which is that of Mock Turtles."""

from __future__ import annotations

from puzzles.two_player.pictures.mockturtles import Coins


class Row(Coins):
    """Coins in a row, below it places for pairs and runs."""

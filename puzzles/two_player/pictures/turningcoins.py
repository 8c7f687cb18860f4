"""The picture of Turning Coins, which is that of Mock Turtles."""

from __future__ import annotations

from puzzles.two_player.pictures.mockturtles import Coins


class Row(Coins):
    """Coins on a diagonal, below it squares for pairs and runs."""

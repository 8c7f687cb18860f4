"""The picture of Mancala, which is that of Kalah."""

from __future__ import annotations

from puzzles.two_player.pictures import kalah


class Pits(kalah.Pits):
    pass

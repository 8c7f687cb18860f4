"""The picture of Mancala, which is that of Kalah on a carved board."""

from __future__ import annotations

from perfect_play.puzzles.two_player.pictures import kalah


class Pits(kalah.Pits):
    carved = True

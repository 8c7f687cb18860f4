"""Mancala, drawn as Kalah is."""

from __future__ import annotations

from puzzles.two_player.pictures import kalah


class Pits(kalah.Pits):
    pass

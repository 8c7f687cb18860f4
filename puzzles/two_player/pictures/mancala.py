"""The picture of Mancala, which is that of Kalah."""

from __future__ import annotations

from perfect_play.puzzles.two_player.pictures import kalah


class Pits(kalah.Pits):
    """A class of this module, where the plug-in's picture is looked for."""

"""The picture of Hop N' Drop: platforms with their numbers of layers, the goal, and the player."""

from __future__ import annotations

from perfect_play.puzzles.one_player.hopndrop import LAYERS, PLAYER
from perfect_play.puzzles.picture import Picture, numbered


class Platforms(Picture):
    """The centers are the cells, followed by the corners in which the numbers of layers are written."""

    def cells(self, position: str) -> str:
        return numbered("".join(map(_letter, position)), [LAYERS.get(char) or "" for char in position])


def _letter(char: str) -> str:
    if char in PLAYER:
        return "P" if char == "W" else "p"
    return "t" if char.isdigit() else char

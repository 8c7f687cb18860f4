"""The picture of Hop N' Drop: platforms with their numbers of layers, the goal, and the player."""

from __future__ import annotations

from perfect_play.puzzles.one_player.hopndrop import LAYERS, PLAYER
from perfect_play.puzzles.picture import NOWHERE, Picture
from perfect_play.puzzles.view import EMPTY


class Platforms(Picture):
    """The centers are the cells, followed by the corners in which the numbers of layers are written."""

    def cells(self, position: str) -> str:
        layers = [LAYERS.get(char, 0) for char in position]
        numbers = "".join(NOWHERE if number else EMPTY for number in layers)
        return "".join(map(_letter, position)) + numbers + "".join(f"~{number}" for number in layers if number)


def _letter(char: str) -> str:
    if char in PLAYER:
        return "P" if char == "W" else "p"
    return "t" if char.isdigit() else char

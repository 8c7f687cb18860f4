"""The picture of Hare and Hounds: the page's animals, on the page's boards."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture


class Stones(Picture):
    def sound(self, position: Position, move: int) -> str:
        return "d" if position[0] == self.rules.hounds else "r"

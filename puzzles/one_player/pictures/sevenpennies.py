"""The picture of Seven Pennies: a star of eight points."""

from __future__ import annotations

from perfect_play.puzzles.one_player.sevenpennies import Pennies
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.view import EMPTY, Add, Move


class Star(Picture):
    def button(self, position: Pennies, move: int) -> Mark:
        _, placed = position
        return Add(EMPTY, move) if placed is None else Move(placed, move)

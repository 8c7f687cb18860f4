"""The picture of Rush Hour: a parking lot with its exit on the right."""

from __future__ import annotations

from perfect_play.puzzles.base import Move as AnyMove
from perfect_play.puzzles.base import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Move


class CarPark(Picture):
    def button(self, position: Position, move: AnyMove) -> Move:
        source, target = self.rules.ends(position, move)
        return Move(source, target)

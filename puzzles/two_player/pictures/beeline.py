"""The picture of Beeline: bees on the page's rhombus, with arrows to the first cell of a flight."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Move


class Bees(Picture):
    def button(self, position: Position, move: int) -> Move:
        source, target = source_of(move), target_of(move)
        rays = self.rules.rays[6 * source : 6 * source + 6]
        return Move(source, next(ray[1] for ray in rays if target in ray))

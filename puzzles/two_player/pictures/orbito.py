"""The picture of Orbito, on the page's board; a slide is touched first."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Picture, Touch, Touches, changed
from perfect_play.puzzles.view import EMPTY, Add, Move


class Marbles(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """An enemy marble may slide first."""
        return {
            self.rules.cells + 8 * source + direction: First(Move(source, target), 0)
            for source, around in enumerate(self.rules.neighbors)
            for direction, target in enumerate(around)
        }

    def touches(self, position: Position, move: int) -> Touches | None:
        """An enemy marble slides, and the player's own is placed, before the rings turn."""
        placed, source, goal = parts_of(move)
        if source < 0:
            return None
        before = self.cells(position)
        first, second = self.name(position, move).split(" ")
        between = changed(before, {source: EMPTY, goal: before[source]})
        return Touches(Touch(Move(source, goal), "x", first), between, (Touch(Add(EMPTY, placed), "x", second),))

"""The picture of Neutron; the page has a checkered board of 5x5. A touch moves the neutron, a second a piece."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Picture, Touch, Touches, changed
from perfect_play.puzzles.view import EMPTY, Add, Move


class Discs(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """The neutron moves first."""
        return {
            cell: First(Add(EMPTY, cell // self.rules.cells - 1))
            for cell in range(self.rules.cells, self.rules.cells * (1 + self.rules.cells))
        }

    def touches(self, position: Position, move: int) -> Touches | None:
        """The neutron slides, and then a piece."""
        goal_code, source, target = parts_of(move)
        if not goal_code or source < 0:
            return None
        goal, before = goal_code - 1, self.cells(position)
        place = before.index("N")
        first, second = self.name(position, move).split(" ")
        between = changed(before, {place: EMPTY, goal: "N"})
        return Touches(Touch(Move(place, goal), "x", first), between, (Touch(Move(source, target), "x", second),))

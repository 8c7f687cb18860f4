"""The picture of Amazons, on a checkered board. A touch moves the amazon, a second shoots the arrow."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Picture, Touch, Touches, changed
from perfect_play.puzzles.view import EMPTY, Add, Move


class Queens(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """The amazon moves first; then a spot is where the arrow lands."""
        cells = range(self.rules.cells)
        return {
            source + self.rules.cells * (target + 1): First(Move(source, target), 0, "bb")
            for source in cells
            for target in cells
        }

    def button(self, position: Position, move: int) -> None:
        """Moves are made by two touches."""
        return

    def touches(self, position: Position, move: int) -> Touches:
        """The amazon moves, and then shoots."""
        arrow, source, target = parts_of(move)
        before = self.cells(position)
        between = changed(before, {source: EMPTY, target: before[source]})
        step, shot = self.name(position, move).split("/")
        return Touches(Touch(Move(source, target), "x", step), between, (Touch(Add("b", arrow - 1), "x", shot),))

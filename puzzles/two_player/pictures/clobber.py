"""The pictures of Clobber, on the page's boards where they fit; two of these are upright: rows and columns swap."""

from __future__ import annotations

from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.grid import step_name
from perfect_play.puzzles.picture import Picture

UPRIGHT = {(3, 4), (3, 6)}  # rows and columns of the rules


class ClobberPicture(Picture):
    @cached_property
    def _upright(self) -> bool:
        return (self.rules.rows, self.rules.cols) in UPRIGHT

    def name(self, position: Position, move: Move) -> str:
        """The move by the names of cells on the board as drawn."""
        if not self._upright:
            return str(super().name(position, move))
        return step_name((self.center(source_of(move)), self.center(target_of(move))), self.rules.cols, self.rules.rows)

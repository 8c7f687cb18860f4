"""Chess: on two of the page's boards; a pawn that is promoted goes to one of four points in its square."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.files import grid_centers
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.chess import QUEEN
from perfect_play.puzzles.view import Move

PAGE = 8  # the side of the page's boards
AROUND = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
"""Where in a square the arrow ends if a pawn becomes a queen, a rook, a bishop or a knight."""


class Chessmen(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, "" if self._promotes else f"{self.rules.rows}x{self.rules.cols} without pawns")

    @cached_property
    def client(self) -> Mapping[str, Any]:
        rows, cols = self.rules.rows, self.rules.cols
        squares = grid_centers(rows, cols)
        ends = [(x, y) for x, y in squares if y in (0.5, rows - 0.5)] if self._promotes else ()
        centers = [*squares, *((x + right, y + down) for x, y in ends for right, down in AROUND)]
        page = {"background": "chess/{theme}/grid.svg"} if rows == cols == PAGE else {"tiles": len(squares)}
        return {**super().client, **page, "space": (cols, rows), "centers": centers}

    @cached_property
    def _promotes(self) -> bool:
        """Whether pawns can be promoted."""
        return "p" in self.rules.white + self.rules.black

    def button(self, position: Position, move: int) -> Move:
        """An arrow; if a pawn is promoted, to one of four points in its square."""
        man, source, target = parts_of(move)
        cells, cols = self.rules.cells, self.rules.cols
        point = cells + len(AROUND) * (target % cols + cols * (target >= cols)) + man - QUEEN
        return Move(source, point if man else target)

    def sound(self, position: Position, move: int) -> str:
        captures = sum(man != "-" for man in position[1]) > sum(
            man != "-" for man in self.rules.do_move(position, move)[1]
        )
        return "y" if captures else "x"

"""`SteppingGame` and `PlacingGame`: board games whose pieces step to empty cells next to them."""

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.base import Turn
from perfect_play.puzzles.boards.actions import list_back_steps, list_placements_then_steps, list_steps, unmake_step
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.boards.moves import Rows


class SteppingGame(BoardGame):
    """A game in which all pieces are on the board from the start. A step may be taken back by another."""

    neighbors: Rows
    """For each cell, those to which a piece on it can step."""

    list_moves: Callable[..., int] = list_steps
    list_unmoves: ClassVar[Callable[..., int] | None] = list_back_steps
    unmake_move: ClassVar[Callable[..., int] | None] = unmake_step


class PlacingGame(BoardGame):
    """A game in which the players place `stones` pieces each in turn, player 1 first, and then step with them.

    There is one sort of piece for each player, that of player 1 first in `pieces`.
    """

    stones: int
    neighbors: Rows
    """For each cell, those to which a piece on it can step."""

    list_moves: Callable[..., int] = list_placements_then_steps

    @cached_property
    def counts(self) -> dict[str, range]:  # type: ignore[override]
        """Up to all stones of each player."""
        return dict.fromkeys(self.pieces, range(self.stones + 1))

    def possible(self, turn: Turn, first: int, second: int) -> bool:
        """The pieces have been placed in turn; once all are on the board, either player can be to move."""
        return first - second == turn - 1 or first == second == self.stones

    def tier(self, first: int, second: int) -> int:
        """The number of pieces placed."""
        return first + second

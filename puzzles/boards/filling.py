"""`FillingGame`: board games in which the players place a piece each turn, and none ever leaves the board."""

from collections.abc import Callable
from functools import cached_property

from perfect_play.puzzles.base import Turn
from perfect_play.puzzles.boards.actions import list_placements
from perfect_play.puzzles.boards.game import BoardGame


class FillingGame(BoardGame):
    """A game with one sort of piece for each player. The board shows who is to move, as player 1 begins."""

    other_side = ""
    list_moves: Callable[..., int] = list_placements

    @cached_property
    def counts(self) -> dict[str, range]:  # type: ignore[override]
        """Half of the cells for each player, and one more for player 1 if their number is odd."""
        first, second = tuple(self.pieces)
        return {first: range((self.cells + 1) // 2 + 1), second: range(self.cells // 2 + 1)}

    def possible(self, turn: Turn, first: int, second: int) -> bool:
        """The players place their pieces in turn, player 1 first."""
        return first - second == turn - 1

    def tier(self, first: int, second: int) -> int:
        """The number of pieces."""
        return first + second

"""`ScoredBoardGame`: board games that are won by points."""

from collections.abc import Callable
from dataclasses import replace

from perfect_play.puzzles.base import Kernel
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.puzzles.boards.moves import Moves
from perfect_play.puzzles.mixins import Scored


class ScoredBoardGame(Scored, BoardGame):
    """Derive from this, and also write `lead`. Solved from the start, since the tier engine cannot handle points."""

    dense = False

    lead: Callable[..., int]
    """lead(cells, turn, ...) returns the number of points by which the player to move is ahead."""

    def margin(self, position: Position) -> int:
        """The number of points by which the player to move is ahead."""
        turn, cells = position
        return self.lead(self.numbers(cells), turn, *self.arguments("lead"))

    def kernel(self) -> Kernel | None:
        """The rules over ranks, with margins."""
        kernel = super().kernel()
        return None if kernel is None else replace(kernel, margin=self._margin_of)

    def _margin_of(self, number: int, scratch: Moves) -> int:
        return self.margin(self.unrank(number))

"""`UsualTurnGame`: board games whose cells usually show who is to move, though either player may be.

If the first player began, the cells show whose turn it is: that is the usual player. The text of a position is then the
cells alone. The other player may be to move as well, as combinatorial game theory requires; then that player and `_`
come before the cells.
"""

from __future__ import annotations

from abc import abstractmethod

from puzzles.base import MalformedPosition, Turn, short
from puzzles.boards.game import BoardGame, Position
from puzzles.mixins import Exchangeable
from puzzles.turns import EXCHANGED, NEXT, read_turn


class UsualTurnGame(Exchangeable, BoardGame):
    """A game in which the players may do the same with pieces of their own."""

    other_side = ""  # positions with the players exchanged are not counted among those that play reaches

    @abstractmethod
    def usual(self, cells: str) -> Turn:
        """Who is to move on this board if the first player began."""

    def format(self, position: Position) -> str:
        """The cells, preceded by the player to move and `_` unless it is the usual player's turn."""
        turn, cells = position
        return cells if turn == self.usual(cells) else f"{turn}_{cells}"

    def parse(self, text: str) -> Position:
        """Reads the cells, with or without the player; `read` checks the cells."""
        turn, cells = read_turn(text) if text[1:2] == "_" else (None, text)
        usual = self.usual(cells)
        if turn == usual:
            raise MalformedPosition(f"{short(text)}: expected {short(cells)} alone, as it is {turn}'s turn anyway.")
        return self.read(cells, turn or usual)

    def exchanged(self, position: Position) -> Position:
        """The position with all pieces, and the turn, given to the other player."""
        turn, cells = position
        return (NEXT[turn], cells.translate(EXCHANGED))

"""`UsualTurnGame`: board games whose cells usually show who is to move, though either player may be.

The *usual* player is the one whose turn it is if the first player began, as the cells show. With that player to move,
the text of a position is the cells alone. Combinatorial game theory needs positions with the other player to move as
well; their texts begin with that player and `_`.
"""

from abc import abstractmethod

from perfect_play.puzzles.base import MalformedPosition, Turn, short
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.puzzles.mixins import Exchangeable
from perfect_play.puzzles.turns import EXCHANGED, NEXT, read_turn


class UsualTurnGame(Exchangeable, BoardGame):
    """A game in which both players may do the same, each with their own pieces."""

    other_side = ""  # else positions with the players exchanged would count as reached by play

    @abstractmethod
    def usual(self, cells: str) -> Turn:
        """The player to move on this board if the first player began."""

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

"""Shared by games on cells: whose turn is next, the turn's prefix in position texts, and the pieces `x` and `o`.

`x` are the first player's pieces, `o` the second's, `-` is an empty cell. Where the board does not
show who is to move, a position is (player to move, cells), and its text is the player, `_` and
the cells: `1_x-o`. `CellsGame` is the base class of such games.
"""

from abc import abstractmethod

from perfect_play.puzzles.base import Game, MalformedPosition, Turn, short

Position = tuple[Turn, str]

NEXT: dict[Turn, Turn] = {1: 2, 2: 1}
"""The other player."""
OWN_AND_OTHER: dict[Turn, tuple[str, str]] = {1: ("x", "o"), 2: ("o", "x")}
"""The piece of the player to move, and the opponent's."""
EXCHANGED = str.maketrans("xo", "ox")
"""A `str.translate` table that gives every piece to the other player."""


def read_turn(text: str, content: str = "the cells", limit: int | None = None) -> tuple[Turn, str]:
    """(player to move, the rest) of a text such as `1_x-o`.

    content: what should follow, for the error message. limit: the greatest length allowed of the text.
    Raises MalformedPosition.
    """
    if text[:2] not in ("1_", "2_") or (limit is not None and len(text) > limit):
        raise MalformedPosition(f"{short(text)}: expected '1_' or '2_' (the player to move), then {content}.")
    return (1 if text[0] == "1" else 2, text[2:])


def read_numbers(text: str, cells: int, limit: int) -> tuple[str, int, int]:
    """Split a text of `cells` cells and two numbers of two digits each, from 0 to `limit`.

    Raises MalformedPosition.
    """
    digits = text[cells:]
    if len(digits) != 4 or not (digits.isascii() and digits.isdigit()) or max(int(digits[:2]), int(digits[2:])) > limit:
        raise MalformedPosition(
            f"{short(text)}: expected {cells} cells, then two numbers of two digits each, at most {limit}."
        )
    return text[:cells], int(digits[:2]), int(digits[2:])


def check_pieces(cells: str, number: int, noun: str = "cells", text: str = "") -> None:
    """Raises MalformedPosition unless there are `number` cells, each 'x', 'o' or '-'.

    noun: what the message calls them. text: what the message quotes, if not `cells`.
    """
    if len(cells) != number or cells.strip("xo-"):
        raise MalformedPosition(f"{short(text or cells)}: expected {number} {noun}, each 'x', 'o' or '-'.")


def moved(cells: str, source: int, target: int) -> str:
    """The cells after the piece on `source` has moved to `target`, replacing what stood there."""
    after = list(cells)
    after[source], after[target] = "-", cells[source]
    return "".join(after)


class CellsGame(Game):
    """A game whose position is (player to move, cells); `from_board` decides which cells are legal."""

    def format(self, position: Position) -> str:
        """The player, `_` and the cells."""
        return f"{position[0]}_{position[1]}"

    def parse(self, text: str) -> Position:
        """Reads the player and the cells; `from_board` checks the cells."""
        turn, cells = read_turn(text)
        return self.from_board(cells, turn)

    @abstractmethod
    def from_board(self, cells: str, turn: Turn) -> Position:
        """The position with these cells and this player to move.

        Raises MalformedPosition or IllegalPosition.
        """

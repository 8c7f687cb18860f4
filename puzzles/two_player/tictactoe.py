"""Tic-tac-toe: three in a line win; in the misère variant they lose.

A position is a str with one character per cell, row by row from the top left: `x`, `o` or `-`. The cells show who is to
move: the second player, `o`, exactly when there is one `x` more.

The boards that play can reach are legal: those with as many `x` as `o`, or one more,
in which nobody has three in a line except, perhaps, the player who moved last.

The text is the position itself: the start is `---------`. There are 5,478, in 765 classes of symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.base import Game, IllegalPosition, Turn, Value, Variant
from puzzles.grid import all_images, cell_name
from puzzles.turns import OWN_AND_OTHER, check_pieces
from puzzles.view import Add, Board

LINES = tuple(
    [slice(row, row + 3) for row in (0, 3, 6)]
    + [slice(col, None, 3) for col in (0, 1, 2)]
    + [slice(0, None, 4), slice(2, 8, 2)]
)


class TicTacToe(Game):
    id = "tictactoe"
    name = "Tic-Tac-Toe"
    aliases = ("ttt",)
    also_called = ("Noughts and Crosses", "Xs and Os", "Three in a row")
    description = "Put three of your marks in a line."
    instructions = (
        "On your turn, put your mark into an empty cell: `x` begins. Whoever gets **three in a line**, across, upright "
        "or diagonal, wins; in the misere variant, loses. A full board without a line is a tie."
    )
    author = "Traditional, first named in print as noughts and crosses"
    date_created = "1858"
    variants = (
        Variant("regular", "Regular", (Value.LOSE,), testing=True, positions=765),
        Variant("misere", "Misère: three in a line lose", (Value.WIN,), testing=True, positions=765),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._faced_with_three: Value
        (self._faced_with_three,) = variant.options

    def start(self) -> str:
        return "-" * 9

    def turn(self, position: str) -> Turn:
        return 1 if position.count("x") == position.count("o") else 2

    def _mover(self, position: str) -> str:
        return OWN_AND_OTHER[self.turn(position)][0]

    def moves(self, position: str) -> Iterable[int]:
        """The empty cells, row by row; none when the game is over."""
        if self.primitive(position) is not None:
            return []
        return [cell for cell in range(9) if position[cell] == "-"]

    def do_move(self, position: str, move: int) -> str:
        return f"{position[:move]}{self._mover(position)}{position[move + 1 :]}"

    def primitive(self, position: str) -> Value | None:
        if _has_three(position, "x") or _has_three(position, "o"):
            return self._faced_with_three
        return None if "-" in position else Value.TIE

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        check_pieces(text, 9, "characters")
        if text.count("x") - text.count("o") not in (0, 1):
            raise IllegalPosition(f"{text!r}: expected as many 'x' as 'o', or one 'x' more.")
        if _has_three(text, self._mover(text)):
            raise IllegalPosition(
                f"{text!r}: {self._mover(text)!r} has three in a line, but the other has moved since."
            )
        return text

    def format_move(self, position: str, move: int) -> str:
        return cell_name(move, 3, 3)

    def images(self, position: str) -> Iterable[str]:
        """The eight symmetries of the square."""
        return all_images(position, 3)

    def board(self, position: str) -> Board:
        return Board(3, 3, position)

    def button(self, position: str, move: int) -> Add:
        return Add(self._mover(position), move)


def _has_three(position: str, mark: str) -> bool:
    return any(position[line] == 3 * mark for line in LINES)

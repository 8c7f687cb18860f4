"""Tic-tac-toe: three in a line win; in the misère variant they lose.

A position is (player to move, cells): one character per cell, row by row from the top left: `x`, `o` or `-`. The cells
show who is to move: the second player, `o`, exactly when there is one `x` more.

The boards that play can reach are legal: those with as many `x` as `o`, or one more,
in which nobody has three in a line except, perhaps, the player who moved last.

The text is the cells alone: the start is `---------`. There are 5,478, in 765 classes of symmetry.
"""

import re

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, IllegalPosition, Notation, Turn, Variant, symmetries
from perfect_play.puzzles.boards import Cells, FillingGame, Position, Rows, lines


def read_older(rules: "TicTacToe", text: str) -> Position | None:
    """`2_----x----`: with the player to move, which the cells imply."""
    if not re.fullmatch(r"[12]_[xo-]{9}", text):
        return None
    position = rules.parse(text[2:])
    if rules.turn(position) != int(text[0]):
        raise IllegalPosition(f"{text!r}: with these cells it is player {rules.turn(position)}'s turn.")
    return position


class TicTacToe(FillingGame):
    name = "Tic-Tac-Toe"
    aliases = ("ttt",)
    also_called = ("Noughts and Crosses", "Xs and Os", "Three in a row")
    description = "Put three of your marks in a line."
    instructions = """Put your mark in an empty cell: `x` begins. **Three in a line**, across, down or diagonal, win;
        in the misère variant, lose. A full board without one is a tie."""
    author = "Traditional, first named in print as noughts and crosses"
    date_created = "1858"
    variants = (
        Variant("regular", "Regular", (LOST,), testing=True, positions=765),
        Variant("misere", "Misère: three in a line lose", (WON,), testing=True, positions=765),
    )
    notations = (Notation("the older form", "2_----x----", read_older),)

    rows = cols = 3
    dense = False
    most_moves = 9
    symmetries = symmetries(3, 3)
    lines = lines(3, 3, 3)
    stuck = TIED

    def prepare(self, faced_with_three: int) -> None:
        self.faced_with_three = faced_with_three

    def format(self, position: Position) -> str:
        return position[1]

    def parse(self, text: str) -> Position:
        return self.read(text, 1 if text.count("x") == text.count("o") else 2)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """The cells show whose turn it is."""
        return self.parse(cells)

    def read(self, cells: str, turn: Turn) -> Position:
        position = super().read(cells, turn)
        mover = self.pieces[turn - 1]
        if 3 * mover in ["".join([cells[cell] for cell in line]) for line in self.lines]:
            raise IllegalPosition(f"{cells!r}: {mover!r} has three in a line, but the other has moved since.")
        return position


def outcome(cells: Cells, turn: int, lines: Rows, faced_with_three: int) -> int:
    for line in lines:
        mark = cells[line[0]]
        if mark != 0 and cells[line[1]] == mark and cells[line[2]] == mark:
            return faced_with_three
    return ONGOING

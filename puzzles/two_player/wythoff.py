"""Wythoff's Game: move the queen toward the corner; whoever brings it there wins.

This is equivalent to taking from two piles: any number from one, or the same number from both. The queen stands on a
board with a row for each size of the first pile and a column for each size of the second, empty piles included, and
moves up, left, or both along a diagonal. A position is (player to move, cell); every cell is legal, with either player
to move. Its text is the player, `_` and the two distances from the corner: `1_6,10`.

The distances of lost positions are floor(k r) and floor(k r) + k for k = 0, 1, 2, ..., where r is the golden ratio
(W. A. Wythoff, "A modification of the game of Nim", 1907). No formula is known for the other nimbers: they are computed
from the definition.
"""

import re

from perfect_play.puzzles import EMPTY, NEXT, Board, Impartial, Move, Value, Variant, read_turn
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.closed_form import nimbers_by_definition

Position = tuple[Turn, int]

QUEEN = "q"
NUMBER = r"(0|[1-9][0-9]?)"


def _variant(first: int, second: int, testing: bool = False) -> Variant:
    name = f"Piles of {first} and {second}"
    return Variant(f"{first}_{second}", name, (first, second), testing=testing, positions=(first + 1) * (second + 1))


class Wythoff(Impartial):
    name = "Wythoff's Game"
    also_called = ("Wythoff Nim", "Corner the Queen", "Tsyan-shizi")
    description = "Move the queen toward the corner; bring it there to win."
    instructions = """On your turn, move the queen any distance **up, to the left, or both** along a diagonal.
        Whoever brings it to the **upper left corner** wins. It is like taking any number from one of two piles, or
        the same number from both, and taking the last."""
    author = "Willem Abraham Wythoff"
    date_created = "1907"
    variants = (_variant(7, 9), _variant(4, 6, testing=True), _variant(6, 10), _variant(15, 20), _variant(30, 40))

    def prepare(self, up: int, left: int) -> None:
        self.rows, self.cols = up + 1, left + 1
        self.size: int = self.rows * self.cols
        self._nimbers = nimbers_by_definition(self.size, self._targets)

    def _targets(self, cell: int) -> list[int]:
        """Where the queen can go: up, to the left, along the diagonal, the nearest cells first."""
        up, left = divmod(cell, self.cols)
        steps = ((self.cols, up), (1, left), (self.cols + 1, min(up, left)))
        return [cell - step * distance for step, limit in steps for distance in range(1, limit + 1)]

    def start(self) -> Position:
        return (1, self.rows * self.cols - 1)

    def moves(self, position: Position) -> list[int]:
        """The cells that the queen can go to."""
        return self._targets(position[1])

    def do_move(self, position: Position, move: int) -> Position:
        return (NEXT[position[0]], move)

    def primitive(self, position: Position) -> Value | None:
        return None if position[1] else Value.LOSE

    def nimber(self, position: Position) -> int:
        return self._nimbers[position[1]]

    def images(self, position: Position) -> tuple[Position, ...]:
        return ((1, position[1]), (2, position[1]))

    def canonical(self, position: Position) -> Position:
        """With player 1 to move: the game is impartial."""
        return (1, position[1])

    def rank(self, position: Position) -> int:
        return position[1]

    def unrank(self, number: int) -> Position:
        return (1, number)

    def format(self, position: Position) -> str:
        return f"{position[0]}_{self._distances(position[1])}"

    def _distances(self, cell: int) -> str:
        return ",".join(map(str, divmod(cell, self.cols)))

    def parse(self, text: str) -> Position:
        if not re.fullmatch(f"[12]_{NUMBER},{NUMBER}", text, re.ASCII):
            raise MalformedPosition(
                f"{short(text)}: expected '1_' or '2_' (the player to move), then the queen's distances from the top "
                f"and the left, such as the start {self.format(self.start())!r}."
            )
        turn, distances = read_turn(text)
        up, left = map(int, distances.split(","))
        if up >= self.rows or left >= self.cols:
            raise IllegalPosition(f"{text!r}: expected at most {self.rows - 1} and {self.cols - 1}.")
        return (turn, up * self.cols + left)

    def format_move(self, position: Position, move: int) -> str:
        return self._distances(move)

    def board(self, position: Position) -> Board:
        cell = position[1]
        return Board(self.rows, self.cols, EMPTY * cell + QUEEN + EMPTY * (self.size - cell - 1))

    def from_board(self, cells: str, turn: Turn) -> Position:
        if len(cells) != self.size or cells.count(QUEEN) != 1:
            raise MalformedPosition(f"{short(cells)}: expected {self.size} cells, one of them the queen '{QUEEN}'.")
        return (turn, cells.index(QUEEN))

    def button(self, position: Position, move: int) -> Move:
        return Move(position[1], move)

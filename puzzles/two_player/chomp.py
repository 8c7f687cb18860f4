"""Chomp: bite corners off a bar of chocolate; whoever is left with the poisoned square loses.

A position is (player to move, how many squares each row has left, from the top). A bite takes a
square and everything to the right of it and below, so no row is longer than the one above. The
top left square is poisoned. Whoever must take it loses, so the game is over and lost for the
player to move when nothing else is left, and the poison itself is never taken. (So the
last bite wins, and every position has a nimber, as in other impartial games.) Every bar
that bites can leave is legal, the whole one included, with either player to move: C(rows + columns, rows)
less the empty one.

Its text is the player, `_` and the rows: `1_4,4,2`. The result does not depend on who moves and,
on a square bar, is the same with rows and columns exchanged.
"""

import re
from math import comb

from perfect_play.puzzles import (
    EMPTY,
    NEXT,
    Add,
    Board,
    Impartial,
    Notation,
    Value,
    Variant,
    board_variant,
    cell_name,
    read_turn,
)
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short

Rows = tuple[int, ...]
Position = tuple[Turn, Rows]
Bite = tuple[int, int]  # row, column, from 0

ROW = r"(0|[1-9][0-9]?)"
SOLVED_IN_TESTS = ("2x2", "2x5", "3x3", "3x4", "3x5", "4x5", "5x5", "5x8")


def _variant(rows: int, cols: int) -> Variant:
    bars = comb(rows + cols, rows) - 1
    same_both_ways = 2**rows - 1 if rows == cols else bars
    testing = f"{rows}x{cols}" in SOLVED_IN_TESTS
    return board_variant(rows, cols, (bars + same_both_ways) // 2, presolve=bars < 10_000, testing=testing)


def read_older(rules: "Chomp", text: str) -> Position | None:
    """`2_7,7`: without the rows that are gone."""
    missing = rules.rows - 1 - text.count(",")
    complete = missing <= 0 or not re.fullmatch(r"[12]_[0-9]+(,[0-9]+)*", text)
    return None if complete else rules.parse(text + ",0" * missing)


class Chomp(Impartial):
    name = "Chomp"
    opens = "4x5"
    also_called = ("Chocolate bar",)
    description = "Bite corners off a bar of chocolate and leave the poisoned square to the other player."
    instructions = """On your turn, choose a square and bite it off, with everything **below and to the right of
        it**. The square in the top left corner is **poisoned**: whoever has nothing else left loses."""
    author = "David Gale, after Frederik Schuh's game of divisors"
    date_created = "1974"
    variants = (
        *(_variant(1, cols) for cols in range(2, 9)),
        *(_variant(rows, cols) for rows in range(2, 6) for cols in range(rows, 9)),
        *(_variant(side, side) for side in range(6, 10)),
        _variant(8, 10),
    )
    notations = (Notation("the older form", "2_7,7", read_older),)

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols

    def start(self) -> Position:
        return (1, (self.cols,) * self.rows)

    def moves(self, position: Position) -> list[Bite]:
        """The squares that are left, row by row, except the poisoned one."""
        return [(row, col) for row, width in enumerate(position[1]) for col in range(width)][1:]

    def do_move(self, position: Position, move: Bite) -> Position:
        turn, widths = position
        row, col = move
        return (NEXT[turn], widths[:row] + tuple([min(width, col) for width in widths[row:]]))

    def children(self, position: Position) -> list[Position]:
        turn, widths = NEXT[position[0]], position[1]
        children: list[Position] = []
        for row, width in enumerate(widths):
            above, below = widths[:row], widths[row:]
            bitten = len(below)  # rows that reach the bite: the farther right it is, the fewer
            for col in range(0 if row else 1, width):
                while below[bitten - 1] <= col:
                    bitten -= 1
                children.append((turn, above + (col,) * bitten + below[bitten:]))
        return children

    def primitive(self, position: Position) -> Value | None:
        return Value.LOSE if sum(position[1]) == 1 else None

    def format(self, position: Position) -> str:
        return f"{position[0]}_{','.join(map(str, position[1]))}"

    def parse(self, text: str) -> Position:
        if not re.fullmatch(f"[12]_{ROW}(,{ROW}){{{self.rows - 1}}}", text, re.ASCII):
            raise MalformedPosition(
                f"{short(text)}: expected '1_' or '2_' (the player to move), then {self.rows} rows with commas between "
                f"them, like {self.format(self.start())!r}."
            )
        turn, widths = read_turn(text)
        return self._checked(tuple(map(int, widths.split(","))), turn, text)

    def _checked(self, widths: Rows, turn: Turn, text: str) -> Position:
        """The position, if it is legal; `text` is what the error message quotes."""
        if max(widths) > self.cols:
            raise IllegalPosition(f"{text!r}: expected rows of at most {self.cols} squares.")
        if sorted(widths, reverse=True) != list(widths):
            raise IllegalPosition(f"{text!r}: expected no row to be longer than the one above it.")
        if not widths[0]:
            raise IllegalPosition(f"{text!r}: expected the poisoned square to be there.")
        return (turn, widths)

    def format_move(self, position: Position, move: Bite) -> str:
        return cell_name(move[0] * self.cols + move[1], self.rows, self.cols)

    def images(self, position: Position) -> tuple[Position, ...]:
        """With either player to move; for a square bar, also with rows and columns exchanged."""
        widths = position[1]
        if self.rows != self.cols:
            return ((1, widths), (2, widths))
        columns = tuple([sum(width > col for width in widths) for col in range(self.cols)])
        return ((1, widths), (2, widths), (1, columns), (2, columns))

    def canonical(self, position: Position) -> Position:
        return (1, position[1]) if self.rows != self.cols else min(self.images(position))

    def board(self, position: Position) -> Board:
        cells = "".join(["x" * width + EMPTY * (self.cols - width) for width in position[1]])
        return Board(self.rows, self.cols, f"p{cells[1:]}")

    def from_board(self, cells: str, turn: Turn) -> Position:
        if len(cells) != self.rows * self.cols:
            raise MalformedPosition(f"{short(cells)}: expected {self.rows * self.cols} cells.")
        rows = [cells[first : first + self.cols] for first in range(0, len(cells), self.cols)]
        return self._checked(tuple(self.cols - row.count(EMPTY) for row in rows), turn, cells)

    def button(self, position: Position, move: Bite) -> Add:
        return Add("x", move[0] * self.cols + move[1])

"""The view of a position that clients show: a grid of characters, and a button for every move.

A plug-in only says which character is in which cell. `notation/autogui.py` alone turns boards and
buttons into the strings that web clients read.

Cells are numbered from 0, row by row, from the top left.
"""

from dataclasses import dataclass
from typing import Literal

EMPTY = "-"
VOID = "*"
ALPHABET = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" + EMPTY + VOID)


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of `rows` x `cols` cells; `cells` has one character per cell, row by row.

    `-` is an empty cell, `*` a cell that can never hold anything; letters and digits are pieces.
    """

    rows: int
    cols: int
    cells: str


def in_rows(cells: str, cols: int) -> Board:
    """A board of `cols` columns with these cells; the last row is padded with void cells, which never hold anything."""
    rows = -(-len(cells) // cols)
    return Board(rows, cols, cells.ljust(rows * cols, VOID))


@dataclass(frozen=True, slots=True)
class Add:
    """Put `char` on `cell`, replacing what is there; shown as a button on the cell."""

    char: str
    cell: int


@dataclass(frozen=True, slots=True)
class Move:
    """Move the piece on `source` to `target`; shown as an arrow between the cells."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Shift a whole `row` by `amount` cells to the left or right."""

    side: Literal["L", "R"]
    row: int
    amount: int


@dataclass(frozen=True, slots=True)
class Line:
    """Draw a line between the points `a` and `b`."""

    a: int
    b: int


Button = Add | Move | Shift | Line


def button_between(before: Board, after: Board) -> Button:
    """The button that shows the change from one board to the next.

    If exactly two cells change and one of them becomes empty, that is an arrow; otherwise, a button with the new
    character on the first cell that changes (or on cell 0, if none does).
    """
    changed = [i for i, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)) if old != new]
    if len(changed) == 2:
        for source, target in (changed, changed[::-1]):
            if after.cells[source] == EMPTY and after.cells[target] == before.cells[source]:
                return Move(source, target)
    cell = changed[0] if changed else 0
    return Add(after.cells[cell], cell)

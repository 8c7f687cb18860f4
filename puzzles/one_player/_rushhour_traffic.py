"""Vehicles on the lines of a square grid, as bits, which make the searches of Rush Hour fast.

A number has a bit for every cell taken by a horizontal vehicle and, below these, one for every cell taken by a vertical
one; the first cell is the highest of each. Vehicles never leave their line or overtake, so given the lengths of the
vehicles of every line, in order, a number is a position. What a line's vehicles can do depends only on the bits of its
own cells, so these serve as keys of a lookup that gives what each move adds to the number.
"""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from perfect_play.puzzles.on_demand import Motion

SIDE = 6
CELLS = SIDE * SIDE
ROWS = [slice(row * SIDE, (row + 1) * SIDE) for row in range(SIDE)]
COLUMNS = [slice(column, CELLS, SIDE) for column in range(SIDE)]
RED_ROW = 2

TAILS = {"L": "R", "T": "B", "1": "2"}
"""The last character of a vehicle by its first: horizontal, vertical, red."""
WALL = "x"
HORIZONTAL = str.maketrans("TMBx", "----")
UPRIGHT = str.maketrans("LmR12x", "------")
WALLS = str.maketrans("LmR12TMB", "--------")
"""A `str.translate` table that removes everything but walls."""

Lengths = tuple[tuple[int, ...], ...]


class Traffic(NamedTuple):
    """What no move changes.

    rows, columns: the lengths of the vehicles in each, in order. walls: the cells that nothing can enter, as bits.
    farthest: the most cells that one move may go.
    """

    rows: Lengths
    columns: Lengths
    walls: int
    farthest: int


def vehicle(board: str, head: int) -> range:
    """The cells of the vehicle that begins here."""
    step = SIDE if board[head] == "T" else 1
    tail = board[head::step].index(TAILS[board[head]])
    return range(head, head + (tail + 1) * step, step)


def bits(cells: str) -> int:
    """A number with a bit for each cell that is not `-`, the first cell the highest."""
    return int("".join("0" if cell == "-" else "1" for cell in cells), 2)


def family(board: str, farthest: int) -> Traffic:
    """What no move changes on a board of 36 cells."""
    rows, columns = board.translate(HORIZONTAL), board.translate(UPRIGHT)
    return Traffic(
        tuple(tuple(map(len, re.findall("Lm?R|12", rows[row]))) for row in ROWS),
        tuple(tuple(map(len, re.findall("TM?B", columns[column]))) for column in COLUMNS),
        bits(board.translate(WALLS)),
        farthest,
    )


def number(board: str) -> int:
    """The number of a board of 36 cells."""
    return bits(board.translate(HORIZONTAL)) << CELLS | bits(board.translate(UPRIGHT))


def board(traffic: Traffic, number: int) -> str:
    """The board with this number."""
    cells = [WALL if traffic.walls >> CELLS - 1 - cell & 1 else "-" for cell in range(CELLS)]
    for shift, all_lengths, lines in ((CELLS, traffic.rows, ROWS), (0, traffic.columns, COLUMNS)):
        for i, (lengths, line) in enumerate(zip(all_lengths, lines, strict=True)):
            occupied = [cell for cell in range(CELLS)[line] if number >> shift + CELLS - 1 - cell & 1]
            ends = "12" if (shift, i) == (CELLS, RED_ROW) else "LR" if shift else "TB"
            middle = "m" if shift else "M"
            chars = "".join(ends[0] + middle * (length - 2) + ends[1] for length in lengths)
            for cell, char in zip(occupied, chars, strict=True):
                cells[cell] = char
    return "".join(cells)


class _Line(dict[int, tuple[int, ...]]):
    """What each move of a line's vehicles adds to the number, by the bits of the line's cells."""

    def __init__(self, cells: range, lengths: tuple[int, ...], shift: int, traffic: Traffic) -> None:
        """shift: the lowest bit of this direction's vehicles; those of the other direction have the other half."""
        self.places = [1 << CELLS - 1 - cell for cell in cells]
        self.mask = sum(self.places) << CELLS | sum(self.places)
        self.lengths, self.shift, self.traffic = lengths, shift, traffic

    def __missing__(self, key: int) -> tuple[int, ...]:
        self[key] = changes = tuple(self._changes(key))
        return changes

    def _changes(self, key: int) -> Iterator[int]:
        occupied = key >> CELLS | key | self.traffic.walls
        line = key >> self.shift
        free = [not occupied & place for place in self.places]
        after = 0
        for length in self.lengths:
            first = next(i for i in range(after, SIDE) if line & self.places[i])
            after = first + length
            old = sum(self.places[first:after])
            for step, cells in ((-1, range(first - 1, -1, -1)), (1, range(after, SIDE))):
                for distance, cell in enumerate(cells[: self.traffic.farthest], 1):
                    if not free[cell]:
                        break
                    start = first + step * distance
                    yield sum(self.places[start : start + length]) - old << self.shift


def motion(traffic: Traffic, goal: Collection[int]) -> Motion:
    """The moves of boards; a board is solved if horizontal vehicles cover all cells of `goal`."""
    solved = sum(1 << CELLS + CELLS - 1 - cell for cell in goal)
    rows = (_Line(range(CELLS)[ROWS[i]], traffic.rows[i], CELLS, traffic) for i in range(SIDE))
    columns = (_Line(range(CELLS)[COLUMNS[i]], traffic.columns[i], 0, traffic) for i in range(SIDE))
    lines = [(line.mask, line) for line in (*rows, *columns) if line.lengths]
    return Motion(
        lambda number: [number + change for mask, line in lines for change in line[number & mask]],
        lambda number: number & solved == solved,
    )

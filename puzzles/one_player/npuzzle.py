"""The sliding number puzzle (8-puzzle, 15-puzzle): put the tiles in order by sliding them into the gap.

A position is a bytes object with one character per cell, row by row: the tiles `1` to `9`, then `a`
to `z` and `A` to `Z`, and `-` for the gap. Every arrangement of the right tiles is legal.

Its text is the same characters: the start of the 8-puzzle is `1234567-8`, its goal `12345678-`.

Read the tiles row by row, without the gap: their order and the cell of the gap determine the position.
A slide along a row keeps the order; a slide along a column takes one tile past all but one
of a row's width. So the parity of the order depends only on the row of the gap. Where it is
wrong, the puzzle cannot be solved: that is half of the positions, and they are lost. Column by column
it is the same; ranks read the board along its shorter side.

On a board of a single row or column the order of the tiles never changes, so that all but a few are lost.

The 15-puzzle has ten trillion solvable positions, too many for a table: positions are searched. So are those of boards
of any other size that is typed, and of 2x7 unless its 43 billion positions have been solved.

Bytes are for speed: a slide swaps a tile and the gap wherever they are, and
`bytes.translate` does that faster than anything on a str.
"""

import re
from math import factorial
from string import ascii_letters
from typing import ClassVar

from perfect_play.puzzles import (
    CustomVariant,
    IllegalPosition,
    Kernel,
    MalformedPosition,
    Move,
    Notation,
    OneGoal,
    Room,
    Searchable,
    Table,
    Variant,
    check_text,
    short,
)
from perfect_play.puzzles.grid import neighbors
from perfect_play.puzzles.permutations import MAX_LENGTH, even_digits, moved_left, moved_right, number_and_parity
from perfect_play.puzzles.sliding import SlidingPuzzle, steps_aside

GAP = ord("-")
MOST_LOOKED_UP = 9  # largest number of cells for which a table holds the digits of all orders
TILES = "123456789" + ascii_letters
NUMBER = {ord(tile): number for number, tile in enumerate(TILES, 1)} | {GAP: 0}
MOST_CELLS = len(TILES) + 1
GAPS = ("0", "_", ".", "-")
"""What is typed for the gap, which is `-` in texts."""
SLIDE = [bytes.maketrans(bytes((GAP, tile)), bytes((tile, GAP))) for tile in range(128)]
"""For each tile, the translation table that swaps it and the gap."""


def _variant(rows: int, cols: int, id: str = "", name: str = "", presolve: bool = True) -> Variant:
    size = f"{rows}x{cols}"
    positions = factorial(rows * cols) // 2
    return Variant(
        id or size,
        name or size,
        (rows, cols),
        aliases=(size,) if id else (),
        presolve=presolve,
        testing=positions <= 5000,
        positions=positions,
    )


def _size(text: str) -> tuple[int, int]:
    """The rows and columns of a typed size. Raises ValueError."""
    rows, cols = map(int, text.split("x"))
    if not 2 <= rows * cols <= MOST_CELLS:
        raise ValueError(f" {rows} x {cols} makes {rows * cols} cells.")
    return rows, cols


def read_numbers(rules: "NPuzzle", text: str) -> bytes | None:
    """`1 2 3 4 5 6 7 0 8`: the numbers of the tiles; 0, `_`, `.` or `-` is the gap."""
    numbers = re.split(r"[\s,;/()[\]{}]+", text.strip("[](){} "))
    if len(numbers) != rules.cells:
        return None
    tiles = []
    for number in numbers:
        if number in GAPS:
            tiles.append("-")
        elif re.fullmatch("[1-9][0-9]?", number) and int(number) < rules.cells:
            tiles.append(TILES[int(number) - 1])
        else:
            raise MalformedPosition(
                f"{short(text)}: {short(number)} is no tile from 1 to {rules.cells - 1}, and no gap 0."
            )
    return rules.parse("".join(tiles))


def read_digits(rules: "NPuzzle", text: str) -> bytes | None:
    """`123456789ABCDE0F`: a digit or capital for each tile, and 0 for the gap, as in hexadecimal numbers."""
    digits = "".join(text.split())
    if len(digits) != rules.cells or rules.cells > len("0123456789abcdefghijklmnopqrstuvwxyz"):
        return None
    return rules.parse("".join("-" if digit in GAPS else digit.lower() for digit in digits))


class NPuzzle(OneGoal, Searchable, SlidingPuzzle):
    name = "Sliding Number Puzzle"
    opens = "3"
    also_called = ("8-puzzle", "15-puzzle", "Fifteen puzzle", "Eight puzzle", "Sliding tiles", "Gem puzzle")
    description = "Slide the numbered tiles into order, one at a time, using the gap."
    instructions = """A tile beside the gap, or above or below it, slides into the gap. The puzzle is solved when the
        numbers stand in order, row by row from the top left, with the gap in the **last** place."""
    author = "Noyes Chapman"
    date_created = "1880"
    variants = (
        _variant(2, 2, "2", "3-Puzzle"),
        _variant(3, 3, "3", "8-Puzzle"),
        _variant(2, 3),
        _variant(3, 2),
        _variant(2, 4),
        _variant(4, 2),
        _variant(2, 5),
        *(_variant(*size, presolve=False) for size in ((2, 6), (2, 7), (3, 4), (4, 3))),
        _variant(4, 4, "4", "15-Puzzle", presolve=False),
    )
    custom: ClassVar = CustomVariant(
        pattern="[1-9][0-9]?x[1-9][0-9]?",
        options=_size,
        help=f"Type the number of rows and columns, with x between them, for 2 to {MOST_CELLS} cells.",
        example="3x5",
    )
    notations = (
        Notation("the numbers of the tiles", "1 2 3 4 5 6 7 0 8", read_numbers),
        Notation("hexadecimal digits", "123456789ABCDE0F", read_digits),
    )
    random_start = True

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells = rows * cols
        self.narrow = 1 in (rows, cols)
        self.size = self.cells if self.narrow else factorial(self.cells) // 2
        self.on_request = self.cells > MAX_LENGTH or self.variant.custom
        self._goal: bytes = (TILES[: self.cells - 1] + "-").encode()
        self._neighbors = [neighbors(cell, rows, cols) for cell in range(self.cells)]
        # Ranks read the board along its shorter side, so that a slide takes a tile past fewer others.
        self._across, self._down = (cols, rows) if rows < cols else (1, 1)
        self._in_order = _every(self._across, self._goal)[:-1]
        self._width = min(rows, cols)
        # Whether the tiles of solvable positions are in an odd order, by the place of the gap in that reading.
        self._odd = [(self.cells - 1 - gap) // self._width * (self._width - 1) % 2 for gap in range(self.cells)]

    def start(self) -> bytes:
        """The goal with the last tile one place too far to the right."""
        return self._goal.translate(SLIDE[self._goal[-2]])

    def moves(self, position: bytes) -> list[int]:
        """The cells of the tiles that can slide, row by row."""
        return self._neighbors[position.index(GAP)]

    def do_move(self, position: bytes, move: int) -> bytes:
        return position.translate(SLIDE[position[move]])

    def children(self, position: bytes) -> list[bytes]:
        """The default, written out for speed."""
        return [position.translate(SLIDE[position[cell]]) for cell in self._neighbors[position.index(GAP)]]

    def heuristic(self, position: bytes) -> int:
        """Manhattan distance plus linear conflict: two moves for each tile that must leave its line to let others pass.

        O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields powerful admissible
        heuristics", Information Sciences 63, 1992.
        """
        distance = 0
        lines: list[list[int]] = [[] for _ in range(self.rows + self.cols)]  # homes of the tiles in their own line
        for cell, tile in enumerate(self.tiles(position)):
            if tile:
                (row, col), (home_row, home_col) = divmod(cell, self.cols), divmod(tile - 1, self.cols)
                distance += abs(row - home_row) + abs(col - home_col)
                if row == home_row:
                    lines[row].append(home_col)
                if col == home_col:
                    lines[self.rows + col].append(home_row)
        return distance + sum(map(steps_aside, lines))

    def tiles(self, position: bytes) -> list[int]:
        return [NUMBER[tile] for tile in position]

    def format(self, position: bytes) -> str:
        return position.decode()

    def parse(self, text: str) -> bytes:
        goal = self.format(self._goal)
        check_text(text, self.cells, goal, f"{self.cells} characters, the tiles {goal[:-1]} and '-'")
        if len(set(text)) != self.cells:
            raise IllegalPosition(f"{text!r}: expected each of the tiles {goal[:-1]} and the gap '-' exactly once.")
        return text.encode()

    def format_move(self, position: bytes, move: int) -> str:
        return chr(position[move])

    def other_move_names(self, position: bytes, move: int) -> tuple[str, str]:
        """The direction in which the gap moves, such as `up` or `U`."""
        step = move - position.index(GAP)
        direction = {-self.cols: "up", self.cols: "down", -1: "left", 1: "right"}[step]
        return direction, direction[0].upper()

    def button(self, position: bytes, move: int) -> Move:
        return Move(move, position.index(GAP))

    def rank(self, position: bytes) -> int | None:
        """Half the number of the order of the tiles, times the number of cells, plus the place of the gap."""
        read = _every(self._across, position)
        gap = read.index(GAP)
        tiles = read[:gap] + read[gap + 1 :]
        if self.narrow:
            return gap if tiles == self._in_order else None
        number, odd = number_and_parity(tiles, self._in_order)
        return number // 2 * self.cells + gap if odd == self._odd[gap] else None

    def unrank(self, number: int) -> bytes:
        half, gap = divmod(number, self.cells)
        remaining, order = list(self._in_order), []
        number, odd = 2 * half, 0
        for after in range(self.cells - 2, -1, -1):
            place, number = divmod(number, factorial(after))
            odd ^= place & 1
            order.append(remaining.pop(place))
        if odd != self._odd[gap]:
            order[-2:] = reversed(order[-2:])
        tiles = bytes(order)
        return _every(self._down, tiles[:gap] + b"-" + tiles[gap:])

    def kernel(self) -> Kernel | None:
        if self.cells - 1 > MAX_LENGTH or self.variant.custom:
            return None
        halves = range(factorial(self.cells - 1) // 2 if self.cells <= MOST_LOOKED_UP else 0)
        digits = tuple(even_digits(half, self.cells - 1) for half in halves)
        return Kernel(_children, 4, (self.cells, self._width, digits))


def _every(step: int, cells: bytes) -> bytes:
    """The first of every `step` cells, then the second of each, and so on."""
    return b"".join(cells[first::step] for first in range(step)) if step > 1 else cells


def _children(number: int, out: Room, scratch: Room, cells: int, cols: int, digits_of: Table) -> int:
    """`moves` and `do_move` over ranks. At an edge one child is written twice, which is faster than counting.

    cols: the shorter side of the board, along which ranks read it, as if each such line were a row.
    """
    half = number // cells
    gap = number - half * cells  # slower with `%`, which must handle Python's sign
    rows_above = gap // cols
    col, rows_below = gap - rows_above * cols, cells // cols - 1 - rows_above
    tiles, passed = cells - 1, cols - 1
    digits = (digits_of[half] if cells <= MOST_LOOKED_UP else even_digits(half, tiles)) ^ (rows_below * passed & 1) << 4
    order = 2 * half + (digits >> 4 & 1)
    out[0] = number - 1 + 2 * (col == 0)
    out[1] = number + 1 - 2 * (col == cols - 1)
    if cells <= MOST_LOOKED_UP:  # so little work that a mispredicted branch would cost more than both sides
        up = (order + moved_right(digits, tiles - 1 - gap + cols, passed) >> 1) * cells + gap - cols
        down = (order + moved_left(digits, max(tiles - gap - cols, 0), passed) >> 1) * cells + gap + cols
        out[2] = out[0] + (up - out[0]) * (rows_above > 0)
        out[3] = out[0] + (down - out[0]) * (rows_below > 0)
        return 4
    if rows_above > 0:
        out[2] = (order + moved_right(digits, tiles - 1 - (gap - cols), passed) >> 1) * cells + gap - cols
    else:
        out[2] = out[0]
    if rows_below > 0:
        out[3] = (order + moved_left(digits, tiles - 1 - (gap + cols - 1), passed) >> 1) * cells + gap + cols
    else:
        out[3] = out[0]
    return 4

"""Flow Free: join the dots of each color by paths that together fill the board.

A position is (cells, head, dot): the cells row by row, `0` for an empty one or the digit of a color; the cell where the
path in progress ends and the dot where it began, both the number of cells between paths. The text joins the cells, the
color of the path, its head and its dot by `_`, as in `1200310400510000400000523_1_5_0`.

A path grows by one cell a move until it steps onto the second dot of its color, and is never taken back. Two dots are
joined as soon as neighboring cells of their color connect them, whatever path was drawn; none then starts from them.
The puzzle is solved when the board is full, all dots are joined, and no path is in progress.

The board shows the head as a small letter and the dot where its path began as a capital.
"""

import math
import re
from typing import NamedTuple

from perfect_play.puzzles import EMPTY, Board, CustomVariant, Move, Searchable, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, check_text, short
from perfect_play.puzzles.grid import neighbors
from perfect_play.puzzles.values import joined_rows

SIDE, MOST_SIDE = 5, 9
FREE, COLORS, HEADS, DOTS = "0", "123456789", "abcdefghi", "ABCDEFGHI"
TO_BOARD = str.maketrans(FREE, EMPTY)

Step = tuple[int, int]


class Position(NamedTuple):
    cells: str
    head: int
    dot: int


def typed_dots(text: str) -> tuple[str, int]:
    """The dots of a variant that was typed, and the length of its rows. Raises ValueError."""
    rows = text.split("_") if "_" in text else re.findall(f".{{{SIDE}}}", text)
    if len({*map(len, rows)}) > 1:
        raise ValueError("Its rows differ in length.")
    dots = "".join(rows)
    _check_pairs(dots)
    return dots, len(rows[0])


def _check_pairs(dots: str) -> None:
    """Raises ValueError unless each color, a digit or a letter, has two dots."""
    for color in sorted(set(dots) - {FREE}):
        if (count := dots.count(color)) != 2:
            raise ValueError(f"It has {count} dot{'s' * (count > 1)} {color}; expected two of each color.")


def read_dots(text: str) -> str:
    """A level as it is pasted: rows, or a square in one; letters or digits for colors. Raises ValueError."""
    text = joined_rows(text).replace(".", FREE)
    side = math.isqrt(len(text))
    if side**2 == len(text) and "_" not in text:
        text = "_".join(re.findall(f".{{{side}}}", text))
    text = text if re.search("[A-Z]", text) else text.upper()
    letters = "".join(dict.fromkeys(re.findall("[A-Z]", text)))
    if len(letters) > len(COLORS) or (letters and set(text) & set(COLORS)):
        raise ValueError(f"Write at most {len(COLORS)} colors, all as letters or all as digits.")
    if re.fullmatch("[A-Z0]+_[A-Z0_]+", text):
        _check_pairs(text.replace("_", ""))  # names the letters as they were typed
    text = text.translate(str.maketrans(letters, COLORS[: len(letters)]))
    return text.replace("_", "") if re.fullmatch(f"(.{{{SIDE}}}_){{{SIDE - 1}}}.{{{SIDE}}}", text) else text


class FlowFree(Searchable):
    name = "Flow Free"
    also_called = ("Numberlink", "Arukone")
    description = "Join the dots of each color with paths that together fill the board."
    instructions = """Start at any dot and draw its path cell by cell, up, down, left or right through empty cells,
        to **the other dot of its color**; then choose the next dot. A path cannot be taken back. The puzzle is
        solved when all pairs of dots are joined and **every cell is filled**."""
    author = "Big Duck Games"
    date_created = "2012"
    variants = (
        Variant("a", "Puzzle A", ("1200300400510000400000523",), testing=True, positions=5_950),
        Variant("b", "Puzzle B", ("1200304005002000040000135",), testing=True, positions=9_463),
        Variant("c", "Puzzle C", ("1000024500003000405002031",), testing=True, positions=4_619),
        Variant("d", "Puzzle D", ("1012000200003000340450005",), positions=12_157),
        Variant("e", "Puzzle E", ("1230000003000020000000001",), positions=75_668),
        Variant("f", "Puzzle F", ("0000012001003030200000000",), positions=12_783),
    )

    custom = CustomVariant(
        pattern=rf"(?=.*[1-9])([0-9]{{25}}|[0-9]{{1,{MOST_SIDE}}}(_[0-9]{{1,{MOST_SIDE}}}){{1,{MOST_SIDE - 1}}})",
        options=typed_dots,
        help="Type the cells row by row, with _ between rows: a digit from 1 to 9, or a letter, for both dots "
        f"of a color, 0 or a dot for an empty cell; at most {MOST_SIDE} rows of {MOST_SIDE}.",
        example="1302005040003000054200001",
        read=read_dots,
        symbols="0123456789",
    )

    def prepare(self, dots: str, cols: int = SIDE) -> None:
        self.by_search = self.variant.custom
        self.cols, self._none = cols, len(dots)
        self.rows = len(dots) // cols
        self._next = [neighbors(cell, self.rows, cols) for cell in range(len(dots))]
        self._dots = dots
        self.colors = "".join(sorted(set(dots) - {FREE}))
        pairs = [(dots.index(color), dots.rindex(color)) for color in self.colors]
        self._partners = {dot: partner for a, b in pairs for dot, partner in ((a, b), (b, a))}

    def start(self) -> Position:
        return Position(self._dots, self._none, self._none)

    def moves(self, position: Position) -> list[Step]:
        """(from, to): on from the head of the path, or from each dot that is not joined yet."""
        cells, head, dot = position
        if head != self._none:
            return [(head, cell) for cell in self._next[head] if cells[cell] == FREE or cell == self._partners[dot]]
        return [
            (dot, cell)
            for dot in self._partners
            if not self._joined(cells, dot)
            for cell in self._next[dot]
            if cells[cell] == FREE
        ]

    def _joined(self, cells: str, dot: int) -> bool:
        """Whether cells of its color connect a dot with its partner."""
        path = [dot]
        for cell in path:
            path += [
                neighbor for neighbor in self._next[cell] if cells[neighbor] == cells[dot] and neighbor not in path
            ]
        return self._partners[dot] in path

    def do_move(self, position: Position, move: Step) -> Position:
        source, target = move
        cells, _, dot = position
        if target in self._partners:
            return Position(cells, self._none, self._none)
        cells = cells[:target] + cells[source] + cells[target + 1 :]
        return Position(cells, target, source if dot == self._none else dot)

    def primitive(self, position: Position) -> Value | None:
        cells, head, _ = position
        full = head == self._none and FREE not in cells
        return Value.WIN if full and all(self._joined(cells, dot) for dot in self._partners) else None

    def heuristic(self, position: Position) -> int:
        """The cells to fill, and the step onto the dot that ends the path."""
        return position.cells.count(FREE) + (position.head != self._none)

    def hopeless(self, position: Position) -> str | None:
        """A sentence if empty cells no longer lead from a dot to its partner, or no path can reach some of them."""
        cells, head, dot = position
        reached: set[int] = set()
        for end in self._partners:
            if end == self._partners.get(dot) or (end != dot and self._joined(cells, end)):
                continue
            area = [head if end == dot else end]
            for cell in area:
                area += [near for near in self._next[cell] if cells[near] in (FREE, cells[end]) and near not in area]
            if self._partners[end] not in area:
                return "No way is left from a dot to the other of its color."
            reached.update(area)
        if any(color == FREE and cell not in reached for cell, color in enumerate(cells)):
            return "No path can reach an empty cell."
        return None

    def format(self, position: Position) -> str:
        cells, head, dot = position
        return f"{cells}_{cells[head] if head != self._none else FREE}_{head}_{dot}"

    def parse(self, text: str) -> Position:
        cells, *numbers = text[:200].split("_")
        places = [int(part) for part in numbers if part.isascii() and part.isdecimal()]
        if len(cells) != self._none or set(cells) - set(FREE + self.colors) or len(numbers) != 3 or len(places) != 3:
            raise MalformedPosition(
                f"{short(text)}: expected {self._none} digits {FREE}{self.colors}, the color of the path in progress, "
                f"its head and its dot, joined by '_', such as {self.format(self.start())!r}."
            )
        position = self._checked(cells, *places[1:])
        if self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected the color of the head, as in {self.format(position)!r}.")
        return position

    def _checked(self, cells: str, head: int, dot: int) -> Position:
        """The position, if the dots are in place and the head and the dot fit together."""
        if any(cells[cell] != self._dots[cell] for cell in self._partners):
            raise IllegalPosition(f"{cells!r}: expected the dots as at the start, {self._dots!r}.")
        if (head, dot) != (self._none, self._none):
            if dot not in self._partners or not 0 <= head < self._none or head in self._partners:
                raise IllegalPosition(f"{cells!r}: a path leads from a dot to another cell, not from {dot} to {head}.")
            if cells[head] != cells[dot]:
                raise IllegalPosition(f"{cells!r}: expected the color of dot {dot} in cell {head}.")
        return Position(cells, head, dot)

    def format_move(self, position: Position, move: Step) -> str:
        return "-".join(f"{cell // self.cols},{cell % self.cols}" for cell in move)

    def board(self, position: Position) -> Board:
        cells = list(position.cells.translate(TO_BOARD))
        if position.head != self._none:
            color = COLORS.index(position.cells[position.head])
            cells[position.head], cells[position.dot] = HEADS[color], DOTS[color]
        return Board(self.rows, self.cols, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> Position:
        chars = EMPTY + COLORS + HEADS + DOTS
        check_text(cells, self._none, chars, f"{self._none} cells, each one of {chars}")
        digits = cells.translate(str.maketrans(EMPTY + HEADS + DOTS, FREE + COLORS + COLORS))
        head, dot = (next((i for i, cell in enumerate(cells) if cell in kind), self._none) for kind in (HEADS, DOTS))
        return self._checked(digits, head, dot)

    def button(self, position: Position, move: Step) -> Move:
        return Move(*move)

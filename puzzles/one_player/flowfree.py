"""Flow Free: join the dots of each color by paths that together fill the board.

A position is (cells, head, dot): the cells row by row, `0` for an empty one or the digit of a color; the cell where the
path in progress ends and the dot where it began, both `NO_CELL` between paths. The text joins the cells, the color of
the path, its head and its dot by `_`, as in `1200310400510000400000523_1_5_0`.

A path grows by one cell a move until it steps onto the second dot of its color, and is never taken back. Two dots are
joined as soon as neighboring cells of their color connect them, whatever path was drawn; none then starts from them.
The puzzle is solved when the board is full, all dots are joined, and no path is in progress.

The board shows the head as a small letter and the dot where its path began as a capital.
"""

import re
from typing import NamedTuple

from perfect_play.puzzles import EMPTY, Board, CustomVariant, Move, Searchable, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, check_text, short
from perfect_play.puzzles.grid import neighbors

SIDE = 5
NO_CELL = SIDE * SIDE  # for the head and the dot of no path
NEXT = [neighbors(cell, SIDE, SIDE) for cell in range(NO_CELL)]
FREE, COLORS, HEADS, DOTS = "0", "12345", "abcde", "ABCDE"
TO_BOARD = str.maketrans(FREE, EMPTY)

Step = tuple[int, int]


class Position(NamedTuple):
    cells: str
    head: int
    dot: int


def typed_dots(text: str) -> tuple[str]:
    """The dots of a variant that was typed. Raises ValueError."""
    for color in sorted(set(text) - {FREE}):
        if text.count(color) != 2:
            raise ValueError(f"It has {text.count(color)} dots {color}; expected two of each color.")
    return (text,)


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
        pattern="(?=.*[1-5])[0-5]{25}",
        options=typed_dots,
        help="Type the 25 cells row by row: a digit from 1 to 5 for both dots of a color, 0 for an empty cell.",
        example="1302005040003000054200001",
        read=lambda text: re.sub(r"[\s|]", "", text).replace(".", FREE),
    )

    def prepare(self, dots: str) -> None:
        self.by_search = self.variant.custom
        self._dots = dots
        self.colors = "".join(sorted(set(dots) - {FREE}))
        pairs = [(dots.index(color), dots.rindex(color)) for color in self.colors]
        self._partners = {dot: partner for a, b in pairs for dot, partner in ((a, b), (b, a))}

    def start(self) -> Position:
        return Position(self._dots, NO_CELL, NO_CELL)

    def moves(self, position: Position) -> list[Step]:
        """(from, to): on from the head of the path, or from each dot that is not joined yet."""
        cells, head, dot = position
        if head != NO_CELL:
            return [(head, cell) for cell in NEXT[head] if cells[cell] == FREE or cell == self._partners[dot]]
        return [
            (dot, cell)
            for dot in self._partners
            if not self._joined(cells, dot)
            for cell in NEXT[dot]
            if cells[cell] == FREE
        ]

    def _joined(self, cells: str, dot: int) -> bool:
        """Whether cells of its color connect a dot with its partner."""
        path = [dot]
        for cell in path:
            path += [neighbor for neighbor in NEXT[cell] if cells[neighbor] == cells[dot] and neighbor not in path]
        return self._partners[dot] in path

    def do_move(self, position: Position, move: Step) -> Position:
        source, target = move
        cells, _, dot = position
        if target in self._partners:
            return Position(cells, NO_CELL, NO_CELL)
        cells = cells[:target] + cells[source] + cells[target + 1 :]
        return Position(cells, target, source if dot == NO_CELL else dot)

    def primitive(self, position: Position) -> Value | None:
        cells, head, _ = position
        full = head == NO_CELL and FREE not in cells
        return Value.WIN if full and all(self._joined(cells, dot) for dot in self._partners) else None

    def format(self, position: Position) -> str:
        cells, head, dot = position
        return f"{cells}_{cells[head] if head != NO_CELL else FREE}_{head}_{dot}"

    def parse(self, text: str) -> Position:
        cells, *numbers = text[:100].split("_")
        places = [int(part) for part in numbers if part.isascii() and part.isdecimal()]
        if len(cells) != NO_CELL or set(cells) - set(FREE + self.colors) or len(numbers) != 3 or len(places) != 3:
            raise MalformedPosition(
                f"{short(text)}: expected {NO_CELL} digits {FREE}{self.colors}, the color of the path in progress, its "
                f"head and its dot, joined by '_', such as {self.format(self.start())!r}."
            )
        position = self._checked(cells, *places[1:])
        if self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected the color of the head, as in {self.format(position)!r}.")
        return position

    def _checked(self, cells: str, head: int, dot: int) -> Position:
        """The position, if the dots are in place and the head and the dot fit together."""
        if any(cells[cell] != self._dots[cell] for cell in self._partners):
            raise IllegalPosition(f"{cells!r}: expected the dots as at the start, {self._dots!r}.")
        if (head, dot) != (NO_CELL, NO_CELL):
            if dot not in self._partners or not 0 <= head < NO_CELL or head in self._partners:
                raise IllegalPosition(f"{cells!r}: a path leads from a dot to another cell, not from {dot} to {head}.")
            if cells[head] != cells[dot]:
                raise IllegalPosition(f"{cells!r}: expected the color of dot {dot} in cell {head}.")
        return Position(cells, head, dot)

    def format_move(self, position: Position, move: Step) -> str:
        return "-".join(f"{cell // SIDE},{cell % SIDE}" for cell in move)

    def board(self, position: Position) -> Board:
        cells = list(position.cells.translate(TO_BOARD))
        if position.head != NO_CELL:
            color = COLORS.index(position.cells[position.head])
            cells[position.head], cells[position.dot] = HEADS[color], DOTS[color]
        return Board(SIDE, SIDE, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> Position:
        chars = EMPTY + COLORS + HEADS + DOTS
        check_text(cells, NO_CELL, chars, f"{NO_CELL} cells, each one of {chars}")
        digits = cells.translate(str.maketrans(EMPTY + HEADS + DOTS, FREE + COLORS + COLORS))
        head, dot = (next((i for i, cell in enumerate(cells) if cell in kind), NO_CELL) for kind in (HEADS, DOTS))
        return self._checked(digits, head, dot)

    def button(self, position: Position, move: Step) -> Move:
        return Move(*move)

"""Peg solitaire: jump pegs over pegs until one is left.

A position is an int with one bit for each cell, 1 = a peg; cell 0 is the highest bit. Every board
with at least one peg is legal. It is solved by one last peg, anywhere; on the English board only by
one in the center, which is called the central game. What cannot be brought down to that is lost.

Its text is one character a cell, in order of the cells: `x` a peg, `-` a hole. The start of the
triangle is `-xxxxxxxxxxxxxx`.

The start of the central game leads to 187,636,299 boards, 23,475,688 up to symmetry (G. I. Bell, OEIS
A112737). A jump taken back is a jump with pegs and holes exchanged, so as many can be solved.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from itertools import chain
from typing import NamedTuple

from puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.view import Board, Move

Point = tuple[int, int]  # row and column
Jump = tuple[int, int]  # from cell, to cell
Room = MutableSequence[int]
Table = Sequence[int]

SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
TRIANGULAR = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""The ways to the neighbours of a cell, each one the way before it turned. In the triangular lattice
neighbours in a row are two columns apart, so that every cell has six at equal distance."""


class Shape(NamedTuple):
    """A board: its rows, in which each `o` is a cell; they are numbered row by row."""

    rows: str
    ways: tuple[Point, ...] = TRIANGULAR
    hole: int = 0  # at the start
    goal: int | None = None  # where the last peg must stand; None: anywhere


SHAPES = {
    "triangle": Shape("****o****/***o*o***/**o*o*o**/*o*o*o*o*/o*o*o*o*o"),
    "star": Shape("***o***/o*o*o*o/*o*o*o*/o*o*o*o/***o***"),
    "trapezoid": Shape("***o*o*o*o***/**o*o*o*o*o**/*o*o*o*o*o*o*/o*o*o*o*o*o*o", hole=4),
    "english": Shape("**ooo**/**ooo**/ooooooo/ooooooo/ooooooo/**ooo**/**ooo**", SQUARE, hole=16, goal=16),
}
TO_TEXT = str.maketrans("10", "x-")
FROM_TEXT = str.maketrans("x-", "10")
THIRD = 11  # bits: a symmetric image is looked up in three parts
PIECE = 6  # bits: in the kernel it is looked up in smaller parts, so that they stay in the cache
MODULUS = 53  # every one of the bits 0 to 51 leaves something else: so one of them is told from the others
PLACES = tuple((1 << bit) % MODULUS for bit in range(MODULUS - 1))
SYMMETRIES = 8  # of the square


class PegSolitaire(Puzzle):
    id = "pegsolitaire"
    name = "Peg Solitaire"
    aliases = ("pegSolitaire",)
    description = "Jump pegs over their neighbours and take these away until a single peg is left."
    instructions = (
        "A peg jumps in a straight line over a neighbouring peg into the hole right behind it; the peg that was "
        "jumped over is taken away. The puzzle is solved when **one** peg is left, wherever it stands; on the "
        "English board it must stand in the **center**. Jumps cannot be taken back."
    )
    author = "Unknown, first described in France"
    date_created = "1697"
    variants = (
        Variant("triangle", "Triangle", ("triangle",), aliases=("Triangle",), testing=True, positions=2383),
        Variant("star", "Star", ("star",), testing=True, positions=447),
        Variant("trapezoid", "Trapezoid", ("trapezoid",), positions=1_222_495),
        Variant("english", "English, the central game", ("english",), presolve=False, positions=23_475_688),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        shape = SHAPES[variant.options[0]]
        self.rows = shape.rows.split("/")
        points = [(r, c) for r, row in enumerate(self.rows) for c, here in enumerate(row) if here == "o"]
        self.cells = len(points)
        self.dense = shape.goal is None
        self.size = (1 << self.cells) - 1 if self.dense else 1 << self.cells
        self._hole = shape.hole
        self._solved = frozenset(self._bit(cell) for cell in range(self.cells) if shape.goal in (None, cell))
        self._places = [r * len(self.rows[0]) + c for r, c in points]  # where each cell stands on the board
        # Each jump with the three cells that it changes, and the two of them that must hold a peg.
        self._jumps: list[tuple[Jump, int, int]] = []
        for source, over, target in sorted(_lines(points, shape.ways)):
            pegs = self._bit(source) | self._bit(over)
            self._jumps.append(((source, target), pegs | self._bit(target), pegs))
        self._changes = {jump: change for jump, change, _ in self._jumps}
        self._symmetries = [self._thirds(image) for image in _symmetries(points, shape.ways)]

    def _bit(self, cell: int) -> int:
        return 1 << (self.cells - 1 - cell)

    def start(self) -> int:
        """All cells but one hold a peg."""
        return (1 << self.cells) - 1 - self._bit(self._hole)

    def moves(self, position: int) -> Iterable[Jump]:
        """(from cell, to cell), in order of cells."""
        return [jump for jump, change, pegs in self._jumps if position & change == pegs]

    def do_move(self, position: int, move: Jump) -> int:
        return position ^ self._changes[move]

    def parents(self, position: int) -> Iterable[int]:
        """Jumps taken back: a peg stands on the target, the other two cells are holes."""
        return [position ^ change for _, change, pegs in self._jumps if position & change == change ^ pegs]

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position in self._solved else None

    def solutions(self) -> Iterable[int]:
        return self._solved

    def format(self, position: int) -> str:
        return f"{position:0{self.cells}b}".translate(TO_TEXT)

    def parse(self, text: str) -> int:
        if len(text) != self.cells or set(text) - set("x-"):
            raise MalformedPosition(f"{short(text)}: expected {self.cells} characters, each 'x' (peg) or '-' (hole).")
        if "x" not in text:
            raise IllegalPosition(f"{text!r}: expected at least one peg 'x'; the last peg never leaves the board.")
        return int(text.translate(FROM_TEXT), 2)

    def format_move(self, position: int, move: Jump) -> str:
        return f"{move[0]} → {move[1]}"

    def _thirds(self, image: list[int]) -> list[list[int]]:
        """For a symmetry, what becomes of every lowest, middle and highest part of a position."""
        tables = []
        for first in range(0, 3 * THIRD, THIRD):
            table = [0]
            for cell in range(self.cells - 1 - first, self.cells - 1 - first - THIRD, -1):
                bit = self._bit(image.index(cell)) if cell >= 0 else 0
                table += [part | bit for part in table]
            tables.append(table)
        return tables

    def images(self, position: int) -> list[int]:
        """The board turned and mirrored in every way that keeps its shape."""
        part = (1 << THIRD) - 1
        lowest, middle, highest = position & part, position >> THIRD & part, position >> 2 * THIRD
        return [low[lowest] | mid[middle] | high[highest] for low, mid, high in self._symmetries]

    # The rank is the position, from 0 on. On the English board, where one in 46 positions can be
    # solved, only the least of its images has one: the table is a list of those, a dense one would be empty.

    def rank(self, position: int) -> int:
        return position - 1 if self.dense else self.canonical(position)

    def unrank(self, number: int) -> int:
        return number + 1 if self.dense else number

    def kernel(self) -> Kernel:
        lines = [(change, self._bit(a), self._bit(b)) for (a, b), change, _ in self._jumps if a < b]
        by_bit = dict(zip(PLACES, [line[0] for line in lines], strict=False))
        changes = tuple(by_bit.get(place, 0) for place in range(MODULUS))
        parts = [value << first for first in range(0, self.cells, PIECE) for value in range(1 << PIECE)]
        masks = [((1 << PIECE) - 1) << first for first in range(0, self.cells, PIECE) for _ in range(1 << PIECE)]
        fitting = tuple(
            sum(1 << i for i, line in enumerate(lines) if part & line[0] == line[end] & mask)
            for part, mask in zip(parts, masks, strict=True)
            for end in (1, 2)
        )
        if self.dense:
            return Kernel(_children, len(lines), (fitting, changes), parents=_parents)
        cells = (1 << self.cells) - 1
        images = [tuple(chain.from_iterable(self.images(part & cells) for part in of)) for of in (changes, parts)]
        return Kernel(_canonical_children, len(lines), (fitting, *images), parents=_canonical_parents)

    def board(self, position: int) -> Board:
        text = iter(self.format(position))
        cells = "".join(next(text) if here == "o" else "*" for row in self.rows for here in row)
        return Board(len(self.rows), len(self.rows[0]), cells)

    def from_board(self, cells: str, turn: Turn) -> int:
        if len(cells) != len("".join(self.rows)):
            raise MalformedPosition(
                f"{short(cells)}: expected {len(self.rows)} rows of {len(self.rows[0])} characters."
            )
        return self.parse("".join(cells[place] for place in self._places))

    def button(self, position: int, move: Jump) -> Move:
        return Move(self._places[move[0]], self._places[move[1]])


def _lines(points: list[Point], ways: tuple[Point, ...]) -> Iterable[tuple[int, int, int]]:
    """Every three cells in a line: from, over, to."""
    number = {point: cell for cell, point in enumerate(points)}
    for (r, c), cell in number.items():
        for down, right in ways:
            over, to = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if over in number and to in number:
                yield cell, number[over], number[to]


def _symmetries(points: list[Point], ways: tuple[Point, ...]) -> Iterable[list[int]]:
    """For each symmetry, the cell whose content comes to cell 0, to cell 1, ...

    The points are turned by one way after the other, as they are and mirrored, and pushed back to
    the top left: it is a symmetry if they then cover the same points. A turn takes each way to the
    next, and so any point, which is so many times the first way and so many times the second.
    """
    (_, width), (_, slant), (down, right) = ways[:3]
    for mirror in (1, -1):
        turned = [(r - points[0][0], mirror * (c - points[0][1])) for r, c in points]
        for _ in ways:
            firsts = [((c - r * slant) // width, r) for r, c in turned]
            turned = [(a + b * down, a * slant + b * right) for a, b in firsts]
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            pushed = [(r - top, c - left) for r, c in turned]
            if set(pushed) == set(points):
                yield [pushed.index(point) for point in points]


# A jump, and one taken back, changes the three cells of a line, of which one end, and nothing else, is a peg, or a
# hole. A position is looked at in pieces of a few cells: fitting[2 * v] has one bit for every line that such a piece,
# whose number and content are v, allows to be changed with its first end alone; fitting[2 * v + 1] with the other.


def _children(number: int, out: Room, work: Room, fitting: Table, changes: Table) -> int:
    """As `moves` and `do_move`, over ranks: a line with one hole, at an end, is changed."""
    return _changed(number + 1, ~(number + 1), out, fitting, changes)


def _parents(number: int, out: Room, work: Room, fitting: Table, changes: Table) -> int:
    """As `parents`, over ranks: a line with one peg, at an end, is changed."""
    return _changed(number + 1, number + 1, out, fitting, changes)


def _changed(position: int, single: int, out: Room, fitting: Table, changes: Table) -> int:
    lines = _lines_to_change(single, fitting)
    count = 0
    while lines != 0:
        lowest = lines & -lines
        out[count] = (position ^ changes[lowest % MODULUS]) - 1
        lines ^= lowest
        count += 1
    return count


def _lines_to_change(single: int, fitting: Table) -> int:
    """One bit for every line of which one end, and nothing else, is in `single`."""
    first = -1
    second = -1
    for piece in range(len(fitting) // (2 << PIECE)):
        value = (piece << PIECE) + (single >> piece * PIECE & (1 << PIECE) - 1)
        first &= fitting[2 * value]
        second &= fitting[2 * value + 1]
    return first | second


def _canonical_children(number: int, out: Room, work: Room, fitting: Table, changes: Table, pieces: Table) -> int:
    """As `moves`, `do_move` and `canonical`."""
    return _canonical(number, ~number, out, work, fitting, changes, pieces)


def _canonical_parents(number: int, out: Room, work: Room, fitting: Table, changes: Table, pieces: Table) -> int:
    """As `parents` and `canonical`."""
    return _canonical(number, number, out, work, fitting, changes, pieces)


def _canonical(number: int, single: int, out: Room, work: Room, fitting: Table, changes: Table, pieces: Table) -> int:
    """As `_changed`, and of each the least image: the images of the position, changed by those of the line."""
    for symmetry in range(SYMMETRIES):
        image = 0
        for piece in range(len(fitting) // (2 << PIECE)):
            value = (piece << PIECE) + (number >> piece * PIECE & (1 << PIECE) - 1)
            image |= pieces[value * SYMMETRIES + symmetry]
        work[symmetry] = image
    lines = _lines_to_change(single, fitting)
    count = 0
    while lines != 0:
        lowest = lines & -lines
        line = lowest % MODULUS * SYMMETRIES
        least = work[0] ^ changes[line]
        for symmetry in range(1, SYMMETRIES):
            least = min(least, work[symmetry] ^ changes[line + symmetry])
        out[count] = least
        lines ^= lowest
        count += 1
    return count

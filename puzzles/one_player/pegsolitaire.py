"""Peg Solitaire: jump pegs over pegs until only one is left.

Positions, legality and texts are those of `puzzles/jumping.py`: a bit for each cell, `x` or `-` in the text.
The start of the triangle is `-xxxxxxxxxxxxxx`. A single last peg solves it, wherever it stands; on the English board,
in the central game, it must stand in the center. Boards that cannot be brought down to that are lost.

The variants of the English board differ only by their starts, and any other start can be typed. One table holds them
all; without it they are searched, with what `_pegsolitaire_english.py` knows of this board. The start of the central
game leads to 187,636,299 boards, 23,475,688 up to symmetry (G. I. Bell, OEIS A112737). A jump undone is a jump
with pegs and holes exchanged, so as many boards can be solved.

Any other board of up to 62 cells in rows and columns can be typed, or read from a file on the command line. One last
peg solves it, wherever it stands, and each of its positions is searched.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from operator import getitem
from textwrap import dedent
from typing import Any, NamedTuple

from perfect_play.puzzles import (
    CustomVariant,
    KeptStart,
    Kernel,
    Notation,
    Order,
    Room,
    Searchable,
    Table,
    Value,
    Variant,
)
from perfect_play.puzzles.base import BadCustomVariant
from perfect_play.puzzles.jumping import MODULUS, PIECE, Jumping, Line, Point, lines_to_change
from perfect_play.puzzles.levels import LevelMaker, LevelSizes
from perfect_play.puzzles.one_player import _pegsolitaire_english as english_pegs
from perfect_play.puzzles.values import joined_rows

SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
TRIANGULAR = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""The directions to the neighbors of a cell, each the previous one rotated. In the triangular lattice
neighbors in a row are two columns apart, so that each cell has six at equal distance."""


class Shape(NamedTuple):
    """A board: its rows, in which each `o` is a cell; cells are numbered row by row."""

    rows: str
    directions: tuple[Point, ...] = TRIANGULAR
    hole: int = 0  # at the start
    goal: int | None = None  # where the last peg must stand; None: anywhere


SHAPES = {
    "triangle": Shape("****o****/***o*o***/**o*o*o**/*o*o*o*o*/o*o*o*o*o"),
    "star": Shape("***o***/o*o*o*o/*o*o*o*/o*o*o*o/***o***"),
    "trapezoid": Shape("***o*o*o*o***/**o*o*o*o*o**/*o*o*o*o*o*o*/o*o*o*o*o*o*o", hole=4),
    "english": Shape(english_pegs.ROWS, SQUARE, hole=english_pegs.CENTER, goal=english_pegs.CENTER),
}
MOST_CELLS = 62
"""Of a board that is typed."""
TYPED_ROWS = str.maketrans("_x-", "/oo")
TYPED = r"[x*-]{1,26}(?:_[x*-]{1,26}){0,25}"
PART = 11  # bits: symmetric images are looked up in parts of as many
SYMMETRIES = 8  # of the square


def _options(text: str) -> tuple[str, str]:
    """The board and the cells of a start that was typed. Raises ValueError."""
    if text.startswith("english_"):
        return "english", english_pegs.typed_cells(text)
    rows, cells = text.split("_"), text.replace("_", "").replace("*", "")
    if len(set(map(len, rows))) > 1:
        raise ValueError("Its rows differ in length.")
    if "x" not in cells or len(cells) > MOST_CELLS:
        raise ValueError(f"That is {len(cells)} cells, {cells.count('x')} with pegs.")
    lines = sum(
        "*" not in along[first : first + 3]
        for along in (*rows, *map("".join, zip(*rows, strict=True)))
        for first in range(len(along) - 2)
    )
    if not lines:
        raise ValueError("It has no line of three cells.")
    return text, cells


def read_older(rules: "PegSolitaire", text: str) -> int | None:
    """`0_11_111_1111_11111_`: the rows of the triangle, each followed by `_`."""
    if rules.variant.id != "triangle" or not re.fullmatch(r"[01]_[01]{2}_[01]{3}_[01]{4}_[01]{5}_", text):
        return None
    return rules.parse(text.replace("_", "").translate(str.maketrans("01", "-x")))


def read_drawn(rules: "PegSolitaire", text: str) -> int | None:
    """The cells row by row: pegs `x`, `1`, `O`, `o` or `●`, holes `.`, `-`, `0` or `○`, and `*` for no cell."""
    cells = with_pegs(re.sub(r"[\s*]", "", text))
    return None if cells is None or len(cells) != rules.cells else rules.parse(cells)


def with_pegs(cells: str) -> str | None:
    """The same cells with `x` for a peg and `-` for a hole; None if pegs are written in two ways, or are strange."""
    if not any(re.fullmatch(f"[{peg}0.○*_-]+", cells) for peg in ("x", "1", "Oo", "●")):
        return None
    return cells.translate(str.maketrans("10Oo.●○", "x-xx-x-"))


def drawn_board(text: str) -> str:
    """The variant's text for a board that is pasted: blanks in front of a row, too, are no cells."""
    lines = text.replace("\ufeff", "").replace("|", "\n").splitlines()
    rows = dedent("\n".join(line.rstrip() for line in lines if line.strip())).split("\n")
    if not any(row[1::2].strip() for row in rows):
        rows = [row[::2] for row in rows]
    width = max(map(len, rows))
    typed = "_".join(row.ljust(width).replace(" ", "*") for row in rows) if len(rows) > 1 else joined_rows(text)
    return with_pegs(typed) or typed


class PegSolitaire(LevelMaker, KeptStart, Searchable, Jumping):
    name = "Peg Solitaire"
    aliases = ("pegSolitaire",)
    also_called = ("Peg game", "Brainvita", "Hi-Q", "Solo Noble")
    description = "Jump pegs over their neighbors, which are removed, until a single peg is left."
    instructions = """A peg jumps in a straight line over a neighboring peg into the hole right behind it; the jumped
        peg is removed. The puzzle is solved when **one** peg is left, wherever it stands; on the English board it
        must stand in the **center**. Jumps cannot be taken back."""
    author = "Unknown, first described in France"
    date_created = "1697"
    variants = (
        Variant("triangle", "Triangle", ("triangle",), aliases=("Triangle",), testing=True, positions=2383),
        Variant("star", "Star", ("star",), testing=True, positions=447),
        Variant("trapezoid", "Trapezoid", ("trapezoid",), positions=1_222_495),
        Variant("english", "English, the central game", ("english",), presolve=False, positions=23_475_688),
        *(
            Variant(board, f"English, {name}", ("english", rows.replace(" ", "")), presolve=False)
            for board, (name, rows) in english_pegs.BOARDS.items()
        ),
    )
    custom = CustomVariant(
        pattern=f"{english_pegs.CUSTOM}|{TYPED}",
        options=_options,
        help="Type english_ and the 33 cells of the English board row by row, x for a peg and - for a hole, "
        "with at least one peg; or its 7 rows of 7 with * in the corners. Or type the rows of another board, equally "
        f"long, with _ between them and * where there is no cell: at most {MOST_CELLS} cells.",
        example="english_xxxxxx--xxx----x-x---------------",
        read=drawn_board,
        symbols="-x*",
    )
    notations = (
        Notation("the older form", "0_11_111_1111_11111_", read_older),
        Notation("1 for a peg", "0 11 111 1111 11111", read_drawn),
    )

    level_sizes = LevelSizes(range(2, 31), "pegs", 9, sides=range(2, 8), size=(5, 5))
    hardened = False

    def prepare(self, board: str, *typed: str) -> None:
        shape = SHAPES.get(board) or Shape(board.translate(TYPED_ROWS), SQUARE)
        points = [(r, c) for r, row in enumerate(shape.rows.split("/")) for c, char in enumerate(row) if char == "o"]
        self.lay_out(points, _lines(points, shape.directions))
        self.dense = shape.goal is None
        if not self.dense:
            self.size = 1 << self.cells
        self.by_search = not self.dense or board not in SHAPES
        if typed and board in SHAPES:
            self.tabled_as = board
        self._start = self.parse(typed[0]) if typed else (1 << self.cells) - 1 - self._bit(shape.hole)
        self._solved = frozenset(self._bit(cell) for cell in range(self.cells) if shape.goal in (None, cell))
        self._symmetries = [self._parts_of_images(image) for image in _symmetries(points, shape.directions)]

    @classmethod
    def find_variant(cls, variant_id: str) -> Variant:
        """As for any puzzle; a grid of 49 cells also names a custom start."""
        variant = super().find_variant(variant_id)
        grid = variant.custom and variant.options[0] == "english"
        return replace(variant, id="english_" + variant.options[1]) if grid else variant

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position in self._solved else None

    def solutions(self) -> Iterable[int]:
        return self._solved

    def heuristic(self, position: int) -> int:
        """The number of jumps left, as each takes one peg away."""
        return position.bit_count() - 1

    def hopeless(self, position: int) -> str | None:
        """On the English board, a proof from `_pegsolitaire_english.py`."""
        return None if self.dense else english_pegs.hopeless(position)

    def orders(self) -> Mapping[str, Order]:
        """On the English board, six heuristics."""
        return {} if self.dense else english_pegs.ORDERS

    def _parts_of_images(self, image: list[int]) -> list[list[int]]:
        """For a symmetry, the image of every part of a position, the lowest first."""
        tables = []
        for first in range(0, self.cells, PART):
            table = [0]
            for cell in range(self.cells - 1 - first, self.cells - 1 - first - PART, -1):
                bit = self._bit(image.index(cell)) if cell >= 0 else 0
                table += [part | bit for part in table]
            tables.append(table)
        return tables

    def images(self, position: int) -> list[int]:
        """The board turned and mirrored in every way that keeps its shape."""
        parts = [position >> first & (1 << PART) - 1 for first in range(0, self.cells, PART)]
        return [sum(map(getitem, tables, parts)) for tables in self._symmetries]

    # The rank is the position minus one. On the English board, where one in 46 positions can be solved,
    # it is the least of the position's images: the table is a list, as a dense one would be nearly empty.

    def rank(self, position: int) -> int:
        return super().rank(position) if self.dense else self.canonical(position)

    def unrank(self, number: int) -> int:
        return super().unrank(number) if self.dense else number

    @classmethod
    def random_level(cls, rng: Any, size: tuple[int, int], pieces: int) -> str | None:
        """Jumps undone at random, from a single peg on."""
        rows, cols = size
        try:
            rules = cls(cls.find_variant("_".join(["x" * cols] * rows)))
        except BadCustomVariant:
            return None
        position = rng.choice(sorted(rules.solutions()))
        for _ in range(pieces - 1):
            before = sorted(rules.parents(position))
            if not before:
                return None
            position = rng.choice(before)
        text = rules.format(position)
        return "_".join(text[first : first + cols] for first in range(0, len(text), cols))

    def apparent_distance(self, position: int) -> int:
        """The pegs with no other one beside them in a line of three cells."""
        beside = 0
        for _, change, _ in self._jumps:
            middle = change & position
            if middle.bit_count() > 1:
                beside |= middle
        return (position & ~beside).bit_count()

    def kernel(self) -> Kernel | None:
        if self.dense:
            return super().kernel()
        cells = (1 << self.cells) - 1
        of = (self._by_place(), self._parts(PIECE))
        images = [tuple(chain.from_iterable(self.images(part & cells) for part in parts)) for parts in of]
        lines = len(self._one_way())
        constants = (self._fitting(), *images)
        return Kernel(_canonical_children, lines, constants, parents=_canonical_parents, alike=_alike)


def _lines(points: list[Point], directions: tuple[Point, ...]) -> Iterable[Line]:
    """All lines of three cells: from, over, to."""
    number = {point: cell for cell, point in enumerate(points)}
    for (r, c), cell in number.items():
        for down, right in directions:
            over, to = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if over in number and to in number:
                yield cell, number[over], number[to]


def _symmetries(points: list[Point], directions: tuple[Point, ...]) -> Iterable[list[int]]:
    """For each symmetry, the cell whose content comes to cell 0, to cell 1, ...

    The points are rotated by one direction after the other, as they are and mirrored, and moved back to
    the top left: it is a symmetry if they then cover the same points. A rotation takes each direction to the
    next, and so any point, as a sum of multiples of the first direction and the second.
    """
    (_, width), (_, slant), (down, right) = directions[:3]
    for mirror in (1, -1):
        turned = [(r - points[0][0], mirror * (c - points[0][1])) for r, c in points]
        for _ in directions:
            firsts = [((c - r * slant) // width, r) for r, c in turned]
            turned = [(a + b * down, a * slant + b * right) for a, b in firsts]
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            pushed = [(r - top, c - left) for r, c in turned]
            if set(pushed) == set(points):
                yield [pushed.index(point) for point in points]


def _canonical_children(number: int, out: Room, scratch: Room, fitting: Table, changes: Table, pieces: Table) -> int:
    """`moves`, `do_move` and `canonical` over ranks."""
    return _canonical(number, ~number, out, scratch, fitting, changes, pieces)


def _canonical_parents(number: int, out: Room, scratch: Room, fitting: Table, changes: Table, pieces: Table) -> int:
    """`parents` and `canonical` over ranks."""
    return _canonical(number, number, out, scratch, fitting, changes, pieces)


def _image(number: int, symmetry: int, pieces: Table) -> int:
    """The image of a position under one symmetry."""
    image = 0
    for piece in range(len(pieces) // (SYMMETRIES << PIECE)):
        value = (piece << PIECE) + (number >> piece * PIECE & (1 << PIECE) - 1)
        image |= pieces[value * SYMMETRIES + symmetry]
    return image


def _alike(number: int, scratch: Room, fitting: Table, changes: Table, pieces: Table) -> int:
    """The number of positions with this rank: eight, or fewer if an image is the position itself."""
    fixing = 0
    for symmetry in range(SYMMETRIES):
        fixing += _image(number, symmetry, pieces) == number
    return SYMMETRIES // fixing


def _canonical(
    number: int, single: int, out: Room, scratch: Room, fitting: Table, changes: Table, pieces: Table
) -> int:
    """As `_changed` in `jumping.py`, with the least image of each result: images of the position and line, combined."""
    for symmetry in range(SYMMETRIES):
        scratch[symmetry] = _image(number, symmetry, pieces)
    lines = lines_to_change(single, fitting)
    count = 0
    while lines != 0:
        lowest = lines & -lines
        line = lowest % MODULUS * SYMMETRIES
        minimum = scratch[0] ^ changes[line]
        for symmetry in range(1, SYMMETRIES):
            minimum = min(minimum, scratch[symmetry] ^ changes[line + symmetry])
        out[count] = minimum
        lines ^= lowest
        count += 1
    return count

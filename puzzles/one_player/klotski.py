"""Klotski: slide the blocks of a tray, one cell at a time, until the large one stands at its goal.

A position is a string of 20 cells, row by row, four wide: `-` a gap, `o` a block of one cell, `Hh` a
flat one, `V` over `v` an upright one, `WX` over `YZ` the large one. Blocks of one shape are
interchangeable. Legal is every placement of the blocks of the variant, whether or not the start
leads to it; those that lead to no solved one are lost. The board shows the same characters.

Its text names every block by a letter, from `A` on: first those of one cell, then the flat, the
upright and the large one, and of one shape the last in reading order first. After a move the
letters are given anew. The donkey starts as `IJJHIJJHGEEFGDCFB--A`.

A move is one block by one cell: the donkey takes 116. The well-known 81 counts as one whatever one
block does in a row (M. Gardner, The hypnotic fascination of sliding-block puzzles, 1964).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_uppercase
from typing import NamedTuple

from puzzles.base import IllegalPosition, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.grid import mirrored
from puzzles.view import Board, Move

ROWS, COLS = 5, 4
CELLS = ROWS * COLS
GAP, FREE = "-", "?"
SHAPES = {"o": ("o",), "H": ("Hh",), "V": ("V", "v"), "W": ("WX", "YZ")}
"""The rows of every shape, by its top left character; in the order of the letters."""
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
MIRRORED = str.maketrans("HhWXYZ", "hHXWZY")

Cells = Mapping[int, str]  # some cells of the tray, each with what is there


class Slide(NamedTuple):
    """What a block does by one step."""

    entered: tuple[int, ...]  # the cells that must be gaps
    step: int  # from a cell to the one it moves to
    change: Cells


def _blocks() -> Iterator[tuple[tuple[str, int], Cells]]:
    """Every shape, and a gap, at every place: (shape, top left cell) and the cells it takes."""
    for shape, rows in (*SHAPES.items(), (GAP, (GAP,))):
        chars = {r * COLS + c: char for r, row in enumerate(rows) for c, char in enumerate(row)}
        for top in range(ROWS - len(rows) + 1):
            for left in range(COLS - len(rows[0]) + 1):
                first = top * COLS + left
                yield (shape, first), {first + cell: char for cell, char in chars.items()}


BLOCKS = dict(_blocks())


def _slides(shape: str, cell: int) -> Iterator[tuple[str, Slide]]:
    old = BLOCKS[shape, cell]
    for way, (down, right) in STEPS.items():
        step = down * COLS + right
        new = BLOCKS.get((shape, cell + step))
        if new and 0 <= cell % COLS + right < COLS:
            yield way, Slide(tuple(sorted(new.keys() - old.keys())), step, {**dict.fromkeys(old, GAP), **new})


SLIDES = {block: dict(_slides(*block)) for block in BLOCKS if block[0] in SHAPES}
"""The steps of every block in a tray that is empty but for it, by their letters."""


def changed(position: str, change: Cells) -> str:
    """The position with other characters in some cells."""
    cells = list(position)
    for cell, char in change.items():
        cells[cell] = char
    return "".join(cells)


def placements(cells: str, left: Mapping[str, int]) -> Iterator[str]:
    """Every way to fill the `FREE` cells with so many blocks of each shape, and gaps."""
    cell = cells.find(FREE)
    if cell < 0:
        yield cells
        return
    for shape, count in left.items():
        block = BLOCKS.get((shape, cell))
        if count and block and all(cells[taken] == FREE for taken in block):
            yield from placements(changed(cells, block), {**left, shape: count - 1})


class Klotski(Puzzle):
    id = "klotski"
    name = "Klotski"
    description = "Slide the blocks to bring the large one to its goal at the lower edge of the tray."
    instructions = (
        "Slide one block by **one cell** up, down, left or right, into gaps. The puzzle is solved when the **large** "
        "block stands at the lower edge: in the middle for the donkey, in the left corner for the pennant. Where the "
        "other blocks are does not matter."
    )
    author = "Lewis W. Hardy (the Pennant Puzzle)"
    date_created = "1909"
    variants = (
        Variant("donkey", "Donkey", ("VWXVvYZvVHhVvoovo--o", 13), positions=27_046),
        Variant("pennant", "Pennant", ("WXHhYZHhoo--VVHhvvHh", 12), testing=True, positions=6287),
    )
    reversible = True

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._start: str
        self._goal: int  # the top left cell of the large block
        self._start, self._goal = variant.options
        self.blocks = {shape: self._start.count(shape) for shape in (*SHAPES, GAP)}
        shapes = "".join(shape * self.blocks[shape] for shape in SHAPES)
        self._shape_of = dict(zip(ascii_uppercase, shapes, strict=False))
        self._symmetric_goal = 2 * (self._goal % COLS) + 2 == COLS

    def start(self) -> str:
        return self._start

    def moves(self, position: str) -> Iterable[tuple[int, str]]:
        """(top left cell of the block, U, D, L or R), by blocks in reading order."""
        return [
            (cell, way)
            for cell, shape in enumerate(position)
            if shape in SHAPES
            for way, slide in SLIDES[shape, cell].items()
            if all(position[entered] == GAP for entered in slide.entered)
        ]

    def do_move(self, position: str, move: tuple[int, str]) -> str:
        cell, way = move
        return changed(position, SLIDES[position[cell], cell][way].change)

    def primitive(self, position: str) -> Value | None:
        return Value.WIN if position[self._goal] == "W" else None

    def solutions(self) -> Iterable[str]:
        return placements(changed(FREE * CELLS, BLOCKS["W", self._goal]), {**self.blocks, "W": 0})

    def format(self, position: str) -> str:
        letters = iter(ascii_uppercase)
        named: dict[int, str] = {}
        for shape in SHAPES:
            for cell in reversed(range(CELLS)):
                if position[cell] == shape:
                    named.update(dict.fromkeys(BLOCKS[shape, cell], next(letters)))
        return changed(GAP * CELLS, named)

    def parse(self, text: str) -> str:
        if len(text) != CELLS or set(text) - {*self._shape_of, GAP}:
            letters = "".join(self._shape_of)
            raise MalformedPosition(f"{short(text)}: expected {CELLS} cells, each '-' or one of {letters}.")
        position = _laid((shape, text.find(letter)) for letter, shape in self._shape_of.items())
        start = self.format(self._start)
        if sorted(text) != sorted(start) or self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected the blocks of {start!r}, whole, and lettered in the same way.")
        return position

    def format_move(self, position: str, move: tuple[int, str]) -> str:
        cell, way = move
        return self.format(position)[cell] + way

    def images(self, position: str) -> Iterable[str]:
        """Itself, and where the goal is in the middle its mirror image."""
        if not self._symmetric_goal:
            return (position,)
        return (position, mirrored(position, COLS).translate(MIRRORED))

    def board(self, position: str) -> Board:
        return Board(ROWS, COLS, position)

    def from_board(self, cells: str, turn: Turn) -> str:
        if len(cells) != CELLS or not set(cells) <= set(self._start):
            known = "".join(sorted(set(self._start)))
            raise MalformedPosition(f"{short(cells)}: expected {CELLS} cells, each one of {known}.")
        laid = _laid((shape, cell) for cell, shape in enumerate(cells))
        if sorted(cells) != sorted(self._start) or laid != cells:
            raise IllegalPosition(f"{cells!r}: expected the blocks of {self._start!r}, whole.")
        return cells

    def button(self, position: str, move: tuple[int, str]) -> Move:
        """An arrow into the first cell that the block enters, from the cell beside it: no other block has that."""
        cell, way = move
        slide = SLIDES[position[cell], cell][way]
        return Move(slide.entered[0] - slide.step, slide.entered[0])


def _laid(blocks: Iterable[tuple[str, int]]) -> str:
    """The tray with these blocks; those that do not fit into it are left out."""
    position = GAP * CELLS
    for block in blocks:
        position = changed(position, BLOCKS.get(block, {}))
    return position

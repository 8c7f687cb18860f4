"""The sliding number puzzle: put the tiles in order by sliding them into the gap.

A position is a bytes object, one character a cell, row by row: the tiles `1` to `9`, then `a`,
`b`, ..., and `-` for the gap. Every arrangement of the right tiles is legal. Half of them cannot
be solved, because a slide keeps the parity of the arrangement; they are lost.

Its text is the same characters: the start of the 8-puzzle is `1234567-8`, its goal `12345678-`.

Bytes are used for speed: a slide exchanges a tile and the gap wherever they are, and
`bytes.translate` does that faster than anything that can be done to a str.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from functools import cached_property
from itertools import combinations, permutations
from math import factorial
from string import ascii_lowercase

from puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Value, Variant, short
from puzzles.permutations import arrangement, arrangement_number
from puzzles.view import Board, Move

GAP = ord("-")
MOST_LOOKED_UP = 10  # cells; beyond, the tables for ranks would take more memory than they are worth
TILES = "123456789" + ascii_lowercase
SLIDE = [bytes.maketrans(bytes((GAP, tile)), bytes((tile, GAP))) for tile in range(128)]
"""For each tile, the table that exchanges it and the gap."""


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


class NPuzzle(Puzzle):
    id = "npuzzle"
    name = "Sliding Number Puzzle"
    description = "Slide the numbered tiles into order, one at a time, using the gap."
    instructions = (
        "A tile beside the gap, or above or below it, slides into the gap. The puzzle is solved when the numbers "
        "stand in order, row by row from the top left, with the gap in the **last** place."
    )
    author = "Noyes Chapman"
    date_created = "1880"
    variants = (
        _variant(2, 2, "2", "3-Puzzle"),
        _variant(3, 3, "3", "8-Puzzle"),
        _variant(2, 3),
        _variant(3, 2),
        _variant(2, 4),
        _variant(4, 2),
        _variant(2, 5, presolve=False),
        _variant(2, 6, presolve=False),
        _variant(3, 4, presolve=False),
    )
    reversible = True

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rows: int
        self.cols: int
        self.rows, self.cols = variant.options
        self.cells = self.rows * self.cols
        self.size = factorial(self.cells)
        self._goal = (TILES[: self.cells - 1] + "-").encode()
        self._beside = [self._neighbours(cell) for cell in range(self.cells)]

    def _neighbours(self, cell: int) -> list[int]:
        row, col = divmod(cell, self.cols)
        cross = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        return [r * self.cols + c for r, c in cross if 0 <= r < self.rows and 0 <= c < self.cols]

    def start(self) -> bytes:
        """The last tile is one place too far to the right."""
        return self._goal.translate(SLIDE[self._goal[-2]])

    def moves(self, position: bytes) -> Iterable[int]:
        """The cells of the tiles that can slide, row by row."""
        return self._beside[position.index(GAP)]

    def do_move(self, position: bytes, move: int) -> bytes:
        return position.translate(SLIDE[position[move]])

    def children(self, position: bytes) -> list[bytes]:
        """As the default, written out for speed."""
        return [position.translate(SLIDE[position[cell]]) for cell in self._beside[position.index(GAP)]]

    def primitive(self, position: bytes) -> Value | None:
        return Value.WIN if position == self._goal else None

    def solutions(self) -> Iterable[bytes]:
        return [self._goal]

    def format(self, position: bytes) -> str:
        return position.decode()

    def parse(self, text: str) -> bytes:
        goal = self.format(self._goal)
        if len(text) != self.cells or set(text) - set(goal):
            raise MalformedPosition(f"{short(text)}: expected {self.cells} characters, the tiles {goal[:-1]} and '-'.")
        if len(set(text)) != self.cells:
            raise IllegalPosition(f"{text!r}: expected each of the tiles {goal[:-1]} and the gap '-' exactly once.")
        return text.encode()

    def format_move(self, position: bytes, move: int) -> str:
        return chr(position[move])

    def button(self, position: bytes, move: int) -> Move:
        return Move(move, position.index(GAP))

    def board(self, position: bytes) -> Board:
        return Board(self.rows, self.cols, self.format(position))

    # The rank is the position's place among all arrangements in dictionary order, the goal being
    # the first. On small boards it is looked up in two parts: the first cells, and the order of the others.

    @cached_property
    def _heads(self) -> list[bytes]:
        """Every filling of the first half of the cells, in dictionary order."""
        return [bytes(head) for head in permutations(self._goal, self.cells // 2)]

    @cached_property
    def _head_ranks(self) -> dict[bytes, int]:
        tails = factorial(self.cells - self.cells // 2)
        return {head: number * tails for number, head in enumerate(self._heads)}

    @cached_property
    def _tail_ranks(self) -> dict[bytes, int]:
        """For every filling of the other cells, its number among those with the same tiles."""
        choices = combinations(self._goal, self.cells - self.cells // 2)
        return {bytes(tail): number for tiles in choices for number, tail in enumerate(permutations(tiles))}

    @cached_property
    def _orders(self) -> list[tuple[int, ...]]:
        return list(permutations(range(self.cells - self.cells // 2)))

    def rank(self, position: bytes) -> int:
        if self.cells > MOST_LOOKED_UP:
            return arrangement_number([self._goal.index(tile) for tile in position], self.cells)
        half = self.cells // 2
        return self._head_ranks[position[:half]] + self._tail_ranks[position[half:]]

    def unrank(self, number: int) -> bytes:
        if self.cells > MOST_LOOKED_UP:
            order = [0] * self.cells
            arrangement(number, self.cells, order)
            return bytes(self._goal[i] for i in order)
        head_number, place = divmod(number, len(self._orders))
        head = self._heads[head_number]
        rest = [tile for tile in self._goal if tile not in head]
        return head + bytes(rest[i] for i in self._orders[place])

    def kernel(self) -> Kernel:
        return Kernel(_children, 4, (self.rows, self.cols))


def _children(number: int, out: MutableSequence[int], tiles: MutableSequence[int], rows: int, cols: int) -> int:
    """As `moves` and `do_move`, over ranks; the gap counts as the last tile."""
    cells = rows * cols
    arrangement(number, cells, tiles)
    gap = 0
    while tiles[gap] != cells - 1:
        gap += 1
    count = 0
    for way in range(4):
        if way == 0 and gap >= cols:
            cell = gap - cols
        elif way == 1 and gap < cells - cols:
            cell = gap + cols
        elif way == 2 and gap % cols > 0:
            cell = gap - 1
        elif way == 3 and gap % cols < cols - 1:
            cell = gap + 1
        else:
            continue
        tile = tiles[cell]
        tiles[cell], tiles[gap] = cells - 1, tile
        out[count] = arrangement_number(tiles, cells)
        count += 1
        tiles[cell], tiles[gap] = tile, cells - 1
    return count

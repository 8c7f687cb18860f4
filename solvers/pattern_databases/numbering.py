"""Patterns of sliding tiles, and the numbering of the places of their tiles.

A *pattern* is some of the tiles; it does not distinguish the others. The place of its k tiles is numbered by the cells
they stand on, then by their order on these: number = cells * k! + order. Combinations of cells are numbered by their
bits, ascending; orders in dictionary order, the tile on the first cell first.

So a slide along a row changes the cells alone, and one along a column changes the order in a way that depends only on
which of them the tile passes. The effects of slides are kept in tables, which the builder and the search share.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from math import factorial
from typing import TYPE_CHECKING

from puzzles.grid import neighbors
from puzzles.permutations import number_and_parity

if TYPE_CHECKING:
    Words = array[int]
else:
    Words = array

LARGEST = 8  # tiles of a pattern, by default
NOWHERE = 0xFFFF


class Edges:
    """The slides of a board, numbered; each is from a cell to an adjacent one."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells = rows * cols
        pairs = [(cell, beside) for cell in range(self.cells) for beside in neighbors(cell, rows, cols)]
        self.pairs: tuple[tuple[int, int], ...] = tuple(pairs)
        self.number: Mapping[tuple[int, int], int] = {pair: number for number, pair in enumerate(pairs)}

    def transposed(self, cell: int) -> int:
        """The cell that this one becomes when rows become columns."""
        return cell % self.cols * self.rows + cell // self.cols


class Numbering:
    """The numbering of the places of this many tiles on a board.

    to: for each combination of cells and each edge, the combination after that slide, or NOWHERE if there is nothing
    to slide, or no room. turn: likewise, the index in `turns` of the change of the order. turns: for each such change,
    the new number of every order.
    """

    def __init__(self, edges: Edges, tiles: int) -> None:
        self.edges = edges
        self.tiles = tiles
        self.orders = factorial(tiles)
        self.cells_of = sorted(sum(1 << cell for cell in chosen) for chosen in combinations(range(edges.cells), tiles))
        self.place_of = {cells: place for place, cells in enumerate(self.cells_of)}
        self.size = len(self.cells_of) * self.orders
        self.turns, turn_of = _turns(tiles, edges.cols - 1)
        width = len(edges.pairs)
        self.to = Words("H", [NOWHERE]) * (len(self.cells_of) * width)
        self.turn = Words("B", bytes(len(self.to)))
        for place, cells in enumerate(self.cells_of):
            for edge, (source, target) in enumerate(edges.pairs):
                if cells >> source & 1 and not cells >> target & 1:
                    after = cells ^ (1 << source | 1 << target)
                    self.to[place * width + edge] = self.place_of[after]
                    before = (cells & ((1 << source) - 1)).bit_count(), (after & ((1 << target) - 1)).bit_count()
                    self.turn[place * width + edge] = turn_of[before]

    def number(self, cells: Sequence[int]) -> tuple[int, int]:
        """(combination, order) of tiles that stand on these cells, the first tile's cell first."""
        order = sorted(range(self.tiles), key=cells.__getitem__)
        place = self.place_of[sum(1 << cell for cell in cells)]
        return place, number_and_parity(order, range(self.tiles))[0]


def _turns(tiles: int, most: int) -> tuple[tuple[Words, ...], dict[tuple[int, int], int]]:
    """The changes of orders when one tile passes at most `most` others, and the index of that from place i to j."""
    numbers = {order: number for number, order in enumerate(permutations(range(tiles)))}
    exchanged = []
    for place in range(tiles - 1):
        both = slice(place, place + 2)
        exchanged.append([numbers[(*order[:place], *order[both][::-1], *order[place + 2 :])] for order in numbers])
    turns = [Words("H", range(len(numbers)))]
    turn_of = {(place, place): 0 for place in range(tiles)}
    for step in (1, -1):
        for first in range(tiles):
            changed: Iterable[int] = turns[0]
            for place in list(range(first, tiles - 1) if step > 0 else range(first - 1, -1, -1))[:most]:
                swap = exchanged[place]
                changed = Words("H", (swap[order] for order in changed))
                turn_of[first, place + (step > 0)] = len(turns)
                turns.append(changed)
    return tuple(turns), turn_of


@lru_cache(maxsize=16)
def numbering(rows: int, cols: int, tiles: int) -> Numbering:
    """The numbering of this many tiles on a board of this size, cached."""
    return Numbering(Edges(rows, cols), tiles)


def partition(tiles: int, largest: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The tiles of a board divided in order into patterns of at most `largest`, as equal as possible: 15 as 8 and 7."""
    parts = -(-tiles // (largest or LARGEST))
    ends = [-(-tiles * part // parts) for part in range(parts + 1)]
    return tuple(tuple(range(first + 1, end + 1)) for first, end in pairwise(ends))

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
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

import numpy as np

from perfect_play.puzzles.grid import neighbors
from perfect_play.puzzles.permutations import number_and_parity
from perfect_play.solvers.arrays import Int64s
from perfect_play.solvers.pattern_databases.pattern_loops import TURN_BITS

if TYPE_CHECKING:
    NumberArray = array[int]
else:
    NumberArray = array

NOWHERE = -1  # no step


class Edges:
    """The slides of a board, numbered; each is from a cell to an adjacent one."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells = rows * cols
        pairs = [(cell, neighbor) for cell in range(self.cells) for neighbor in neighbors(cell, rows, cols)]
        self.pairs: tuple[tuple[int, int], ...] = tuple(pairs)
        self.number: Mapping[tuple[int, int], int] = {pair: number for number, pair in enumerate(pairs)}

    def transposed(self, cell: int) -> int:
        """The cell that this one becomes when rows become columns."""
        return cell % self.cols * self.rows + cell // self.cols


class PatternNumbering:
    """The numbering of the places of this many tiles on a board.

    cells_of: for each combination of cells, these as bits, ascending; int64 (combinations,). steps: for each
    combination and edge, the combination after that slide, in the bits above the lowest `TURN_BITS`, and in these the
    index in `turns` of the change of the order; NOWHERE if there is nothing to slide, or no room; int32 (combinations,
    edges). turns: for each such change, the new number of every order.
    """

    def __init__(self, edges: Edges, tiles: int) -> None:
        self.edges = edges
        self.tiles = tiles
        self.orders = factorial(tiles)
        self.cells_of = combinations(edges.cells, tiles)
        self._half = edges.cells // 2
        self._low, self._high = halves(self.cells_of, self._half, edges.cells - self._half)
        self.size = len(self.cells_of) * self.orders
        self.turns, turn_of = _turns(tiles, edges.cols - 1)
        self.steps = np.full((len(self.cells_of), len(edges.pairs)), NOWHERE, np.int32)
        occupied = (self.cells_of[:, None] >> np.arange(edges.cells) & 1).astype(np.uint8)
        below = occupied.cumsum(axis=1, dtype=np.uint8) - occupied  # the number of tiles on lower cells
        for edge, (source, target) in enumerate(edges.pairs):
            (rows,) = np.nonzero(occupied[:, source] > occupied[:, target])
            after = self.places(self.cells_of[rows] ^ (1 << source | 1 << target))
            turn = turn_of[below[rows, source], below[rows, target] - (source < target)]
            self.steps[rows, edge] = after << TURN_BITS | turn

    def places(self, cells: Int64s) -> Int64s:
        """The numbers of combinations of cells, given as bits, int64 (n,)."""
        numbers: Int64s = self._low[cells & ((1 << self._half) - 1)] + self._high[cells >> self._half]
        return numbers

    def number(self, cells: Sequence[int]) -> tuple[int, int]:
        """(combination, order) of tiles that stand on these cells, the first tile's cell first."""
        order = sorted(range(self.tiles), key=cells.__getitem__)
        place = self.places(np.array([sum(1 << cell for cell in cells)]))
        return int(place[0]), number_and_parity(order, range(self.tiles))[0]


def combinations(cells: int, tiles: int) -> Int64s:
    """All sets of this many cells, each as the bits of a number, ascending; int64."""
    sets = [np.zeros(int(number == 0), np.int64) for number in range(tiles + 1)]  # for each number of cells
    for cell in range(cells):
        for number in range(tiles, 0, -1):
            sets[number] = np.concatenate((sets[number], sets[number - 1] | 1 << cell))
    return sets[tiles]


def halves(cells_of: Int64s, low: int, high: int) -> tuple[Int64s, Int64s]:
    """Two arrays for the lowest `low` bits and the `high` others, whose numbers add up to a combination's place.

    The place of a combination is a sum over its bits (the combinatorial number system), so each is what places with
    equal other bits differ by.
    """
    of_low, of_high = np.zeros(1 << low, np.int64), np.zeros(1 << high, np.int64)
    lows, highs = cells_of & ((1 << low) - 1), cells_of >> low
    first = np.flatnonzero(np.diff(highs, prepend=-1))  # where each run of equal high bits begins
    of_high[highs[first]] = first
    of_low[lows] = np.arange(len(cells_of)) - of_high[highs]
    return of_low, of_high


def _turns(tiles: int, limit: int) -> tuple[tuple[NumberArray, ...], Int64s]:
    """The changes of orders when one tile passes at most `limit` others, and the index of that from place i to j."""
    numbers = {order: number for number, order in enumerate(permutations(range(tiles)))}
    exchanged = []
    for place in range(tiles - 1):
        both = slice(place, place + 2)
        exchanged.append([numbers[(*order[:place], *order[both][::-1], *order[place + 2 :])] for order in numbers])
    turns = [NumberArray("H", range(len(numbers)))]
    turn_of = np.zeros((tiles, tiles), np.int64)
    for step in (1, -1):
        for first in range(tiles):
            changed: Iterable[int] = turns[0]
            for place in list(range(first, tiles - 1) if step > 0 else range(first - 1, -1, -1))[:limit]:
                swap = exchanged[place]
                changed = NumberArray("H", (swap[order] for order in changed))
                turn_of[first, place + (step > 0)] = len(turns)
                turns.append(changed)
    return tuple(turns), turn_of


@lru_cache(maxsize=16)
def numbering(rows: int, cols: int, tiles: int) -> PatternNumbering:
    """The numbering of this many tiles on a board of this size, cached."""
    return PatternNumbering(Edges(rows, cols), tiles)

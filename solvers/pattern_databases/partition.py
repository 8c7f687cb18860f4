"""How the tiles of a board are divided into patterns."""

from collections.abc import Mapping
from itertools import pairwise
from math import perm

Patterns = tuple[tuple[int, ...], ...]

LARGEST = 8  # tiles of a pattern
MAX_PLACES = 600_000_000
"""Of the tiles of a pattern, unless more are requested: each takes three bytes of memory, and half a byte on disk."""

SIXES: Mapping[tuple[int, int], Patterns] = {
    (5, 5): ((1, 2, 3, 6, 7, 8), (4, 5, 9, 10, 14, 15), (11, 12, 16, 17, 21, 22), (13, 18, 19, 20, 23, 24))
}
"""Patterns of at most six tiles by size of board, from Korf and Felner (2002), figure 3, turned by 180 degrees."""


def partition(rows: int, cols: int, largest: int | None = None) -> Patterns:
    """The tiles of a board divided into patterns of at most `largest`; by default, the most for `MAX_PLACES`.

    Unless a better division is listed, they are divided in order, as equally as possible: 15 as 8 and 7.
    """
    cells = rows * cols
    limit = largest or max(tiles for tiles in range(1, LARGEST + 1) if perm(cells, tiles) <= MAX_PLACES)
    if limit == 6 and (rows, cols) in SIXES:
        return SIXES[rows, cols]
    parts = -(-(cells - 1) // limit)
    ends = [-(-(cells - 1) * part // parts) for part in range(parts + 1)]
    return tuple(tuple(range(first + 1, end + 1)) for first, end in pairwise(ends))

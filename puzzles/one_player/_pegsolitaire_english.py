"""The English board of Peg Solitaire: traditional starts, orders for a search, and what is seen never to be solved.

The board has 33 cells, those of 7 rows of 7 but for two by two at each corner. A position is an int with one bit for
each cell, 1 = a peg; the first cell, top left, is the highest bit. The aim is one peg in the center.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puzzles.grid import neighbours, symmetries

ROWS = "**ooo**/**ooo**/ooooooo/ooooooo/ooooooo/**ooo**/**ooo**"
SIDE = 7
PLACES = tuple(place for place, here in enumerate(ROWS.replace("/", "")) if here == "o")
"""Where on the grid of 7 by 7 each cell stands."""
CELLS, CENTER = len(PLACES), 16
BITS = {place: 1 << CELLS - 1 - cell for cell, place in enumerate(PLACES)}

BOARDS = {
    "cross": ("cross of 6 pegs", "--- -x- --xxx-- ---x--- ---x--- --- ---"),
    "plus": ("plus of 9 pegs", "--- -x- ---x--- -xxxxx- ---x--- -x- ---"),
    "pyramid": ("pyramid of 16 pegs", "--- -x- --xxx-- -xxxxx- xxxxxxx --- ---"),
    "diamond": ("diamond of 24 pegs", "-x- xxx -xxxxx- xxx-xxx -xxxxx- xxx -x-"),
}
"""Traditional starts, row by row. The cross is the Latin one, upright in the middle column. The plus is all that is on
the two lines through the center and no more than two steps away. The pyramid has rows of 1, 3, 5 and 7 pegs, the last
right below the center. The diamond is all that is no more than three steps away from the center, but for the center.
Each can be solved by one peg in the center."""

CUSTOM = r"english_(?:[x-]{33}|(?:\*\*[x-]{3}\*\*){2}[x-]{21}(?:\*\*[x-]{3}\*\*){2})"
"""The id of a start that somebody types: its 33 cells, or the grid of 49 with `*` in the corners."""


def typed_cells(custom: str) -> str:
    """The 33 cells of a start in the form of CUSTOM. Raises ValueError where there is no peg."""
    cells = custom.removeprefix("english_").replace("*", "")
    if "x" not in cells:
        raise ValueError("There is no peg on it.")
    return cells


class Sums:
    """Sums of weights over the pegs of a position, looked up in three parts of it."""

    PART = 11  # bits

    def __init__(self, weights: Iterable[int]) -> None:
        """`weights`: those of cell 0, cell 1, and so on."""
        of_bits = tuple(weights)[::-1]
        tables = []
        for first in range(0, CELLS, self.PART):
            table = [0]
            for weight in of_bits[first : first + self.PART]:
                table += [part + weight for part in table]
            tables.append(table)
        self._low, self._middle, self._high = tables

    def of(self, position: int) -> int:
        """The sum over the pegs of a position."""
        low, middle = position & (1 << self.PART) - 1, position >> self.PART & (1 << self.PART) - 1
        return self._low[low] + self._middle[middle] + self._high[position >> 2 * self.PART]


# --- orders for a search ------------------------------------------------------------------------

WEIGHTS = {
    "alternative-1": (0, "0040400 0000000 4030304 0001000 4030304 0000000 0040400"),
    "two": (2, "0041400 0011100 4120214 1101011 4120214 0011100 0041400"),
    "manhattan": (0, "5432345 4321234 3210123 2101012 3210123 4321234 5432345"),
    "alternative-2": (0, "0011100 0011100 1100011 1100011 1100011 0011100 0011100"),
}
"""What a peg counts wherever it stands, and what it counts there, on the grid of 7 by 7."""

AROUND = [(BITS[place], sum(BITS.get(near, 0) for near in neighbours(place, SIDE, SIDE))) for place in PLACES]
"""For each cell its bit, and the bits of the cells beside it."""


def _weighted(peg: int, rows: str) -> Callable[[int], int]:
    by_place = rows.replace(" ", "")
    return Sums(peg + int(by_place[place]) for place in PLACES).of


def _one(position: int) -> int:
    """Two for each peg, and one more for each that has none beside it."""
    lonely = sum(1 for bit, around in AROUND if position & bit and not position & around)
    return 2 * position.bit_count() + lonely


ORDERS: dict[str, Callable[[int], int]] = {
    **{name: _weighted(*weights) for name, weights in WEIGHTS.items()},
    "one": _one,
    "base": int.bit_count,
}
"""The six heuristics of A. Oukaour and F. Yang's study of peg solitaire. Of those only `base` is never too much: the
others say which of two boards looks better, the one that counts less. The first does best on the central game."""


# --- what is never solved -----------------------------------------------------------------------

PAGODAS = (
    "-3 2 -1 / 3 2 1 / 0 0 0 0 0 0 0 / 3 0 3 2 1 1 0 / 0 0 0 0 0 0 0 / 3 2 1 / -1 0 -1",
    "-3 2 -1 / 3 2 1 / 0 0 0 0 0 0 0 / 3 0 3 2 1 1 0 / 3 0 3 2 1 1 0 / 0 0 0 / 3 2 1",
    "-1 0 -1 / 1 0 1 / 0 0 0 0 0 0 0 / 0 1 1 0 1 0 1 / 0 0 0 0 0 0 0 / 1 0 1 / -1 0 -1",
    "-1 1 0 / 1 2 0 / 0 0 0 0 0 0 0 / 0 1 1 2 0 2 0 / 0 0 0 0 0 0 0 / 1 2 0 / 0 0 0",
    "-2 2 0 / 2 2 0 / 0 0 0 0 0 0 0 / 2 0 2 2 0 2 1 / 1 0 1 1 0 1 -1 / 1 1 0 / 0 0 0",
    "-1 0 -1 / 1 0 1 / 0 0 0 0 0 0 0 / 1 0 1 0 1 0 1 / 0 0 0 0 0 0 0 / 1 0 1 / -1 0 -1",
    "-3 0 -3 / 3 3 3 / 0 0 0 0 0 0 0 / 3 0 3 3 3 0 3 / 1 0 1 1 2 0 2 / 3 2 1 / -2 3 1",
    "-3 2 -1 / 3 2 1 / 0 0 0 0 0 0 0 / 0 3 3 2 1 1 0 / 0 0 0 0 0 0 0 / 3 2 1 / -1 0 -1",
    "-3 2 -1 / 3 0 3 / -2 2 0 2 2 0 2 / 3 0 3 2 1 1 0 / -2 2 0 2 1 1 2 / 3 3 0 / 1 0 1",
    "-3 1 -2 / 3 1 2 / -2 2 0 2 0 2 -2 / 3 0 3 3 2 2 0 / -2 2 0 2 0 2 -2 / 3 2 2 / -2 0 -2",
)
"""Weights of the cells, row by row, with which no jump makes the sum over the pegs greater: of any three cells in a
line, an outer one weighs no more than the other two together. So what weighs less than a peg in the center is never
solved (pagoda functions: E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, ch. 23). These were found by
linear programming, as those that tell the most of random positions that cannot be solved."""

FIELD = 8  # bits that one sum takes
HALF = 1 << FIELD - 1  # what stands there where it is that of the center

TOO_LIGHT = (
    "By weights of the cells with which no jump makes the sum over the pegs greater, it is too light to be solved."
)
OTHER_CLASS = (
    "Count the pegs on every third diagonal: of these three numbers each jump changes all from even to odd or back, "
    "and here they never become what they are of one peg in the center."
)


def _pagodas() -> list[tuple[int, ...]]:
    """The weights of all pagodas and of their images, each less what the center has: by cell."""
    images: dict[tuple[int, ...], None] = {}
    for pagoda in PAGODAS:
        weights = dict(zip(PLACES, map(int, pagoda.replace("/", "").split()), strict=True))
        for image in symmetries(SIDE, SIDE):
            images[tuple(weights[image[place]] for place in PLACES)] = None
    return list(images)


def _side_by_side(fields: Iterable[int]) -> int:
    """Numbers from -HALF on, below HALF, added to one another in a number of a field each."""
    return sum(field << FIELD * place for place, field in enumerate(fields))


_IMAGES = _pagodas()
_SUMS = Sums(map(_side_by_side, zip(*_IMAGES, strict=True)))
_LEAST = _side_by_side(HALF - weights[CENTER] for weights in _IMAGES)
_SIGNS = _side_by_side(HALF for _ in _IMAGES)


def _thirds(slant: int) -> list[int]:
    """The cells of every third diagonal of a slant, from the first, the second and the third on."""
    numbers = {place: (place // SIDE + slant * (place % SIDE)) % 3 for place in PLACES}
    return [sum(BITS[place] for place in PLACES if numbers[place] == number) for number in range(3)]


_DIAGONALS = [_thirds(1), _thirds(-1)]
_SOLVED = BITS[PLACES[CENTER]]


def hopeless(position: int) -> str | None:
    """Why a position can be seen never to be solved, a sentence; None where that cannot be seen."""
    if (_SUMS.of(position) + _LEAST) & _SIGNS != _SIGNS:
        return TOO_LIGHT
    other = position ^ _SOLVED
    for diagonals in _DIAGONALS:
        if len({(other & diagonal).bit_count() & 1 for diagonal in diagonals}) > 1:
            return OTHER_CLASS
    return None

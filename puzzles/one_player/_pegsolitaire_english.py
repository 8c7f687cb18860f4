"""The English board of Peg Solitaire: traditional starts, heuristics for searches, and proofs that a board is lost.

The board has 33 cells: a grid of 7 by 7 without the 2 by 2 cells in each corner. A position is an int with one bit for
each cell, 1 = a peg; the first cell, top left, is the highest bit. The goal is a single peg in the center.
"""

from collections.abc import Callable, Iterable

from perfect_play.puzzles import symmetries
from perfect_play.puzzles.grid import neighbors

ROWS = "**ooo**/**ooo**/ooooooo/ooooooo/ooooooo/**ooo**/**ooo**"
SIDE = 7
PLACES = tuple(place for place, char in enumerate(ROWS.replace("/", "")) if char == "o")
"""The place of each cell in the grid of 7 by 7."""
CELLS, CENTER = len(PLACES), 16
BITS = {place: 1 << CELLS - 1 - cell for cell, place in enumerate(PLACES)}

BOARDS = {
    "cross": ("cross of 6 pegs", "--- -x- --xxx-- ---x--- ---x--- --- ---"),
    "plus": ("plus of 9 pegs", "--- -x- ---x--- -xxxxx- ---x--- -x- ---"),
    "pyramid": ("pyramid of 16 pegs", "--- -x- --xxx-- -xxxxx- xxxxxxx --- ---"),
    "diamond": ("diamond of 24 pegs", "-x- xxx -xxxxx- xxx-xxx -xxxxx- xxx -x-"),
}
"""Traditional starts, row by row. The cross is the Latin one, upright in the middle column. The plus is all cells on
the two lines through the center within two steps of it. The pyramid has rows of 1, 3, 5 and 7 pegs, the last
right below the center. The diamond is all cells within three steps of the center, except the center.
Each can be reduced to one peg in the center."""

CUSTOM = r"english_(?:[x-]{33}|(?:\*\*[x-]{3}\*\*){2}[x-]{21}(?:\*\*[x-]{3}\*\*){2})"
"""The id of a custom start: its 33 cells, or the grid of 49 with `*` in the corners."""


def typed_cells(custom: str) -> str:
    """The 33 cells of a start in the form of CUSTOM. Raises ValueError if there is no peg."""
    cells = custom.removeprefix("english_").replace("*", "")
    if "x" not in cells:
        raise ValueError("There is no peg on it.")
    return cells


class Sums:
    """Sums of weights over the pegs of a position, by table lookups in three parts of it."""

    PART = 11  # bits

    def __init__(self, weights: Iterable[int]) -> None:
        """weights: of cell 0, cell 1, and so on."""
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


# --- heuristics for searches --------------------------------------------------------------------

WEIGHTS = {
    "alternative-1": (2, "0040400 0000000 4030304 0001000 4030304 0000000 0040400"),
    "two": (2, "0041400 0011100 4120214 1101011 4120214 0011100 0041400"),
    "manhattan": (0, "5432345 4321234 3210123 2101012 3210123 4321234 5432345"),
    "alternative-2": (2, "0011100 0011100 1100011 1100011 1100011 0011100 0011100"),
}
"""The weight of a peg anywhere, and the additional weight of each place in the grid of 7 by 7."""

AROUND = [(BITS[place], sum(BITS.get(neighbor, 0) for neighbor in neighbors(place, SIDE, SIDE))) for place in PLACES]
"""For each cell, its bit and the bits of its neighbors."""


def _weighted(peg: int, rows: str) -> Callable[[int], int]:
    by_place = rows.replace(" ", "")
    return Sums(peg + int(by_place[place]) for place in PLACES).of


def _lonely_pegs(position: int) -> int:
    """Two for each peg, plus one for each peg with no neighboring peg."""
    lonely = sum(1 for bit, around in AROUND if position & bit and not position & around)
    return 2 * position.bit_count() + lonely


ORDERS: dict[str, Callable[[int], int]] = {
    **{name: _weighted(*weights) for name, weights in WEIGHTS.items()},
    "one": _lonely_pegs,
    "base": int.bit_count,
}
"""The six heuristics of R. Oukaour and J. Yang's study of peg solitaire. Only `base` never overestimates; the
others say which of two boards looks better: the one with the lower sum. The first does best on the central game."""


# --- boards that can never be solved ------------------------------------------------------------

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
"""Pagoda functions: weights of the cells, row by row, for which no jump increases the sum over the pegs. Of any three
cells in a line, an outer one weighs no more than the other two together. So a board that weighs less than a peg in the
center can never be solved (E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, ch. 23). Linear programming
found these, as those that refute the most random unsolvable positions."""

FIELD = 8  # bits per sum
HALF = 1 << FIELD - 1  # added to every sum: sets its top bit if it is at least the center's weight

TOO_LIGHT = (
    "By weights of the cells with which no jump makes the sum over the pegs greater, it is too light to be solved."
)
OTHER_CLASS = (
    "Count the pegs on every third diagonal: of these three numbers each jump changes all from even to odd or back, "
    "and here they never become what they are of one peg in the center."
)


def _pagodas() -> list[tuple[int, ...]]:
    """The weights of all pagodas and their images, by cell, less the weight of the center."""
    images: dict[tuple[int, ...], None] = {}
    for pagoda in PAGODAS:
        weights = dict(zip(PLACES, map(int, pagoda.replace("/", "").split()), strict=True))
        for image in symmetries(SIDE, SIDE):
            images[tuple(weights[image[place]] for place in PLACES)] = None
    return list(images)


def _side_by_side(fields: Iterable[int]) -> int:
    """Packs numbers from -HALF to HALF - 1 into one integer, a field each."""
    return sum(field << FIELD * place for place, field in enumerate(fields))


_IMAGES = _pagodas()
_SUMS = Sums(map(_side_by_side, zip(*_IMAGES, strict=True)))
_MINIMUM = _side_by_side(HALF - weights[CENTER] for weights in _IMAGES)
_SIGNS = _side_by_side(HALF for _ in _IMAGES)


def _thirds(slant: int) -> list[int]:
    """Three sets of cells, as bits: every third diagonal of a slant, from the first, the second and the third on."""
    numbers = {place: (place // SIDE + slant * (place % SIDE)) % 3 for place in PLACES}
    return [sum(BITS[place] for place in PLACES if numbers[place] == number) for number in range(3)]


_DIAGONALS = [_thirds(1), _thirds(-1)]
_SOLVED = BITS[PLACES[CENTER]]


def hopeless(position: int) -> str | None:
    """A sentence proving that a position can never be solved; None if no proof is found."""
    if (_SUMS.of(position) + _MINIMUM) & _SIGNS != _SIGNS:
        return TOO_LIGHT
    difference = position ^ _SOLVED
    for diagonals in _DIAGONALS:
        if len({(difference & diagonal).bit_count() & 1 for diagonal in diagonals}) > 1:
            return OTHER_CLASS
    return None

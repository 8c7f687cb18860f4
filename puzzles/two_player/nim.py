"""Nim: take any number of sticks from one pile; whoever takes the last stick wins.

The piles are columns that stand on the bottom row; taking a stick takes those above it. A
position is (player to move, cells): `l` a stick, `-` none; its text lists the piles: `1_1,3,5`.
All piles no higher than at the start are legal, with either player to move. The nimber is the
XOR of the piles (C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901).
"""

from collections.abc import Iterable
from math import prod

from perfect_play.puzzles import Add, Board, CustomVariant, Variant
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, Take, check_heaps, sorted_heaps

MAX_PILES, MAX_CELLS = 20, 500


def _piles(text: str) -> tuple[int, ...]:
    piles = tuple(map(int, text.split("_")))
    check_heaps(piles, MAX_PILES, MAX_CELLS, name="piles")
    return piles


class Nim(ClosedFormGame):
    name = "Nim"
    also_called = ("Marienbad",)
    description = "Take any number of sticks from one pile; take the last stick to win."
    instructions = """On your turn, choose a pile and take as many sticks from it as you like, at least one. Touching
        a stick takes it and all sticks above it. Whoever takes the **last stick** wins."""
    author = "Charles L. Bouton"
    date_created = "1901"
    variants = (
        Variant("2_3_5_7", "2_3_5_7", (2, 3, 5, 7), positions=576),
        Variant("3_3_3", "3_3_3", (3, 3, 3), testing=True, positions=20),
        Variant("1_2_3_4_5", "1_2_3_4_5", (1, 2, 3, 4, 5), positions=720),
        Variant("7_8_11_13_15", "7_8_11_13_15", (7, 8, 11, 13, 15), positions=193_536),
        Variant("1_3_5_7_9_10", "1_3_5_7_9_10", (1, 3, 5, 7, 9, 10), positions=42_240),
    )
    custom = CustomVariant(
        pattern=r"[1-9][0-9]{0,2}(_[1-9][0-9]{0,2})*",
        options=_piles,
        help=(
            "Type the sizes of the piles with underscores between them, each at least 1: "
            f"at most {MAX_PILES} piles, and piles times the highest pile at most {MAX_CELLS}."
        ),
        example="1_3_5",
    )

    def prepare(self, *piles: int) -> None:
        self.piles = piles

    def start_board(self) -> Board:
        return Board(max(self.piles), len(self.piles), self._draw(self.piles))

    def _draw(self, heights: Iterable[int]) -> str:
        heights, rows = tuple(heights), max(self.piles)
        return "".join("l" if height >= rows - row else "-" for row in range(rows) for height in heights)

    def _heights(self, cells: str) -> list[int]:
        columns = len(self.piles)
        return [cells[column::columns].count("l") for column in range(columns)]

    def options(self, cells: str) -> Iterable[Take]:
        """Pile by pile, the largest take first: the bottom stick, then those above it."""
        columns, rows = self.first_board.cols, self.first_board.rows
        for column, height in enumerate(self._heights(cells)):
            for remaining in range(height):
                cell = (rows - 1 - remaining) * columns + column
                above = set(range(column, cell + 1, columns))
                after = "".join("-" if i in above else c for i, c in enumerate(cells))
                yield Take(Add("l", cell), f"{height - remaining} from pile {column + 1}", after)

    def heap_nimber(self, heap: int) -> int:
        return heap

    def heaps(self, cells: str) -> list[int]:
        return self._heights(cells)

    def named_heaps(self, cells: str) -> Iterable[tuple[str, int]]:
        piles = enumerate(self._heights(cells), start=1)
        return ((f"pile {number}", height) for number, height in piles if height)

    def place(self, heaps: Iterable[int]) -> str:
        """The highest piles in the columns where the start has them, so that every pile fits."""
        piles = self.piles
        columns = sorted(range(len(piles)), key=piles.__getitem__, reverse=True)
        placed = dict(zip(columns, sorted(heaps, reverse=True), strict=False))
        return self._draw(placed.get(column, 0) for column in range(len(piles)))

    def heap_options(self, heap: int) -> set[Heaps]:
        return {sorted_heaps((size,)) for size in range(heap)}

    def sum_remoteness(self, heaps: Heaps) -> int:
        """From a lost position, the number of sticks; from a won one, the largest winning take comes first.

        Of a lost position's piles, take one stick from a pile divisible by the least power of two, 2^k. Then
        the nimber is 2^(k+1) - 1, and as 2^k divides every other pile, a winning reply takes one stick as well. So
        the loser can make every move take a single stick, and no play is longer than that.
        """
        nimber = self.sum_nimber(heaps)
        if not nimber:
            return sum(heaps)
        return 1 + sum(heaps) - max(pile - (pile ^ nimber) for pile in heaps)

    def bound(self) -> int:
        return prod(pile + 1 for pile in self.piles)

    def legal(self, cells: str) -> bool:
        heights = self._heights(cells)
        fits = all(height <= pile for height, pile in zip(heights, self.piles, strict=True))
        return fits and self._draw(heights) == cells

    def write_cells(self, cells: str) -> str:
        return ",".join(map(str, self._heights(cells)))

    def read_cells(self, text: str) -> str:
        heights = [int(pile) if pile.isascii() and pile.isdigit() and len(pile) < 4 else -1 for pile in text.split(",")]
        fits = len(heights) == len(self.piles)
        return self._draw(heights) if fits else ""

"""Turning Corners: turn the four corners of a rectangle of coins, the lower right one from heads to tails.

A position is (player to move, cells): `h` heads or `t` tails, row by row from the top left. Every pattern is legal,
with either player to move. The text is the player, `_` and the cells. Coins of the first row and column are never
the lower right corner of a rectangle.

Every coin showing heads is a heap of its own, and two in the same place cancel. With rows and columns counted from
0, the nimber of a coin is the nim product of its row and its column (H. W. Lenstra, "Nim multiplication", 1978; E.
R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, chapter 14).
"""

from collections.abc import Iterable
from functools import cache

from perfect_play.puzzles import Board, Move, Variant, cell_name
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, Take, sorted_heaps

TURNED = {"h": "t", "t": "h"}


@cache
def nim_product(a: int, b: int) -> int:
    """The nim product (OEIS A051775): the least number that is no a' b + a b' + a' b' for smaller a' and b'."""
    excluded = {
        nim_product(x, b) ^ nim_product(a, y) ^ nim_product(x, y) for x in range(a) for y in range(b)
    }  # nim sums of products
    return next(number for number in range(len(excluded) + 1) if number not in excluded)


def _variant(rows: int, cols: int) -> Variant:
    small = rows * cols <= 12
    return Variant(f"{rows}x{cols}", f"{rows} rows, {cols} columns", (rows, cols), testing=small)


class TurningCorners(ClosedFormGame):
    name = "Turning Corners"
    opens = "4x4"
    also_called = ("Nim multiplication", "Coin turning")
    description = "Turn the corners of a rectangle of coins, the lower right one from heads to tails."
    instructions = """Coins lie in rows and columns. On your turn, turn over **four coins** at the corners of a
        rectangle; the one at the **lower right** must turn from heads (`h`) to tails (`t`); the others may turn
        either way. An arrow leads from that corner to the opposite one. Whoever **cannot turn** any coins loses."""
    author = "Hendrik W. Lenstra"
    date_created = "1978"
    variants = (_variant(2, 3), _variant(3, 3), _variant(3, 4), _variant(3, 5), _variant(4, 4))
    gap = "t"
    pairs_cancel = True

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.game = f"{self.id} {cols}"

    def start_board(self) -> Board:
        return Board(self.rows, self.cols, "h" * (self.rows * self.cols))

    def _corners(self, cell: int) -> list[tuple[int, int, int]]:
        """The other corners of each rectangle of which a cell is the lower right one, the upper left one first."""
        row, col = divmod(cell, self.cols)
        tops = [(top * self.cols, row * self.cols) for top in range(row)]
        return [(top + first_col, top + col, bottom + first_col) for top, bottom in tops for first_col in range(col)]

    def options(self, cells: str) -> Iterable[Take]:
        """By the lower right corner, row by row, then by the opposite one."""
        for cell, lies in enumerate(cells):
            for corners in self._corners(cell) if lies == "h" else ():
                turned = {cell, *corners}
                after = "".join(TURNED[char] if place in turned else char for place, char in enumerate(cells))
                names = (cell_name(place, self.rows, self.cols) for place in (cell, corners[0]))
                yield Take(Move(cell, corners[0]), " and ".join(names), after)

    def heaps(self, cells: str) -> list[int]:
        """The cell of every coin that shows heads, counted from 1."""
        return [cell + 1 for cell, lies in enumerate(cells) if lies == "h"]

    def heap_options(self, heap: int) -> set[Heaps]:
        return {sorted_heaps(corner + 1 for corner in corners) for corners in self._corners(heap - 1)}

    def heap_nimber(self, heap: int) -> int:
        return nim_product(*divmod(heap - 1, self.cols))

    def bound(self) -> int:
        """Every pattern."""
        return 1 << len(self.first_board.cells)

"""Coin-turning games on a row: the base class of Mock Turtles and others; whoever cannot turn coins loses.

A move turns certain coins, the rightmost of them from heads to tails. A position is (player to move, cells). The
board is a triangle: on its diagonal lie the coins, `h` heads or `t` tails, coin 0 in the corner at the top; the cell
where the row of one coin meets the column of an earlier one is empty, and stands for these two or, in games of runs,
for all from one to the other. A button on a coin turns it alone, one on a crossing what it stands for, and an arrow for
three coins leads from the crossing of the first and second, from the right, to that of the second and third. The text
is the row of coins: `1_hhth`. Every pattern of heads and tails is legal, with either player to move.

Every coin showing heads is a heap of its own, and two in the same place cancel (E. R. Berlekamp, J. H. Conway, R. K.
Guy, "Winning Ways", 1982, chapter 14).
"""

from abc import abstractmethod
from collections.abc import Iterable

from perfect_play.puzzles import EMPTY, VOID, Add, Board, Button, Move, Variant
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, Take
from perfect_play.puzzles.turns import Position

MAX_COINS = 14
TURNED = {"h": "t", "t": "h"}


def read_coins(text: str) -> tuple[str]:
    """The row given by `hth` or by a number of coins, all heads. Raises ValueError."""
    if text.isdigit():
        text = "h" * int(text)
    if len(text) > MAX_COINS:
        raise ValueError(f"That is {len(text)} coins, more than {MAX_COINS}.")
    if "h" not in text:
        raise ValueError("No coin shows heads, so nobody could move.")
    return (text,)


def coin_row(coins: int) -> Variant:
    """The variant with this many coins, all heads."""
    return Variant(str(coins), f"{coins} coins", ("h" * coins,), testing=coins < 8, positions=1 << coins)


class CoinRow(ClosedFormGame):
    """A game of turning coins in a row. The first of the variant's options is the row at the start."""

    gap = "t"
    pairs_cancel = True

    @abstractmethod
    def partners(self, last: int) -> Iterable[tuple[int, ...]]:
        """The coins that may be turned together with the rightmost one, ascending, in a fixed order of moves."""

    def prepare(self, row: str, rule: str = "") -> None:
        self.row, self.coins = row, len(row)

    def start_board(self) -> Board:
        """All coins heads, whatever the start: what each place may hold."""
        return Board(self.coins, self.coins, self.read_cells("h" * self.coins))

    def start(self) -> Position:
        """The variant's row."""
        return (1, self.read_cells(self.row))

    def options(self, cells: str) -> Iterable[Take]:
        """By the rightmost coin, from the left, with the coins that may be turned together with it."""
        row = self.write_cells(cells)
        for last, lies in enumerate(row):
            for partners in self.partners(last) if lies == "h" else ():
                coins = (last, *reversed(partners))
                *names, end = (str(coin + 1) for coin in coins)
                name = f"{', '.join(names)} and {end}" if names else end
                yield Take(self._button(row, coins), name, self._turned(row, coins))

    def _button(self, row: str, coins: tuple[int, ...]) -> Button:
        """A button on the crossing of the first and the last coin; an arrow for three coins that are no run."""
        first, last = coins[0], coins[-1]
        if len(coins) == 3 and not self.runs:
            return Move(self._cell(first, coins[1]), self._cell(coins[1], last))
        return Add(TURNED[row[last]], self._cell(first, last))

    runs: bool = False
    """Whether only coins side by side are turned."""

    def _cell(self, row: int, column: int) -> int:
        return row * self.coins + column

    def _turned(self, row: str, coins: Iterable[int]) -> str:
        return self.read_cells("".join(TURNED[lies] if coin in coins else lies for coin, lies in enumerate(row)))

    def heaps(self, cells: str) -> Iterable[int]:
        """Coin n showing heads is a heap of n + 1."""
        return [coin + 1 for coin, lies in enumerate(self.write_cells(cells)) if lies == "h"]

    def heap_options(self, heap: int) -> set[Heaps]:
        """The coins that are turned together with it."""
        return {tuple(coin + 1 for coin in partners) for partners in self.partners(heap - 1)}

    def bound(self) -> int:
        """Every pattern."""
        return 1 << self.coins

    def legal(self, cells: str) -> bool:
        """Whether coins lie on the diagonal alone."""
        return self.read_cells(self.write_cells(cells)) == cells

    def write_cells(self, cells: str) -> str:
        """The coins on the diagonal."""
        return cells[:: self.coins + 1]

    def read_cells(self, text: str) -> str:
        """The triangle with these coins."""
        rows = (EMPTY * coin + lies + VOID * (self.coins - 1 - coin) for coin, lies in enumerate(text))
        return "".join(rows)

"""Mock Turtles: turn one, two or three coins, the rightmost from heads to tails; a player who cannot loses.

A position is (player to move, cells). The board is a triangle: on its diagonal lie the coins, `h`
heads or `t` tails, coin 0 in the corner at the top; the cell where the row of one coin meets the
column of an earlier one is empty, and stands for the pair. A button on a coin turns it alone, one
on a crossing turns both its coins, and an arrow leads from the crossing of the first and the second
of three coins, from the right, to that of the second and the third. The text is the row of coins:
`1_hhth`. Every pattern of heads and tails is legal, with either player to move.

Every coin showing heads is a heap of its own, and two in the same place cancel. The nimber of coin n is 2n or
2n + 1, whichever has an odd number of ones in binary, so that no two such sum up to a third (E. R.
Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", ch. 14).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from puzzles.base import CustomVariant, Variant
from puzzles.closed_form import ClosedFormGame, Heaps, Take
from puzzles.turns import Position
from puzzles.view import EMPTY, VOID, Add, Board, Move

MAX_COINS = 14
TURNED = {"h": "t", "t": "h"}


def coin_nimber(coin: int) -> int:
    """The nimber of coin 0, 1, ... if it alone shows heads: the odious one of 2n and 2n + 1."""
    return 2 * coin + 1 - coin.bit_count() % 2


def _coins(text: str) -> tuple[str]:
    if text.isdigit():
        text = "h" * int(text)
    if len(text) > MAX_COINS:
        raise ValueError(f"That is {len(text)} coins, more than {MAX_COINS}.")
    if "h" not in text:
        raise ValueError("No coin lies heads, so nobody could move.")
    return (text,)


def _variant(coins: int) -> Variant:
    return Variant(str(coins), f"{coins} coins", ("h" * coins,), testing=coins < 8, positions=1 << coins)


class MockTurtles(ClosedFormGame):
    id = "mockturtles"
    name = "Mock Turtles"
    opens = "7"
    also_called = ("Coin turning",)
    description = "Turn one, two or three coins, the rightmost from heads to tails; who cannot has lost."
    instructions = (
        "On your turn, turn over **one, two or three** coins. The rightmost of them must lie heads (`h`) and comes to "
        "lie tails (`t`); the others may lie either way. The coins lie on the diagonal, the leftmost at the top. A "
        "button on a coin turns it alone; one where a row meets a column turns the two coins there; an arrow turns "
        "the three coins that its ends stand for. Whoever turns the **last heads** wins."
    )
    author = "after Hendrik W. Lenstra"
    date_created = "1977"
    variants = tuple(map(_variant, (3, 5, 7, 9, 12)))
    custom = CustomVariant(
        pattern="[ht]+|[1-9][0-9]?",
        options=_coins,
        help=(
            "Type the row of coins, h for heads and t for tails, at least one of them heads; or their number, for all "
            f"heads. At most {MAX_COINS} coins."
        ),
        example="hthh",
    )
    taken = "t"
    pairs_cancel = True

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.coins: int = len(variant.options[0])

    def start_board(self) -> Board:
        """All coins heads, whatever the start: what each place may hold."""
        return Board(self.coins, self.coins, self.read_cells("h" * self.coins))

    def start(self) -> Position:
        return (1, self.read_cells(self.variant.options[0]))

    def options(self, cells: str) -> Iterable[Take]:
        """Coin by coin from the left, as the rightmost: alone, then with each other coin, then with each two."""
        row = self.write_cells(cells)
        for last, lies in enumerate(row):
            if lies == "h":
                yield Take(Add("t", self._cell(last, last)), f"{last + 1}", self._turned(row, last))
                for coin in range(last):
                    button = Add(TURNED[row[coin]], self._cell(last, coin))
                    yield Take(button, f"{last + 1} and {coin + 1}", self._turned(row, last, coin))
                for first, second in combinations(range(last), 2):
                    arrow = Move(self._cell(last, second), self._cell(second, first))
                    name = f"{last + 1}, {second + 1} and {first + 1}"
                    yield Take(arrow, name, self._turned(row, last, second, first))

    def _cell(self, row: int, column: int) -> int:
        return row * self.coins + column

    def _turned(self, row: str, *coins: int) -> str:
        return self.read_cells("".join(TURNED[lies] if coin in coins else lies for coin, lies in enumerate(row)))

    def heaps(self, cells: str) -> Iterable[int]:
        """Coin n showing heads is a heap of n + 1."""
        return [coin + 1 for coin, lies in enumerate(self.write_cells(cells)) if lies == "h"]

    def heap_nimber(self, heap: int) -> int:
        return coin_nimber(heap - 1)

    def heap_options(self, heap: int) -> set[Heaps]:
        return {others for count in range(3) for others in combinations(range(1, heap), count)}

    def bound(self) -> int:
        return 1 << self.coins

    def legal(self, cells: str) -> bool:
        return self.read_cells(self.write_cells(cells)) == cells

    def write_cells(self, cells: str) -> str:
        return cells[:: self.coins + 1]

    def read_cells(self, text: str) -> str:
        rows = (EMPTY * coin + lies + VOID * (self.coins - 1 - coin) for coin, lies in enumerate(text))
        return "".join(rows)

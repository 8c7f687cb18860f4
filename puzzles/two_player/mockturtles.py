"""Mock Turtles: turn one, two or three coins, the rightmost from heads to tails; a player who cannot loses.

Boards, buttons and texts are those of `_coin_rows.py`. The nimber of coin n is 2n or
2n + 1, whichever has an odd number of ones in binary, so that no two such sum up to a third (E. R.
Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", ch. 14).
"""

from itertools import combinations

from perfect_play.puzzles import CustomVariant
from perfect_play.puzzles.two_player._coin_rows import MAX_COINS, CoinRow, coin_row, read_coins


def coin_nimber(coin: int) -> int:
    """The nimber of coin 0, 1, ... if it alone shows heads: the odious one of 2n and 2n + 1."""
    return 2 * coin + 1 - coin.bit_count() % 2


class MockTurtles(CoinRow):
    name = "Mock Turtles"
    opens = "7"
    also_called = ("Coin turning",)
    description = "Turn one, two or three coins, the rightmost from heads to tails; whoever cannot has lost."
    instructions = """On your turn, turn over **one, two or three** coins. The rightmost of them must turn from heads
        (`h`) to tails (`t`); the others may turn either way. A button on a coin turns it alone; one where two lines
        meet turns both; an arrow turns the three coins its ends stand for. Whoever turns the **last heads** wins."""
    author = "after Hendrik W. Lenstra"
    date_created = "1977"
    variants = tuple(map(coin_row, (3, 5, 7, 9, 12)))
    custom = CustomVariant(
        pattern="[ht]+|[1-9][0-9]?",
        options=read_coins,
        help=(
            "Type the row of coins, h for heads and t for tails, at least one of them heads; or their number, for all "
            f"heads. At most {MAX_COINS} coins."
        ),
        example="hthh",
    )

    def partners(self, last: int) -> list[tuple[int, ...]]:
        """None, each other coin, then each two."""
        return [partners for count in range(3) for partners in combinations(range(last), count)]

    def named_heaps(self, cells: str) -> list[tuple[str, int]]:
        return [(f"coin {heap}", heap) for heap in self.heaps(cells)]

    def heap_nimber(self, heap: int) -> int:
        return coin_nimber(heap - 1)

"""Turning Coins: turn coins in a row by one of several rules, the rightmost from heads to tails; whoever cannot loses.

A variant is the rule and the row, or its number of coins: `ruler_7`, `twins_hthh`. Boards, buttons and texts are
those of `_coin_rows.py`. With coins counted from 1, the nimber of coin n is

- `turtles` (Turning Turtles), one coin or two: n, as in Nim;
- `twins`, exactly two: n - 1;
- `triplets`, exactly three: 0, 0, and then those of Mock Turtles, 1, 2, 4, 7, 8, 11, ... (OEIS A000069);
- `ruler`, any number of coins side by side: the largest power of 2 that divides n (OEIS A006519).

E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, chapter 14.
"""

from itertools import combinations

from perfect_play.puzzles import CustomVariant, Variant
from perfect_play.puzzles.two_player._coin_rows import MAX_COINS, CoinRow, read_coins
from perfect_play.puzzles.two_player.mockturtles import coin_nimber

RULES = {"turtles": "Turning Turtles", "twins": "Twins", "triplets": "Triplets", "ruler": "Ruler"}


def _options(text: str) -> tuple[str, str]:
    rule, _, row = text.partition("_")
    return (*read_coins(row), rule)


def _variant(rule: str, coins: int) -> Variant:
    name = f"{RULES[rule]}, {coins} coins"
    return Variant(f"{rule}_{coins}", name, ("h" * coins, rule), testing=coins < 8, positions=1 << coins)


class TurningCoins(CoinRow):
    name = "Turning Coins"
    opens = "ruler_7"
    also_called = (*RULES.values(), "Coin turning")
    description = "Turn coins in a row by the rule you choose, the rightmost from heads to tails."
    instructions = """On your turn, turn over coins, the **rightmost** of them from heads (`h`) to tails (`t`); the
        others may turn either way. In *Turning Turtles* you turn **one or two**, in *Twins* **exactly two**, in
        *Triplets* **exactly three**, in *Ruler* **any number side by side**. A button on a coin turns it alone; one
        where the lines from two coins meet turns both, in *Ruler* also all between them; an arrow turns the three
        coins its ends stand for. Whoever **cannot turn** any coins loses."""
    author = "after Hendrik W. Lenstra"
    date_created = "1977"
    variants = tuple(_variant(rule, coins) for rule in RULES for coins in (5, 7, 10))
    custom = CustomVariant(
        pattern=f"({'|'.join(RULES)})_([ht]+|[1-9][0-9]?)",
        options=_options,
        help=(
            f"Type {', '.join(RULES)[: -len(', ruler')]} or ruler, then _ and the row of coins, h for heads and t for "
            f"tails, or their number, for all heads. At most {MAX_COINS} coins, at least one of them heads."
        ),
        example="twins_hthh",
    )

    def prepare(self, row: str, rule: str = "") -> None:
        super().prepare(row)
        self.rule, self.runs = rule, rule == "ruler"
        self.game = f"{self.id} {rule}"

    def partners(self, last: int) -> list[tuple[int, ...]]:
        if self.runs:
            return [tuple(range(first, last)) for first in range(last, -1, -1)]
        counts = {"turtles": (0, 1), "twins": (1,), "triplets": (2,)}[self.rule]
        return [partners for count in counts for partners in combinations(range(last), count)]

    def heap_nimber(self, heap: int) -> int:
        if self.runs:
            return heap & -heap
        if self.rule == "triplets":
            return coin_nimber(heap - 3) if heap > 2 else 0
        return heap if self.rule == "turtles" else heap - 1

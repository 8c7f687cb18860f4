"""Exact answers beyond the tables: explores and solves everything a position leads to, within a budget.

This is for legal positions that the start never leads to, and for variants without a table. Exploring stops at
positions that the table covers, directly or with the players exchanged, so the answers agree with it. A search that
does not end within its budget gives no answer.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.mixins import Exchangeable, Scored, nimber_of
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.budget import SECONDS, seconds_left, within
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.result import NoMargins, Result
from perfect_play.solvers.retrograde import Limits, solve_from
from perfect_play.solvers.tables.reader import NotCovered, TableError
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.untabled.result_memory import RecentFacts, ResultWithMargin

NODES = 100_000  # positions of one search
MOVES = 1_500_000  # moves between these
EXPLORING = 0.7  # share of the time, the rest being for solving what was found
REMEMBERED = 50_000  # answers remembered
MAX_REMEMBERED = 5_000  # positions of a search that is remembered whole, not just its first position and the children


Answer = TypeVar("Answer")


class NotExplored(NotCovered):
    """The position leads to more than one search may explore."""


class Explorer:
    """Exact answers by exploring from the requested position. Threads may share it."""

    name = "exact search"

    def __init__(self, store: Store, limiter: Limiter) -> None:
        self.store, self.limiter = store, limiter
        self.nodes, self.seconds = NODES, SECONDS
        self._cache = RecentFacts[ResultWithMargin](REMEMBERED)

    def result(self, rules: Rules, position: Position) -> Result:
        """The result of a legal position. Raises NotExplored, TooManySearches."""
        return self._result_with_margin(rules, position).result

    def margin(self, rules: Rules, position: Position) -> int | None:
        """The margin by which the player to move wins in a game won by points; else None. Raises as `result`."""
        return self._result_with_margin(rules, position).margin

    def nimber(self, rules: Rules, position: Position) -> int | None:
        """The nimber by a closed form; else None."""
        return nimber_of(rules, position)

    def draw_level(self, rules: Rules, position: Position) -> None:
        """None: levels of draws are not explored."""

    def child_results(self, rules: Rules, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, by one search. Raises as `result`."""
        if any(self._cache.recall(rules, child) is None for child in children):
            self._search(rules, position)
        return [self._result_with_margin(rules, child).result for child in children]

    def _result_with_margin(self, rules: Rules, position: Position) -> ResultWithMargin:
        return self._cache.recall(rules, position) or self._search(rules, position)

    def _search(self, rules: Rules, position: Position) -> ResultWithMargin:
        table = _Coverage(self.store, rules)
        result = table.result(position)
        if result is not None:
            return ResultWithMargin(result, table.margin(position))
        limits = Limits(self.nodes, MOVES, clock=1)
        with self.limiter.of_size(rules.variant.positions), within(EXPLORING * seconds_left(self.seconds)):
            try:
                limits.check(0, 0, 0)  # looks at the clock before the first position
                solution = solve_from(rules, position, limits, table.result if table.exists else None, table.margin)
            except (TooLarge, NoMargins) as error:
                raise NotExplored(
                    f"{rules.full_id}: {rules.format(position)!r} is legal, but the start never leads to it, "
                    f"and to go through what it leads to takes {error}: its value is not known."
                ) from error
        margins = solution.margins or {}
        family = list(map(rules.canonical, (position, *rules.children(position))))
        for member in solution.results if len(solution.results) <= MAX_REMEMBERED else family:
            member_result = ResultWithMargin(solution.results[member], margins.get(member))
            self._cache.remember(rules, member, member_result)
        return ResultWithMargin(solution.results[family[0]], margins.get(family[0]))


class _Coverage:
    """A variant's table, looked up for a position as it is or with the players exchanged."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self.store = store
        self.table = registry.table_holder(rules)
        self.exists = True
        try:
            store.meta(self.table)
        except TableError:
            self.exists = False

    def result(self, position: Position) -> Result | None:
        return self._ask(self.store.probe, position)

    def margin(self, position: Position) -> int | None:
        return self._ask(self.store.margin, position) if isinstance(self.table, Scored) else None

    def _ask(self, ask: Callable[[Rules, Position], Answer], position: Position) -> Answer | None:
        if not self.exists:
            return None
        with suppress(NotCovered):
            return ask(self.table, position)
        exchanged = self.table.exchanged(position) if isinstance(self.table, Exchangeable) else None
        if exchanged is not None:
            with suppress(NotCovered):
                return ask(self.table, exchanged)
        return None

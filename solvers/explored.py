"""Exact answers where no table has them: everything that a position leads to is explored and solved, within a budget.

For legal positions that the start never leads to, and for variants without a table. Exploring stops at positions that
the table covers, so the answers agree with it. A search that does not end within its budget gives no answer.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from puzzles import registry
from puzzles.base import Position, Rules
from solvers.crowd import Crowd
from solvers.patience import seconds_left
from solvers.reading import NotCovered, TableError
from solvers.result import NoMargins, Result
from solvers.retrograde import Limits, TooLarge, solve_from
from solvers.store import Store

NODES = 100_000  # positions of one search
MOVES = 1_500_000  # between them
SECONDS = 2.0  # of one search
EXPLORING = 0.7  # of that time, the rest being for solving what was found
KNOWN = 50_000  # answers that are remembered
WHOLE = 5_000  # positions of a search that is remembered whole, not only its first position and that one's children


class NotExplored(NotCovered):
    """The position leads to more than one search may go through."""


class Told(NamedTuple):
    """The result of a position, and its margin in a game that is won by points."""

    result: Result
    margin: int | None


Key = tuple[str, str, Position]
"""A plug-in, the variant whose table would hold the position, and its class of symmetry."""


class Explorer:
    """Exact answers by exploring from the position that is asked for. Threads may share it."""

    name = "exact search"

    def __init__(self, store: Store, crowd: Crowd, nodes: int = NODES, seconds: float = SECONDS) -> None:
        self.store = store
        self.crowd = crowd
        self.nodes = nodes
        self.seconds = seconds
        self._known: OrderedDict[Key, Told] = OrderedDict()
        self._lock = threading.Lock()

    def result(self, rules: Rules, position: Position) -> Result:
        """The result of a legal position. Raises NotExplored, TooManySearches."""
        return self._told(rules, position).result

    def margin(self, rules: Rules, position: Position) -> int | None:
        """By how much the player to move wins, of a game that is won by points; else None. Raises as `result`."""
        return self._told(rules, position).margin

    def child_results(self, rules: Rules, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, by one search. Raises as `result`."""
        if any(self._recall(rules, child) is None for child in children):
            self._search(rules, position)
        return [self._told(rules, child).result for child in children]

    def _told(self, rules: Rules, position: Position) -> Told:
        return self._recall(rules, position) or self._search(rules, position)

    def _recall(self, rules: Rules, position: Position) -> Told | None:
        key = _key(rules, position)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def _search(self, rules: Rules, position: Position) -> Told:
        table = registry.load(rules.id, rules.tabled_as) if rules.tabled_as else rules

        def known(reached: Position) -> Result | None:
            try:
                return self.store.probe(table, reached)
            except NotCovered:
                return None

        limits = Limits(self.nodes, MOVES, time.monotonic() + EXPLORING * seconds_left(self.seconds))
        with self.crowd.place():
            try:
                solution = solve_from(
                    rules,
                    position,
                    limits,
                    known if self._has(table) else None,
                    lambda reached: self.store.margin(table, reached),
                )
            except (TooLarge, NoMargins) as error:
                raise NotExplored(
                    f"{rules.full_id}: {rules.format(position)!r} is legal, but the start never leads to it, "
                    f"and to go through what it leads to takes {error}: its value is not known."
                ) from error
        margins = solution.margins or {}
        whole = len(solution.results) <= WHOLE
        kept = solution.results if whole else map(rules.canonical, (position, *rules.children(position)))
        with self._lock:
            for reached in kept:
                self._known[_key(rules, reached)] = Told(solution.results[reached], margins.get(reached))
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)
        first = rules.canonical(position)
        return Told(solution.results[first], margins.get(first))

    def _has(self, table: Rules) -> bool:
        """Whether there is a table."""
        try:
            self.store.meta(table)
        except TableError:
            return False
        return True


def _key(rules: Rules, position: Position) -> Key:
    return rules.id, rules.tabled_as or rules.variant.id, rules.canonical(position)

"""Answers without a table: games whose nimber is known by a closed form.

The value follows from the nimber alone, for a start of any size. The remoteness does not, but
the nimber helps to find it: a won position needs only its winning moves followed, which lead to
nimber 0, and only a lost one needs all. Positions are sorted tuples of heaps, and one memory
serves all starts of a game. Whether a variant's remoteness is exact is decided by the number of
its positions alone, so no variant mixes exact and unknown remotenesses.
"""

from __future__ import annotations

import threading
from itertools import chain

from puzzles.base import Position, Value
from puzzles.closed_form import ClosedFormGame, Heaps, sorted_heaps
from solvers.direct import Direct
from solvers.result import Result, result

MAX_POSITIONS = 100_000  # of a start whose remoteness is exact, up to the order of heaps
MAX_REMEMBERED = 500_000  # positions of all games together; some 150 bytes each


class ClosedForms(Direct):
    """Exact remotenesses of closed-form games, remembered. Threads may share it."""

    kind = ClosedFormGame
    name = "closed form"

    def __init__(self, max_positions: int = MAX_POSITIONS, max_remembered: int = MAX_REMEMBERED) -> None:
        self.max_positions = max_positions
        self.max_remembered = max_remembered
        self._remotenesses: dict[tuple[str, Heaps], int] = {}
        self._options: dict[tuple[str, int], dict[int, list[Heaps]]] = {}
        self._lock = threading.Lock()

    def exact(self, rules: ClosedFormGame) -> bool:
        """Whether this variant's remotenesses are known."""
        return rules.bound() <= self.max_positions

    def probe(self, rules: ClosedFormGame, position: Position) -> Result:
        """The result of a legal position; its remoteness is None where it is not known."""
        ended = rules.primitive(position)
        if ended is not None:
            return result(ended, 0)
        value = Value.WIN if rules.nimber(position) else Value.LOSE
        if not self.exact(rules):
            return result(value, None)
        with self._lock:
            if len(self._remotenesses) > self.max_remembered:
                self._remotenesses.clear()
            return result(value, self._remoteness(rules, sorted_heaps(rules.heaps(position[1]))))

    def _remoteness(self, rules: ClosedFormGame, heaps: Heaps) -> int:
        """Moves to the end under best play. Calls itself as deep as the game is long."""
        known = self._remotenesses.get((rules.game, heaps))
        if known is not None:
            return known
        nimber = rules.sum_nimber(heaps)
        after: list[int] = []
        for i, heap in enumerate(heaps):
            if i and heaps[i - 1] == heap:
                continue
            others = heaps[:i] + heaps[i + 1 :]
            options = self._heap_options(rules, heap)
            winning = options.get(nimber ^ rules.heap_nimber(heap), ())
            for option in winning if nimber else chain.from_iterable(options.values()):
                after.append(self._remoteness(rules, sorted_heaps(others + option)))
        found = 1 + (min(after) if nimber else max(after)) if after else 0
        self._remotenesses[rules.game, heaps] = found
        return found

    def _heap_options(self, rules: ClosedFormGame, heap: int) -> dict[int, list[Heaps]]:
        """What one move can make of a heap, by nimber."""
        key = (rules.game, heap)
        if key not in self._options:
            options: dict[int, list[Heaps]] = {}
            for option in sorted(rules.heap_options(heap)):
                options.setdefault(rules.sum_nimber(option), []).append(option)
            self._options[key] = options
        return self._options[key]

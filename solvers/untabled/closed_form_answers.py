"""Answers for closed-form games: values from nimbers, and exact remoteness by a search that nimbers guide.

The value follows from the nimber alone, for a start of any size. The remoteness does not, but the nimber helps to find
it: in a won position only the winning moves matter, which lead to nimber 0; only a lost one needs all moves. Positions
are sorted tuples of heaps, and one cache serves all starts of a game. Nim also has a formula for the remoteness. In
other games a position's remoteness is exact if the start, or the position by itself, leads to few enough positions by
the plug-in's bound, which depends neither on the machine nor on earlier requests.
"""

import threading
from collections.abc import Iterator
from itertools import chain

from perfect_play.puzzles.base import Position, Value
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps
from perfect_play.solvers.budget import checkpoint
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.untabled.answerer import Answerer

MAX_POSITIONS = 100_000  # the most positions that a search may enumerate, up to the order of heaps
MAX_REMEMBERED = 500_000  # positions of all games together; some 150 bytes each


class ClosedForms(Answerer):
    """Exact remotenesses of closed-form games, remembered. Threads may share it."""

    kind = ClosedFormGame
    name = "closed form"

    def __init__(self, max_positions: int = MAX_POSITIONS, max_remembered: int = MAX_REMEMBERED) -> None:
        super().__init__()
        self.max_positions = max_positions
        self.max_remembered = max_remembered
        self._remotenesses: dict[tuple[str, Heaps], int] = {}
        self._options: dict[tuple[str, int], dict[int, list[Heaps]]] = {}
        self._lock = threading.Lock()

    def exact(self, rules: ClosedFormGame) -> bool:
        """Whether a search can find all remotenesses of this variant."""
        return rules.bound() <= self.max_positions

    def probe(self, rules: ClosedFormGame, position: Position) -> Result:
        """The result of a legal position; its remoteness is None if unknown."""
        ended = rules.primitive(position)
        if ended is not None:
            return result(ended, 0)
        heaps = rules.gathered(rules.heaps(position[1]))
        value = Value.WIN if rules.nimber(position) else Value.LOSE
        remoteness = rules.sum_remoteness(heaps)
        if remoteness is not None or not (self.exact(rules) or rules.bound_from(heaps) <= self.max_positions):
            return result(value, remoteness)
        with self.limiter.if_long(), self._lock:
            if len(self._remotenesses) > self.max_remembered:
                self._remotenesses.clear()
            return result(value, self._remoteness(rules, heaps))

    def _remoteness(self, rules: ClosedFormGame, heaps: Heaps) -> int:
        """Moves to the end under best play. Works without recursion, so a game may be of any length."""
        game, cache = rules.game, self._remotenesses
        waiting = [] if (game, heaps) in cache else [self._frame(rules, heaps)]
        while waiting:
            checkpoint()
            current, after, unchecked = waiting[-1]
            unknown = next((child for child in unchecked if (game, child) not in cache), None)
            if unknown is not None:
                waiting.append(self._frame(rules, unknown))
                continue
            remotenesses = [cache[game, child] for child in after]
            best = min if rules.sum_nimber(current) else max
            cache[game, current] = 1 + best(remotenesses) if remotenesses else 0
            waiting.pop()
        return cache[game, heaps]

    def _frame(self, rules: ClosedFormGame, heaps: Heaps) -> tuple[Heaps, list[Heaps], Iterator[Heaps]]:
        """(heaps, the options that best play may choose, an iterator over these)."""
        after = list(self._after(rules, heaps))
        return heaps, after, iter(after)

    def _after(self, rules: ClosedFormGame, heaps: Heaps) -> Iterator[Heaps]:
        """The options that best play may choose: those of nimber 0 if there are any, else all."""
        nimber = rules.sum_nimber(heaps)
        for i, heap in enumerate(heaps):
            if i and heaps[i - 1] == heap:
                continue
            remaining = heaps[:i] + heaps[i + 1 :]
            options = self._heap_options(rules, heap)
            winning = options.get(nimber ^ rules.heap_nimber(heap), ())
            for option in winning if nimber else chain.from_iterable(options.values()):
                yield rules.gathered(remaining + option)

    def _heap_options(self, rules: ClosedFormGame, heap: int) -> dict[int, list[Heaps]]:
        """What one move can turn a heap into, by nimber."""
        key = (rules.game, heap)
        if key not in self._options:
            options: dict[int, list[Heaps]] = {}
            for option in sorted(rules.heap_options(heap)):
                options.setdefault(rules.sum_nimber(option), []).append(option)
            self._options[key] = options
        return self._options[key]

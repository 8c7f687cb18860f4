"""Answers without a table: searches everything connected with a position on request.

All moves can be taken back. The search goes forward from the position to everything connected with it, its
*component*; then backward from the solved positions of the component, breadth first, which gives each position its
exact remoteness. If none is solved, all are lost. A component is kept as sorted entries of a few bytes each, within a
budget of bytes; the least recently used are dropped first.

Time and memory are bounded. A component of too many positions is refused for good. A search that takes too long is
refused for now: it is set aside, and continues where it stopped when asked again. Part of a component never gives an
answer. Of the requests for one family, only one searches, and the others wait for it.

Because moves can be taken back, a neighbor of a level of the search is in the same level, the one before or the next,
so only these need to be looked up, not everything found so far. For n positions of m moves each, both searches together
take 2 n m steps: some 6 microseconds a position of Rush Hour, and some 150 bytes a position, of which 12 are kept.
"""

import random
import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Container, Generator, Hashable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from cachetools import LRUCache

from perfect_play.puzzles.base import Position, Value
from perfect_play.puzzles.on_demand import Motion, OnDemandPuzzle
from perfect_play.solvers.budget import seconds_left, wait, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.result import LOST, Result, result
from perfect_play.solvers.untabled.answerer import Answerer

MAX_POSITIONS = 750_000  # of one component; the largest known of Rush Hour has 541,934
MAX_SECONDS = 30.0  # of one search, including waiting for others
MAX_BYTES = 32 << 20  # of all components kept
SET_ASIDE = 2  # searches kept after they ran out of time
BATCH = 256  # positions between two checks of the limits
OVERHEAD = 500  # bytes a component counts for beyond its entries
DEPTH_BYTES = 3  # of a remoteness in an entry: enough for MAX_POSITIONS
MOST_OF_A_FAMILY = 64  # components kept

Key = tuple[str, Hashable]
"""A puzzle's id and a family: the scope within which numbers identify positions."""


class TooManyConnected(NoAnswer):
    """More positions are connected with this one than are searched; nothing is known of it."""


class SearchPaused(SearchTooLong):
    """The search ran out of time; asking again continues it."""

    retry_after = 1


def out_of_time() -> SearchTooLong:
    """The error to raise when time is up."""
    return SearchPaused(
        "What is connected with this position has not been searched yet. Ask again to continue the search."
    )


class Component:
    """All positions connected with one another, and the remoteness of each."""

    def __init__(self, levels: list[set[int]], solvable: bool) -> None:
        """levels: the numbers of the positions, by remoteness if they can be solved; emptied to save memory."""
        self.solvable = solvable
        entries: list[int] = []
        while levels:
            level = levels.pop()
            entries += [number << 8 * DEPTH_BYTES | len(levels) for number in level]
        entries.sort()
        self._width = entries[-1].bit_length() // 8 + 1
        packed = bytearray()
        for entry in entries:
            packed += entry.to_bytes(self._width, "big")
        self._entries = bytes(packed)

    def __len__(self) -> int:
        return len(self._entries) // self._width

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return len(self._entries) + OVERHEAD

    def items(self) -> Iterator[tuple[int, Result]]:
        """The number and the result of every position, by number."""
        for place in range(0, len(self._entries), self._width):
            end = place + self._width - DEPTH_BYTES
            yield int.from_bytes(self._entries[place:end], "big"), self._result(end)

    def find(self, number: int) -> Result | None:
        """The result of the position with this number; None if it is not in this component."""
        entries, width = self._entries, self._width
        end = width - DEPTH_BYTES
        if number.bit_length() > 8 * end:
            return None
        key = number.to_bytes(end, "big")
        place = width * bisect_left(range(len(self)), key, key=lambda i: entries[i * width : i * width + end])
        if entries[place : place + end] != key:
            return None
        return self._result(place + end)

    def _result(self, place: int) -> Result:
        """The result encoded by the bytes from here on."""
        if not self.solvable:
            return LOST
        return result(Value.WIN, int.from_bytes(self._entries[place : place + DEPTH_BYTES], "big"))


ComponentSearch = Generator[int, None, Component]
"""A search under way: yields now and then the number of positions found, and returns the component."""


def explore(motion: Motion, first: int) -> ComponentSearch:
    """All that is connected with a position, with exact remotenesses, step by step."""
    connected = yield from _levels(motion.neighbors, {first})
    count = sum(map(len, connected))
    solved = set(filter(motion.solved, chain.from_iterable(connected)))
    if not solved:
        yield count
        return Component(connected, solvable=False)
    del connected
    levels = yield from _levels(motion.neighbors, solved)
    yield count
    return Component(levels, solvable=True)


def _levels(neighbors: Callable[[int], Iterable[int]], first: set[int]) -> Generator[int, None, list[set[int]]]:
    """All positions that moves lead to, by their distance from the nearest of `first`."""
    before: set[int] = set()
    level, levels, count = first, [first], len(first)
    while level:
        after: set[int] = set()
        waiting = iter(level)
        while batch := list(islice(waiting, BATCH)):
            after.update(chain.from_iterable(map(neighbors, batch)))
            yield count + len(after) - len(level) - len(before)
        after -= level
        after -= before
        before, level = level, after
        levels.append(level)
        count += len(level)
        yield count
    return levels


def finish(going: ComponentSearch, limit: int = MAX_POSITIONS) -> Component:
    """The result of a search of at most `limit` positions, within the thread's time budget.

    Raises TooManyConnected, or SearchTooLong, after which it may be called again to continue.
    """
    while True:
        try:
            count = next(going)
        except StopIteration as ended:
            component: Component = ended.value
            return component
        if count > limit:
            raise TooManyConnected(
                f"More than {limit:,} positions are connected with this one. That is more than are searched when one "
                "is asked for, so nothing is known of it; a board with more pieces has fewer."
            )
        if not seconds_left():
            raise out_of_time()


class OnDemand(Answerer):
    """Exact results of puzzles that are searched on demand. Threads may share it."""

    kind = OnDemandPuzzle
    name = "search on demand"

    def __init__(
        self, max_bytes: int = MAX_BYTES, max_positions: int = MAX_POSITIONS, seconds: float = MAX_SECONDS
    ) -> None:
        super().__init__()
        self.max_bytes = max_bytes
        self.max_positions = max_positions
        self.seconds = seconds
        self.search_count = 0
        """How many searches were begun."""
        self.bytes = 0
        """Size of the components kept."""
        self._components: OrderedDict[Key, list[Component]] = OrderedDict()
        """The components of each family, the most recently used last."""
        self._set_aside = LRUCache[tuple[Key, int], ComponentSearch](SET_ASIDE)
        """Searches that ran out of time, by the requested positions; the latest last."""
        self._searching: dict[Key, tuple[threading.Lock, list[None]]] = {}
        """For each family being searched: a lock, and an item for each thread that holds or awaits it."""

    def probe(self, rules: OnDemandPuzzle, position: Position) -> Result:
        """The result of a legal position. Raises TooManyConnected, SearchTooLong."""
        return self._results(rules, position, (position,))[0]

    def is_immediate(self, rules: OnDemandPuzzle, position: Position) -> bool:
        """Whether the position's component is kept."""
        return self._cached_component((rules.id, rules.family(position)), rules.number(position)) is not None

    def probe_children(self, rules: OnDemandPuzzle, position: Position, children: Iterable[Position]) -> list[Result]:
        """The results of a position's children, all of one component. Raises as `probe`."""
        return self._results(rules, position, children)

    def draw_rare(self, rules: OnDemandPuzzle, rng: random.Random, remotenesses: Container[int]) -> Position | None:
        """A random position with one of these remotenesses, from the component of one of the `starts`, uniformly."""
        start = self.draw(rules, rng)
        numbers = [
            number for number, result in self.component(rules, start).items() if result.remoteness in remotenesses
        ]
        return rules.numbered(start, rng.choice(numbers)) if numbers else None

    def component(self, rules: OnDemandPuzzle, position: Position) -> Component:
        """All that is connected with a legal position. Raises TooManyConnected, SearchTooLong."""
        key, number = (rules.id, rules.family(position)), rules.number(position)
        component = self._cached_component(key, number)
        if component is not None:
            return component
        with within(self.seconds), self._alone(key), self.limiter:
            component = self._cached_component(key, number)  # found by the thread that was here before
            if component is None:
                component = self._search(rules, position)
                self._keep(key, component)
            return component

    def _search(self, rules: OnDemandPuzzle, position: Position) -> Component:
        """Begin a search, or continue one that was set aside. Raises TooManyConnected, SearchTooLong."""
        name = (rules.id, rules.family(position)), rules.number(position)
        with self._lock:
            going = self._set_aside.pop(name, None)
        if going is None:
            self.search_count += 1
            going = explore(rules.motion(position), rules.number(position))
        try:
            return finish(going, self.max_positions)
        except SearchTooLong:
            with self._lock:
                self._set_aside[name] = going
            raise

    def _results(self, rules: OnDemandPuzzle, position: Position, positions: Iterable[Position]) -> list[Result]:
        component = self.component(rules, position)
        results = []
        for target in positions:
            result = component.find(rules.number(target))
            assert result is not None, f"{rules.format(target)!r} is not connected with {rules.format(position)!r}"
            results.append(result)
        return results

    def _cached_component(self, key: Key, number: int) -> Component | None:
        """The component kept for a position, if any."""
        with self._lock:
            of_family = self._components.get(key, [])
            for component in of_family:
                if component.find(number) is not None:
                    of_family.append(of_family.pop(of_family.index(component)))
                    self._components.move_to_end(key)
                    return component
        return None

    def _keep(self, key: Key, component: Component) -> None:
        """Keep a component, dropping the least recently used to make room."""
        with self._lock:
            if component.size > self.max_bytes:
                return
            of_family = self._components.setdefault(key, [])
            self._components.move_to_end(key)
            of_family.append(component)
            self.bytes += component.size
            if len(of_family) > MOST_OF_A_FAMILY:
                self.bytes -= of_family.pop(0).size
            while self.bytes > self.max_bytes:
                oldest, components = next(iter(self._components.items()))
                self.bytes -= components.pop(0).size
                if not components:
                    del self._components[oldest]

    @contextmanager
    def _alone(self, key: Key) -> Iterator[None]:
        """Let only one thread search this family at a time. Raises SearchTooLong."""
        with self._lock:
            lock, users = self._searching.setdefault(key, (threading.Lock(), []))
            users.append(None)
        try:
            if not lock.acquire(blocking=False):
                with self.limiter.waiting():
                    if not wait(lambda seconds: lock.acquire(timeout=seconds), self.seconds):
                        raise out_of_time()
            try:
                yield
            finally:
                lock.release()
        finally:
            with self._lock:
                users.pop()
                if not users:
                    self._searching.pop(key, None)

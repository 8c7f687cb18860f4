"""The base class of everything that answers without a table: one subclass per kind of rules, computing on request."""

from __future__ import annotations

import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from cachetools import LRUCache

from puzzles.base import Position, Rules
from puzzles.mixins import SeveralStarts
from solvers.budget import setting_up
from solvers.errors import NoAnswer
from solvers.limiter import Limiter
from solvers.result import Result
from solvers.tables.sampling import NothingToDraw

DRAWS = 1000  # draws of positions in search of a wanted remoteness
DRAW_SECONDS = 1.0  # the longest such search
SOME = 50  # positions that show which remotenesses are usual
REMEMBERED = 100  # variants for which that is remembered

Search = TypeVar("Search")


@contextmanager
def compiling(rules: Rules) -> Iterator[None]:
    """In this block, import or compile native code, mostly outside the time budget. Raises NoAnswer if that fails."""
    with setting_up():
        try:
            yield
        except ImportError as error:
            raise NoAnswer(
                f"{rules.full_id} is answered by a search at native speed, and Numba is not installed.",
                "pip install numba",
                "To install it",
            ) from error
        except OSError as error:
            raise NoAnswer(f"{rules.full_id} is answered by a search that could not be compiled: {error}") from error


class Compiled(Generic[Search]):
    """Compiled searches, by key; the least recently used are dropped. Threads may share it."""

    def __init__(self, most: int) -> None:
        """most: how many are kept."""
        self._made = LRUCache[Hashable, Search](most)
        self._lock = threading.Lock()

    def known(self, key: Hashable) -> Search | None:
        """The search with this key, if it has been made."""
        return self._made.get(key)

    def get(self, rules: Rules, key: Hashable, limiter: Limiter, make: Callable[[], Search]) -> Search:
        """A search, made if missing, mostly outside the time budget. Raises NoAnswer if it cannot be compiled.

        The limiter does not count threads that wait for it.
        """
        with compiling(rules), self._lock:
            found = self._made.get(key)
            if found is None:
                with limiter:
                    found = self._made[key] = make()
            return found


class Direct(ABC):
    """Answers for every variant of one kind of rules. Threads may share it."""

    kind: ClassVar[type[Rules]]
    """The base class of the rules it answers for."""

    name: ClassVar[str]
    """Its name, to tell people what answers."""

    searches: ClassVar[bool] = False
    """Whether it searches each position by itself, so that one search for a whole line is better than one per move."""

    def __init__(self) -> None:
        self.limiter = Limiter()
        """The limiter of the process's searches; the manager sets its own."""
        self._lock = threading.Lock()
        self._usual = LRUCache[Rules, tuple[int, ...]](REMEMBERED)

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether it can answer for these rules. Default: for all of its `kind`."""
        return isinstance(rules, cls.kind)

    @classmethod
    def instead(cls, rules: Rules) -> bool:
        """Whether it answers in place of a table. Default: if positions have no ranks."""
        return cls.answers(rules) and rules.size is None

    @abstractmethod
    def probe(self, rules: Any, position: Position) -> Result:
        """The result of a legal position; `rules` is of its `kind`. May raise errors of its own if it has limits."""

    def margin(self, rules: Any, position: Position) -> int | None:
        """The margin by which the player to move wins, in a game won by points; call after `probe`. Default: None."""
        return None

    def at_hand(self, rules: Any, position: Position) -> bool:
        """Whether the result is known at once, without searching beyond the position. Default: yes."""
        return True

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, given in the order of `moves`. Default: probes each."""
        return [self.probe(rules, child) for child in children]

    def draw(self, rules: Any, rng: random.Random) -> Position:
        """A random position with a finite remoteness. Default: one of the plug-in's `starts`, or its start."""
        return rng.choice(rules.starts() if isinstance(rules, SeveralStarts) else (rules.start(),))

    def draw_with(self, rules: Any, rng: random.Random, remotenesses: Container[int]) -> Position:
        """A position with one of these remotenesses, by repeated drawing. Raises NothingToDraw."""
        stop = time.monotonic() + DRAW_SECONDS
        for _ in range(DRAWS):
            position = self.draw(rules, rng)
            if self.probe(rules, position).remoteness in remotenesses:
                return position
            found = self.draw_rare(rules, rng, remotenesses)
            if found is not None:
                return found
            if time.monotonic() > stop:
                break
        usual = self.usual(rules)
        raise NothingToDraw(
            f"No position of {rules.full_id} of such a remoteness was met by chance; "
            f"those of {len(usual)} drawn at random go from {usual[0]} to {usual[-1]}."
        )

    def draw_rare(self, rules: Any, rng: random.Random, remotenesses: Container[int]) -> Position | None:
        """A position with one of these remotenesses, drawn in a way suited to rare ones; None by default."""
        return None

    def usual(self, rules: Any) -> tuple[int, ...]:
        """The remotenesses, ascending, of some positions drawn at random; the same every time."""
        with self._lock:
            known = self._usual.get(rules)
        if known is None:
            known = self._some(rules, random.Random(0))
            with self._lock:
                self._usual[rules] = known
        return known

    def _some(self, rules: Any, rng: random.Random) -> tuple[int, ...]:
        """Compute the result of `usual`."""
        drawn = [self.probe(rules, self.draw(rules, rng)).remoteness for _ in range(SOME)]
        return tuple(sorted(found for found in drawn if found is not None))

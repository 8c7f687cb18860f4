"""The base class of everything that answers without a table: one subclass per kind of rules, computing on request."""

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from typing import Any, ClassVar

from cachetools import LRUCache

from perfect_play.puzzles.base import Position, Rules
from perfect_play.solvers.budget import SECONDS, Deadline, checkpoint
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.pathfinding import choose
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.sampling import NothingToDraw
from perfect_play.solvers.untabled.exploration import Explorer

DRAWS = 1000  # draws of positions in search of a wanted remoteness
DRAW_SECONDS = 1.0  # the longest such search
SAMPLES = 50  # positions that show which remotenesses are usual
REMEMBERED = 100  # variants for which that is remembered


class Lines:
    """Shortest solutions of puzzles, by the search in plain Python that fits. Threads may share it."""

    remembers: ClassVar[bool] = True
    """Whether a search keeps the positions it meets, so that memory bounds their number."""

    def __init__(self) -> None:
        self.limiter = Limiter()
        """The limiter of the process's searches; the manager sets its own."""

    def shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
        """A shortest solution of a position, or proof that there is none. Raises UnfinishedSearch, TooManySearches."""
        with self.limiter.of_size(rules.variant.positions):
            return choose.shortest(rules, position, budget)

    def every_shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> AllShortest:
        """As `shortest`, but all shortest solutions. Iterating over its lines may raise UnfinishedSearch, too."""
        with self.limiter.of_size(rules.variant.positions):
            return choose.every_shortest(rules, position, budget)

    def some_line(self, rules: Any, position: Position, seconds: float) -> tuple[Line, str] | None:
        """A solution not proved to be shortest, and how it was found; None if no search looks for one.

        Raises TooManySearches.
        """
        return None


class Answerer(Lines, ABC):
    """Answers for every variant of one kind of rules. Threads may share it.

    Every class with a `kind` in a module of this folder is found; no variant is of two kinds.
    """

    kind: ClassVar[type[Rules]]
    """The base class of the rules it answers for."""

    name: ClassVar[str]
    """Its name, to tell people what answers."""

    searches: ClassVar[bool] = False
    """Whether it searches each position by itself, so that one search for a whole line is better than one per move."""

    seconds: float = SECONDS
    """Of processor time that searches for one answer take at most."""

    explorer: Explorer
    """What explores a position where no other search is made for it; the manager sets it."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._usual = LRUCache[Rules, tuple[int, ...]](REMEMBERED)

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether it can answer for these rules. Default: for all of its `kind`."""
        return isinstance(rules, cls.kind)

    @classmethod
    def replaces_table(cls, rules: Rules) -> bool:
        """Whether it answers in place of a table. Default: if positions have no ranks."""
        return cls.answers(rules) and rules.size is None

    @abstractmethod
    def probe(self, rules: Any, position: Position) -> Result:
        """The result of a legal position; `rules` is of its `kind`. May raise errors of its own if it has limits."""

    def margin(self, rules: Any, position: Position) -> int | None:
        """The margin by which the player to move wins, in a game won by points; call after `probe`. Default: None."""
        return None

    def is_immediate(self, rules: Any, position: Position) -> bool:
        """Whether the result is known at once, without searching beyond the position. Default: yes."""
        return True

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, given in the order of `moves`. Default: probes each."""
        results = []
        for child in children:
            checkpoint()
            results.append(self.probe(rules, child))
        return results

    def draw(self, rules: Any, rng: random.Random) -> Position:
        """A random position with a finite remoteness. Default: one of the plug-in's `starts`, or its start."""
        return rng.choice(rules.starts())

    def draw_with(self, rules: Any, rng: random.Random, remotenesses: Container[int]) -> Position:
        """A position with one of these remotenesses, by repeated drawing. Raises NothingToDraw."""
        deadline = Deadline(DRAW_SECONDS)
        for _ in range(DRAWS):
            position = self.draw(rules, rng)
            if self.probe(rules, position).remoteness in remotenesses:
                return position
            rare = self.draw_rare(rules, rng, remotenesses)
            if rare is not None:
                return rare
            if deadline.passed:
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
            usual = self._usual.get(rules)
        if usual is None:
            usual = self._sample_remotenesses(rules, random.Random(0))
            with self._lock:
                self._usual[rules] = usual
        return usual

    def _sample_remotenesses(self, rules: Any, rng: random.Random) -> tuple[int, ...]:
        samples = [self.probe(rules, self.draw(rules, rng)).remoteness for _ in range(SAMPLES)]
        return tuple(sorted(remoteness for remoteness in samples if remoteness is not None))

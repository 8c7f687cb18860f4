"""The base class of everything that answers without a table: one subclass per kind of rules, computing on request."""

from __future__ import annotations

import logging
import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Container, Hashable, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from cachetools import LRUCache

from perfect_play.puzzles.base import Position, Rules
from perfect_play.solvers.budget import Deadline, checkpoint, unhurried, wait
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter, SearchTooLong
from perfect_play.solvers.native.worker_process import run_worker
from perfect_play.solvers.pathfinding import choose
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.sampling import NothingToDraw
from perfect_play.solvers.untabled.exploration import Explorer
from perfect_play.solvers.untabled.memory import ResultMemory

DRAWS = 1000  # draws of positions in search of a wanted remoteness
DRAW_SECONDS = 1.0  # the longest such search
SAMPLES = 50  # positions that show which remotenesses are usual
REMEMBERED = 100  # variants for which that is remembered
COMPILERS = threading.BoundedSemaphore(2)
"""The processes that compile for this one at a time."""

LOGGER = logging.getLogger(__name__)

AnySearch = TypeVar("AnySearch")


class Lines:
    """Shortest solutions of puzzles, by the search in plain Python that fits. Threads may share it."""

    remembers: ClassVar[bool] = True
    """Whether a search keeps the positions it meets, so that memory bounds their number."""

    def __init__(self) -> None:
        self.limiter = Limiter()
        """The limiter of the process's searches; the manager sets its own."""

    def shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
        """A shortest solution of a position, or the proof that there is none. Raises Unfinished, TooManySearches."""
        with self.limiter.of_size(rules.variant.positions):
            return choose.shortest(rules, position, budget)

    def every_shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> AllShortest:
        """As `shortest`, but all shortest solutions. Iterating over its lines may raise Unfinished, too."""
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

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._usual = LRUCache[Rules, tuple[int, ...]](REMEMBERED)

    @classmethod
    def over(cls, data_dir: Path, explorer: Explorer) -> Answerer:
        """A new one over a data directory, which explores by `explorer` where it does. Default: it needs neither."""
        return cls()

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
        """Compute the result of `usual`."""
        samples = [self.probe(rules, self.draw(rules, rng)).remoteness for _ in range(SAMPLES)]
        return tuple(sorted(remoteness for remoteness in samples if remoteness is not None))


class CompiledSearchTooLate(SearchTooLong):
    """The search is still being compiled, which goes on."""

    retry_after = 5


class CompilerFailed(NoAnswer):
    """A search could not be compiled on this machine, for no fault of whoever asks."""

    passing = True
    retry_after = 60


class NativeSolver(Answerer, Generic[AnySearch]):
    """Answers by compiled searches, of which the most recently used are kept.

    A search that is missing is loaded by a thread of its own, so that whoever waits for it can give up; it is compiled
    by a process of its own if it never was, so that nothing else waits for the compiler. Neither takes processor time
    of the thread that asks.
    """

    capacity: ClassVar[int] = 48
    """How many searches are kept."""

    def __init__(self, data_dir: Path) -> None:
        """data_dir: where compiled code is kept."""
        super().__init__()
        self.data_dir = data_dir
        self.memory = ResultMemory()
        """Results besides those asked for; the manager sets its own, which the processes of the service share."""
        self._searches = LRUCache[Hashable, AnySearch](self.capacity)
        self._loading: dict[Hashable, futures.Future[AnySearch]] = {}

    @classmethod
    def over(cls, data_dir: Path, explorer: Explorer) -> Answerer:
        """A new one over a data directory."""
        return cls(data_dir)

    def key(self, rules: Any) -> Hashable:
        """What the search of these rules is kept by. Default: the variant."""
        full_id: str = rules.full_id
        return full_id

    @abstractmethod
    def make(self, rules: Any) -> AnySearch:
        """A new search of these rules. Raises OSError, and ImportError without the compiler."""

    def cached(self, rules: Any) -> AnySearch | None:
        """The search of these rules if it has been loaded."""
        with self._lock:
            return self._searches.get(self.key(rules))

    def search(self, rules: Any) -> AnySearch:
        """The search of these rules. Raises NoAnswer without the compiler, CompilerFailed, and SearchTooLong."""
        search = self.cached(rules)
        if search is not None:
            return search
        with self.limiter.waiting(), compiling(rules), unhurried():
            loading = self._load(rules)
            if not wait(lambda seconds: bool(futures.wait([loading], seconds).done)):
                raise CompiledSearchTooLate(
                    f"{rules.full_id} is answered by a search that is being compiled. Ask again in a few seconds."
                )
            return loading.result()

    def _load(self, rules: Any) -> futures.Future[AnySearch]:
        """The search of these rules in the future; the first to ask has it loaded."""
        key = self.key(rules)
        with self._lock:
            loading = self._loading.get(key)
            if loading is None:
                loading = self._loading[key] = futures.Future()
                if key in self._searches:  # another thread has loaded it meanwhile
                    self._loading.pop(key).set_result(self._searches[key])
                else:
                    threading.Thread(target=self._load_for, args=(rules, key, loading), daemon=True).start()
        return loading

    def _load_for(self, rules: Any, key: Hashable, loading: futures.Future[AnySearch]) -> None:
        try:
            search = self._compiled(rules)
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            with self._lock:
                del self._loading[key]
            loading.set_exception(error)
        else:
            with self._lock:
                self._searches[key] = search
                del self._loading[key]
            loading.set_result(search)

    def _compiled(self, rules: Any) -> AnySearch:
        """The search, loaded; compiled first if it never was, by another process if requests wait for this one."""
        if self.limiter.limit is None:
            return self.make(rules)
        from perfect_play.solvers.native.compiler import NotCompiled, only_loading  # imports the compiler

        try:
            with only_loading():
                return self.make(rules)
        except NotCompiled:
            with COMPILERS:
                run_worker(
                    "perfect_play.solvers.untabled.compile", str(self.data_dir.resolve()), rules.id, rules.variant.id
                )
        return self.make(rules)


@contextmanager
def compiling(rules: Rules) -> Iterator[None]:
    """In this block, import or compile native code. Raises NoAnswer without the compiler, and CompilerFailed."""
    try:
        yield
    except ImportError as error:
        raise NoAnswer(
            f"{rules.full_id} is answered by a search at native speed, and Numba is not installed.",
            "pip install numba",
            "To install it",
        ) from error
    except OSError as error:
        LOGGER.warning("The search of %s could not be compiled: %s.", rules.full_id, error)
        raise CompilerFailed(
            f"{rules.full_id} is answered by a search that could not be compiled: {error.strerror or error}."
        ) from error

"""The base class of what answers by compiled searches: loads them, and remembers what they have proved.

A subclass says how a search is made (`make`), and what it answers about a position. The search itself is a loop and a
page of glue around `native/search.py`.
"""

import logging
import threading
from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from cachetools import LRUCache

from perfect_play.puzzles.base import Position, Rules
from perfect_play.solvers.budget import patience, unhurried, wait, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.native.worker_process import run_worker
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.untabled.answerer import Answerer
from perfect_play.solvers.untabled.result_memory import RecentFacts, ResultMemory

COMPILERS = threading.BoundedSemaphore(2)
"""The processes that compile for this one at a time."""

LOGGER = logging.getLogger(__name__)

AnySearch = TypeVar("AnySearch")
Fact = TypeVar("Fact")


class CompiledSearchTooLate(SearchTooLong):
    """The search is still being compiled, which goes on."""

    retry_after = 5

    @property
    def facts(self) -> dict[str, Any]:
        """How far the table is, if one is on its way; otherwise, that the compiler is at work."""
        return self.table_progress or {"progress": {"compiling": True}}


class CompilerFailed(NoAnswer):
    """A search could not be compiled on this machine, for no fault of whoever asks."""

    passing = True
    retry_after = 60


class NativeSolver(Answerer, Generic[AnySearch, Fact]):
    """Answers by compiled searches, of which the most recently used are kept, and so are facts about single positions.

    A search that is missing is loaded by a thread of its own, so that whoever waits for it can give up; it is compiled
    by a process of its own if it never was, so that nothing else waits for the compiler. Neither takes processor time
    of the thread that asks.
    """

    searches = True
    capacity: ClassVar[int] = 48
    """How many searches are kept."""

    remembered: ClassVar[int] = 50_000
    """How many positions have their facts kept."""

    def __init__(self, data_dir: Path) -> None:
        """data_dir: where compiled code is kept."""
        super().__init__()
        self.data_dir = data_dir
        self.memory = ResultMemory()
        """Results besides those asked for; the manager sets its own, which the processes of the service share."""
        self._searches = LRUCache[Hashable, AnySearch](self.capacity)
        self._loading: dict[Hashable, futures.Future[AnySearch]] = {}
        self.facts = RecentFacts[Fact](self.remembered)

    def key(self, rules: Any) -> Hashable:
        """What the search of these rules is kept by. Default: the variant."""
        full_id: str = rules.full_id
        return full_id

    @abstractmethod
    def make(self, rules: Any) -> AnySearch:
        """A new search of these rules. Raises OSError, and ImportError without the compiler."""

    def probe(self, rules: Any, position: Position) -> Result:
        """The result of a legal position. Raises SearchTooLong."""
        return self.probe_children(rules, position, (position,))[0]

    # --- loading ----------------------------------------------------------------------------------

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
            if not wait(lambda seconds: bool(futures.wait([loading], seconds).done), patience()):
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


class SinglePositions(NativeSolver[AnySearch, Result]):
    """Exact results of single positions: each is searched once, and all of one question in one budget."""

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, within one budget. Raises SearchTooLong."""
        cached = [self._at_once(rules, child) for child in children]
        if None not in cached:
            return [result for result in cached if result]
        search = self.search(rules)
        with within(self.seconds):
            return [
                result or self.facts.remember(rules, child, self._search(rules, child, search))
                for result, child in zip(cached, children, strict=True)
            ]

    @abstractmethod
    def _search(self, rules: Any, position: Position, search: AnySearch) -> Result:
        """The result of a position by a search. Raises SearchTooLong."""

    def _at_once(self, rules: Any, position: Position) -> Result | None:
        """The result if no search is needed: at the end, or remembered; else None."""
        value = rules.primitive(position)
        return self.facts.recall(rules, position) if value is None else result(value, 0)


def unproved(
    rules: Rules, position: Position, proved: Sequence[str], fault: str = "", command: str | None = None
) -> SearchTooLong:
    """The error that a search ended without an answer.

    proved: what it has proved so far. fault: a sentence about what would have helped. command: what makes a table.
    """
    so_far = f"Proved so far: {' and '.join(proved)}." if proved else "Nothing is proved so far."
    subject = f"{rules.full_id} is not solved yet, and" if command else f"{rules.full_id}:"
    return SearchTooLong(
        f"{subject} the value of {rules.format(position)!r} was not proved in the time there is for one question. "
        f"{so_far} {fault}".rstrip(),
        command,
    )


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

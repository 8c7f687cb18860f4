"""Solves variants into tables: one on command, or all that are missing, in the background.

The background builder begins with the variants that clients request (`building/requests.py`), some of which are solved
only on request, then follows the order of `PuzzleManager.presolved`. It publishes every table as soon as it is
solved, so if it is killed, only the variants in progress are lost. It writes its progress to `.progress.json` (replaced
atomically, at most four times a second) for the serving processes to read.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from puzzles.base import BadCustomVariant, Rules, StaleRules, UnknownPuzzle, UnknownVariant
from solvers.bound import Bound, Outgrown, TooLarge
from solvers.building.presolve import first_of_all
from solvers.building.process import take_builder_lock
from solvers.building.progress_file import Progress, read_progress
from solvers.building.reporter import Reporter
from solvers.building.requests import heard_in, in_order, wish, wishes
from solvers.cluster.launch import Cluster, solve_on_cluster
from solvers.errors import NoAnswer
from solvers.locks import alive
from solvers.manager import PuzzleManager
from solvers.native.compile_client import CompileServer
from solvers.native.kernel_cache import warn_if_distrusted
from solvers.native.launch import (
    NativeSolveFailed,
    NativeSolveKilled,
    compiler_installed,
    goes_native,
    native_from,
    solve_native,
)
from solvers.result import NoMargins, RemotenessTooLarge
from solvers.settings import LOCK_FD
from solvers.tables.audit import CHECKING, FalseDeclaration, check_command
from solvers.tables.digest import is_stale, require_current
from solvers.tables.layout import Meta
from solvers.tables.reader import TableError, TableMissing, build_command
from solvers.tables.reference import build_by_reference
from solvers.tables.refusals import refusal, refuse, withdraw

MAX_ATTEMPTS = 2
MANY = 20  # variants that make a second process worth starting even if none is solved natively
CHECKED_AT_START = 256 << 20  # bytes; every checksum of tables up to this size is compared
EXPECTED = (
    *(OSError, sqlite3.Error, MemoryError, TableError, RemotenessTooLarge, NoMargins, NativeSolveFailed),
    *(StaleRules, TooLarge, FalseDeclaration),
)


class RulesReplaced(Exception):
    """The files of some rules have changed since this process imported them: another one has to go on.

    requests: the names of the variants that are still to be solved next.
    """

    def __init__(self, requests: Sequence[str]) -> None:
        super().__init__("the files of some rules have changed")
        self.requests = requests


def build_one(
    manager: PuzzleManager,
    rules: Rules,
    report: Reporter,
    tell: Callable[[int], None],
    ready: CompileServer | None = None,
    where: Cluster | None = None,
    apart: bool = False,
) -> Meta:
    """Solve one variant and publish its table: on a cluster if `where` says so, natively by `ready`, or here.

    apart: in `ready` rather than in this process. Raises what solving and writing raise; what is refused stays so.
    """
    require_current(rules)
    report.begin(rules, rules.variant.positions)
    table = manager.store.path(rules)
    try:
        _build(manager, rules, report, tell, ready, where, apart)
    except FalseDeclaration as error:
        refuse(table, rules, error.sentence)
        raise
    withdraw(table)
    meta = manager.store.meta(rules)
    report.done(rules, meta)
    return meta


def _build(
    manager: PuzzleManager,
    rules: Rules,
    report: Reporter,
    tell: Callable[[int], None],
    ready: CompileServer | None,
    where: Cluster | None,
    apart: bool,
) -> None:
    native = goes_native(rules)
    if where is not None:
        solve_on_cluster(manager.data_dir, rules, where, tell, report.stage)
    elif native or apart or not _solved_here(manager, rules, tell):
        warn_if_distrusted(manager.data_dir, report.say)
        solve_native(manager.data_dir, rules, tell, report.stage, ready, reference=apart and not native)


def _solved_here(manager: PuzzleManager, rules: Rules, tell: Callable[[int], None]) -> bool:
    """Solve one variant by the reference solver, and publish its table; False if a native engine is to do it."""
    try:
        build_by_reference(manager.store, rules, tell, Bound(rules, native_from=native_from(rules)))
    except Outgrown:
        return False
    return True


def why_failed(manager: PuzzleManager, rules: Rules, error: BaseException, where: Cluster | None = None) -> NoAnswer:
    """Why a solve failed, and the command to retry it. `where`: the cluster it ran on."""
    if isinstance(error, FalseDeclaration):
        return FalseDeclaration(error.sentence, check_command(rules), CHECKING)
    if isinstance(error, MemoryError):
        cause = "memory ran out"
    elif isinstance(error, OSError):
        cause = f"{error.strerror or error} ({manager.store.directory})"
    elif isinstance(error, EXPECTED):
        cause = (error.sentence.rstrip(".") if isinstance(error, NoAnswer) else str(error)) or type(error).__name__
    else:
        cause = f"{type(error).__name__}: {error}"
    again = " ".join([build_command(rules), *(where.arguments if where is not None else ())])
    sentence = f"{rules.full_id} could not be solved: {cause}. Nothing was changed."
    return NoAnswer(sentence, again, "To try again")


def build_missing(
    manager: PuzzleManager,
    report: Reporter,
    while_pid: int | None = None,
    suspects: frozenset[str] = frozenset(),
    fresh: bool = True,
    wished: Sequence[str] = (),
) -> int | None:
    """Solve every start-up variant without a sound table, and any requested meanwhile; return how many failed.

    None if another builder is running. `while_pid`: end at once when that process is gone. `fresh`: forget earlier
    failures. `wished`: the first wishes. Raises OSError if the directory cannot be written, and RulesReplaced.
    """
    store = manager.store
    inherited = os.environ.get(LOCK_FD)
    lock = int(inherited) if inherited else take_builder_lock(store.directory)
    if lock is None:
        return None
    try:
        if while_pid is not None:
            threading.Thread(target=_end_with, args=(while_pid,), daemon=True).start()
        store.sweep()
        progress = Progress(store.directory)
        if not fresh:
            progress.take_over(read_progress(store.directory))
        listening = heard_in(store.directory)
        with listening, ThreadPoolExecutor(1) as pool, CompileServer() as here, CompileServer() as there:
            for name in wished:
                wish(store.directory, name)
            queue = _Queue(manager, progress, report, wished)
            if wished:  # before looking at all tables, which takes seconds
                _build_all(manager, queue, report, progress, here)
            waiting = [rules for rules in manager.presolved() if _needed(manager, rules, report, suspects)]
            queue.add(waiting)
            if waiting:
                report.say(f"{len(waiting)} variants to solve.")
            # two lanes, each of which keeps one core busy
            beside = pool.submit(_build_all, manager, queue, report, progress, there, aside=True)
            _build_all(manager, queue, report, progress, here)
            beside.result()
            _build_all(manager, queue, report, progress, here)  # wishes that came while only the other lane worked
            if queue.replaced:
                raise RulesReplaced(wishes(store.directory))
        failed = len(queue.taken.intersection(progress.failed))
        if queue.taken:
            report.say(f"{len(queue.taken) - failed} variants solved, {failed} failed.")
        progress.write(now=True)
        return failed
    finally:
        os.close(lock)


class _Aside(Reporter):
    """Passes a side lane's finished solves to the reporter of the main lane."""

    def __init__(self, report: Reporter) -> None:
        super().__init__()
        self.report = report

    def say(self, line: str) -> None:
        """Pass one line on."""
        self.report.say(line)

    def tell(self, done: int) -> None:
        """Do nothing: the main lane has the bar."""

    def stage(self, doing: str) -> None:
        """Do nothing: the main lane has the bar."""


class _Queue:
    """The variants still to be solved, shared by two lanes and published in `progress.queue`.

    Variants that are solved only on request join when wished for, each once; only the main lane takes them, so one is
    solved at a time. taken: the names of all variants taken. replaced: whether the files of some rules have changed
    since this process imported them; then nothing more is taken.
    """

    def __init__(
        self, manager: PuzzleManager, progress: Progress, report: Reporter, wished: Sequence[str] = ()
    ) -> None:
        self._manager, self._progress, self._report = manager, progress, report
        self._left: dict[str, Rules] = {}
        self._many = False
        self._native: set[str] = set()
        self._first = frozenset(first_of_all())
        self._asked_for: set[str] = set()
        self.taken: set[str] = set()
        self.replaced = False
        self._unknown = set(wished)  # those of them that are no variants are not waited for again
        self._lock = threading.Lock()

    def add(self, waiting: Sequence[Rules]) -> None:
        """Add the start-up variants to be solved."""
        self._many = len(waiting) >= MANY and compiler_installed()
        self._native = {rules.full_id for rules in waiting if goes_native(rules)}
        self._left |= {rules.full_id: rules for rules in waiting}
        self._tell()

    def take(self, aside: bool = False) -> Rules | None:
        """Take the next variant: one wished for or among the first of all, else one not solved natively, else any.

        aside: else one solved natively, else any if there were MANY to begin with; never one that is solved only on
        request. None if nothing is left.
        """
        with self._lock:
            wished = wishes(self._manager.store.directory)
            self._admit(wished)
            ordered = in_order(self._left, wished)
            if aside:
                fit = self._left if self._many else self._native
                ordered = [name for name in ordered if name in fit and name not in self._asked_for]
            soon = self._first.union(wished)
            preferred = (name for name in ordered if name in soon or (name in self._native) == aside)
            chosen = next(preferred, ordered[0] if ordered else None)
            self.replaced = self.replaced or (chosen is not None and is_stale(self._left[chosen]))
            if chosen is None or self.replaced:
                return None
            rules = self._left.pop(chosen)
            self.taken.add(chosen)
            self._tell()
            return rules

    def _admit(self, wished: Iterable[str]) -> None:
        """Admit the wished variants that are solved on demand, have not failed and have no sound table."""
        for name in wished:
            if name in self._left or name in self.taken or name in self._progress.failed:
                continue
            try:
                rules = _on_demand(self._manager, name)
            except (UnknownPuzzle, UnknownVariant, BadCustomVariant):
                self.replaced = self.replaced or name not in self._unknown  # a newer process asks for it
                continue
            if rules is not None and _needed(self._manager, rules, self._report, frozenset()):
                self._left[name] = rules
                self._asked_for.add(name)

    def _tell(self) -> None:
        self._progress.queue = list(self._left)
        self._progress.write(now=True)


def _build_all(
    manager: PuzzleManager,
    queue: _Queue,
    report: Reporter,
    progress: Progress,
    ready: CompileServer,
    aside: bool = False,
) -> None:
    """Solve what is in the queue. aside: as the side lane, in the process of `ready`."""
    while (rules := queue.take(aside)) is not None:
        _build_next(manager, rules, _Aside(report) if aside else report, progress, ready, aside)
        queue.replaced = queue.replaced or is_stale(rules)


def _build_next(
    manager: PuzzleManager,
    rules: Rules,
    report: Reporter,
    progress: Progress,
    ready: CompileServer,
    aside: bool = False,
) -> None:
    hand = "beside" if aside else "current"
    name = rules.full_id
    if progress.attempts.get(name, 0) >= MAX_ATTEMPTS:
        progress.failed[name] = (
            f"The solver stopped {progress.attempts[name]} times while solving {name} (out of memory?) and does "
            "not try again until the service restarts."
        )
        progress.write(now=True)
        return
    if sentence := refusal(manager.store.path(rules), rules):
        progress.failed[name] = sentence
        progress.write(now=True)
        return
    begun = time.monotonic()

    def note(done: int) -> None:
        seconds = round(time.monotonic() - begun, 1)
        told = {"id": name, "positions": done, "expected": rules.variant.positions, "seconds": seconds}
        setattr(progress, hand, told)

    def tell(done: int) -> None:
        report.tell(done)
        note(done)
        progress.write()

    note(0)
    progress.write(now=True)
    if _attempt(manager, rules, report, tell, progress, ready, aside):
        progress.attempts.pop(name, None)
    setattr(progress, hand, None)
    progress.write(now=True)


def _attempt(
    manager: PuzzleManager,
    rules: Rules,
    report: Reporter,
    tell: Callable[[int], None],
    progress: Progress,
    ready: CompileServer,
    aside: bool,
) -> bool:
    """Solve a variant, or report why that failed; return whether it is solved."""
    try:
        build_one(manager, rules, report, tell, ready, apart=aside)
    except Exception as error:  # noqa: BLE001 - a plug-in may raise anything; the other variants go on
        if not isinstance(error, EXPECTED):
            report.say(traceback.format_exc().rstrip())
        if isinstance(error, NativeSolveKilled):
            progress.attempts[rules.full_id] = progress.attempts.get(rules.full_id, 0) + 1
        why = why_failed(manager, rules, error)
        if is_stale(rules):  # no failure: what starts anew will solve it
            report.say(str(why))
            return False
        progress.failed[rules.full_id] = why.sentence
        report.say(str(why))
        return False
    progress.failed.pop(rules.full_id, None)
    return True


def _on_demand(manager: PuzzleManager, name: str) -> Rules | None:
    """The listed variant with this full id, if it is solved on demand. Raises as `PuzzleManager.rules`."""
    puzzle_id, _, variant_id = name.partition("/")
    rules = manager.rules(puzzle_id, variant_id)
    return rules if manager.on_demand(rules) else None


def _needed(manager: PuzzleManager, rules: Rules, report: Reporter, suspects: frozenset[str]) -> bool:
    """Whether a variant lacks a sound table of the current rules; reports a bad one."""
    store = manager.store
    try:
        small = rules.full_id in suspects or store.path(rules).stat().st_size <= CHECKED_AT_START
        (store.check if small else store.meta)(rules)
        return False
    except OSError:
        return True
    except TableError as error:
        if not isinstance(error, TableMissing) or store.path(rules).exists():
            report.say(str(error))
        return True


def _end_with(pid: int) -> None:
    while alive(pid):
        time.sleep(0.5)
    os._exit(3)  # tables are published atomically, so nothing can be half written

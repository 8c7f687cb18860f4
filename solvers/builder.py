"""Solves variants into tables: one on command, or all that are missing, in the background.

The background builder begins with the variants that clients request (`building/requests.py`), some of which are solved
only on request, then follows the order of `PuzzleManager.presolved`. It publishes every table as soon as it is
solved, so if it is killed, only the variants in progress are lost. It writes its progress to `.progress` (replaced
atomically, at most four times a second) for the serving processes to read.
"""

import io
import os
import sqlite3
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from perfect_play.puzzles.base import Rules, RulesError
from perfect_play.solvers.bound import Bound, ReferenceOutgrown, TooLarge
from perfect_play.solvers.building.builder_process import Progress, read_progress, take_builder_lock
from perfect_play.solvers.building.queue import Queue
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.building.requests import accepting_requests, request_solve
from perfect_play.solvers.cluster.cluster_launch import Cluster, solve_on_cluster
from perfect_play.solvers.errors import NoAnswer, reason_of
from perfect_play.solvers.locks import alive
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.compile_client import CompileServer, ServerClosed
from perfect_play.solvers.native.kernel_cache import warn_of_kernels
from perfect_play.solvers.native.launch import (
    NativeSolveFailed,
    NativeSolveKilled,
    build_by_reference,
    goes_native,
    native_from,
    solve_native,
    solver_of,
)
from perfect_play.solvers.result import NoMargins, RemotenessTooLarge
from perfect_play.solvers.settings import LOCK_FD
from perfect_play.solvers.tables.audit import FalseDeclaration, require_lawful
from perfect_play.solvers.tables.digest import is_stale, require_current
from perfect_play.solvers.tables.reader import TableError, TableMissing, build_command
from perfect_play.solvers.tables.refusals import refuse, withdraw
from perfect_play.solvers.tables.table_layout import Meta
from perfect_play.solvers.untabled.choice import table_of

MAX_ATTEMPTS = 2
LINGER = 10.0  # seconds for which the service's builder waits for more requests: the next one is heard at once
CHECKED_AT_START = 256 << 20  # bytes; every checksum of tables up to this size is compared
EXPECTED = (
    *(OSError, sqlite3.Error, MemoryError, TableError, RemotenessTooLarge, NoMargins, NativeSolveFailed),
    *(RulesError, TooLarge, FalseDeclaration),
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
    cluster: Cluster | None = None,
    separate: bool = False,
) -> Meta:
    """Solve one variant and publish its table: on a cluster if `cluster` says so, natively by `ready`, or here.

    separate: in `ready` rather than in this process. Raises what solving and writing raise; what is refused stays so.
    """
    require_current(rules)
    report.begin(rules, rules.variant.positions)
    table = manager.store.path(rules)
    try:
        _build(manager, rules, report, tell, ready, cluster, separate)
    except FalseDeclaration as error:
        refuse(table, rules, error.sentence)
        raise
    withdraw(table)
    meta = manager.store.meta(rules)
    report.finish(rules, meta)
    return meta


def _build(
    manager: PuzzleManager,
    rules: Rules,
    report: Reporter,
    tell: Callable[[int], None],
    ready: CompileServer | None,
    cluster: Cluster | None,
    separate: bool,
) -> None:
    try:
        native = goes_native(rules)
    except Exception:
        require_lawful(rules)  # whose sentence says more than what was raised
        raise
    if cluster is not None:
        solve_on_cluster(manager.data_dir, rules, cluster, tell, report.stage)
    elif native or separate or not _solved_here(manager, rules, tell):
        warn_of_kernels(manager.data_dir, report.say)
        try:
            solve_native(manager.data_dir, rules, tell, report.stage, ready, reference=separate and not native)
        except NativeSolveKilled:
            raise
        except NativeSolveFailed as error:
            kernel = rules.kernel()
            if kernel is None or not kernel.makes_lists:
                raise
            report.say(f"{rules.full_id} goes on in plain Python: {str(error).partition(chr(10))[0]}")
            build_by_reference(manager.store, rules, tell, Bound(rules))


def _solved_here(manager: PuzzleManager, rules: Rules, tell: Callable[[int], None]) -> bool:
    """Solve one variant by the reference solver, and publish its table; False if a native engine is to do it."""
    try:
        bound = Bound(rules, native_from=native_from(rules))
        build_by_reference(manager.store, rules, tell, bound, solver_of(manager.data_dir, rules))
    except ReferenceOutgrown:
        return False
    return True


def why_failed(manager: PuzzleManager, rules: Rules, error: BaseException, cluster: Cluster | None = None) -> NoAnswer:
    """Why a solve failed, and the command to retry it. `cluster`: the cluster it ran on."""
    if isinstance(error, FalseDeclaration):
        return error
    if isinstance(error, MemoryError):
        cause = "memory ran out"
    elif isinstance(error, OSError):
        cause = reason_of(error, manager.data_dir)
    elif isinstance(error, EXPECTED):
        sentence = error.sentence if isinstance(error, NoAnswer) else str(error)
        cause = sentence.rstrip(".") or type(error).__name__
    else:
        cause = f"{type(error).__name__}: {error}"
    command = " ".join([build_command(rules), *(cluster.arguments if cluster is not None else ())])
    sentence = f"{rules.full_id} could not be solved: {cause}. Nothing was changed."
    return NoAnswer(sentence, command, "To try again")


def solve_for(manager: PuzzleManager, variants: Iterable[Rules]) -> None:
    """Solve what these variants need and is not solved yet, saying so. Raises NoAnswer."""
    missing = [rules for rules in dict.fromkeys(filter(None, map(table_of, variants))) if manager.missing(rules)]
    for number, rules in enumerate(missing, 1):
        print(f"Solving {rules.full_id} ({number} of {len(missing)})", file=sys.stderr)
        try:
            build_one(manager, rules, Reporter(io.StringIO()), lambda count: None)
        except EXPECTED as error:
            raise why_failed(manager, rules, error) from error


def build_missing(
    manager: PuzzleManager,
    report: Reporter,
    while_pid: int | None = None,
    suspects: frozenset[str] = frozenset(),
    fresh: bool = True,
    requests: Sequence[str] = (),
) -> int | None:
    """Solve every start-up variant without a sound table, and any requested meanwhile; return how many failed.

    None if another builder is running. `while_pid`: end at once when that process is gone. `fresh`: forget earlier
    failures. `requests`: the first requests. Raises OSError if the directory cannot be written, and RulesReplaced.
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
        queue = Queue(store.directory, progress, lambda name: _requestable(manager, name, report, suspects))
        queue.ignore(requests)
        main, side = (Lane(manager, queue, report, progress, of_side) for of_side in (False, True))
        with accepting_requests(store.directory), ThreadPoolExecutor(1) as pool, main.server, side.server:
            for name in requests:
                request_solve(store.directory, name)
            if requests:  # before looking at all tables, which takes seconds
                main.run(queue.take)
            waiting = [rules for rules in manager.presolved() if _needed(manager, rules, report, suspects)]
            queue.add(waiting)
            if waiting:
                report.say(f"{len(waiting)} variants to solve.")
            linger = 0.0 if while_pid is None else LINGER
            side_result = pool.submit(side.run, partial(queue.next, True, linger))
            main.run(partial(queue.next, False, linger))
            side_result.result()
            if queue.replaced:
                raise RulesReplaced(queue.unsolved_requests())
        failed = len(queue.started.intersection(progress.failed))
        if queue.started:
            report.say(f"{len(queue.started) - failed} variants solved, {failed} failed.")
        progress.write(at_once=True)
        return failed
    finally:
        os.close(lock)


class _SideReporter(Reporter):
    """Passes the side lane's finished solves to the reporter of the main lane."""

    def __init__(self, report: Reporter) -> None:
        super().__init__()
        self.report = report

    def say(self, line: str) -> None:
        self.report.say(line)

    def tell(self, count: int) -> None:
        """Do nothing: the main lane has the bar."""

    def stage(self, doing: str) -> None:
        """Do nothing: the main lane has the bar."""


class Lane:
    """Solves one variant after another, with a compile server of its own: each of the two lanes keeps one core busy.

    side: solve all in the process of the compile server.
    """

    def __init__(
        self, manager: PuzzleManager, queue: Queue, report: Reporter, progress: Progress, side: bool = False
    ) -> None:
        self.manager, self.queue, self.progress, self.side = manager, queue, progress, side
        self.report = _SideReporter(report) if side else report
        self.server = CompileServer()

    def run(self, take: Callable[[], Rules | None]) -> None:
        """Solve what `take` returns, until it returns None."""
        while (rules := take()) is not None:
            try:
                self.build(rules)
            finally:
                self.queue.finish(rules)

    def build(self, rules: Rules) -> None:
        """Solve a variant, and note how it went."""
        name, progress = rules.full_id, self.progress
        if progress.attempts.get(name, 0) >= MAX_ATTEMPTS:
            progress.failed[name] = (
                f"The solver stopped {progress.attempts[name]} times while solving {name} (out of memory?) and does "
                "not try again until the service restarts."
            )
            progress.write(at_once=True)
            return
        begun = time.monotonic()

        def note(count: int) -> None:
            seconds = round(time.monotonic() - begun, 1)
            entry = {"id": name, "positions": count, "expected": rules.variant.positions, "seconds": seconds}
            self._set_progress(entry)

        def tell(count: int) -> None:
            self.report.tell(count)
            note(count)
            progress.write()

        note(0)
        progress.write(at_once=True)
        if self._attempt(rules, tell):
            progress.attempts.pop(name, None)
        self._set_progress(None)
        progress.write(at_once=True)

    def _set_progress(self, entry: dict[str, Any] | None) -> None:
        setattr(self.progress, "side" if self.side else "current", entry)

    def _attempt(self, rules: Rules, tell: Callable[[int], None]) -> bool:
        """Solve a variant, or report why that failed; return whether it is solved."""
        progress = self.progress
        try:
            build_one(self.manager, rules, self.report, tell, self.server, separate=self.side)
        except ServerClosed:
            raise
        except Exception as error:  # noqa: BLE001 - a plug-in may raise anything; the other variants go on
            if not isinstance(error, EXPECTED):
                self.report.say(traceback.format_exc().rstrip())
            if isinstance(error, NativeSolveKilled):
                progress.attempts[rules.full_id] = progress.attempts.get(rules.full_id, 0) + 1
            failure = why_failed(self.manager, rules, error)
            if not is_stale(rules):  # else it is no failure: what starts anew will solve it
                progress.failed[rules.full_id] = failure.sentence
            self.report.say(str(failure))
            return False
        progress.failed.pop(rules.full_id, None)
        return True


def _requestable(
    manager: PuzzleManager, name: str, report: Reporter, suspects: frozenset[str] = frozenset()
) -> Rules | None:
    """The variant with this full id if it is solved without a command and has no sound table. Raises as `rules`."""
    puzzle_id, _, variant_id = name.partition("/")
    rules = manager.rules(puzzle_id, variant_id)
    without_command = rules.full_id == name and (manager.on_demand(rules) or manager.at_start(rules))
    return rules if without_command and _needed(manager, rules, report, suspects) else None


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

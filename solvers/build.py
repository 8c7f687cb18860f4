"""Solving variants into tables: one by command, or all that are missing, in the background.

The background builder works smallest first and publishes every table as soon as it is solved, so
whatever kills it costs at most the variant in hand. It writes how far it is to `.progress.json`
(replaced whole, at most four times a second) for the serving processes to read.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

from puzzles.base import Rules
from solvers.cluster.launch import Where, solve_on_cluster
from solvers.layout import Meta
from solvers.manager import PuzzleManager, take_builder_lock
from solvers.native.launch import NativeSolveFailed, goes_native, solve_native
from solvers.native.ready import Ready
from solvers.processes import alive
from solvers.progress import Progress, read_progress
from solvers.reading import TableError, TableMissing, build_command
from solvers.report import Reporter
from solvers.result import NoMargins, RemotenessTooLarge
from solvers.retrograde import solve
from solvers.settings import LOCK_FD

MAX_ATTEMPTS = 2
CHECKED_AT_START = 256 << 20  # tables up to so many bytes have every checksum compared
EXPECTED = (OSError, sqlite3.Error, MemoryError, TableError, RemotenessTooLarge, NoMargins, NativeSolveFailed)


def build_one(
    manager: PuzzleManager,
    rules: Rules,
    report: Reporter,
    tell: Callable[[int], None],
    ready: Ready | None = None,
    where: Where | None = None,
) -> Meta:
    """Solve one variant and publish its table: natively by `ready`, on a cluster if `where` says so.

    Raises what solving and writing raise.
    """
    report.begin(rules, rules.variant.positions)
    if where is not None:
        solve_on_cluster(manager.data_dir, rules, where, tell, report.stage)
        meta = manager.store.meta(rules)
    elif goes_native(rules):
        solve_native(manager.data_dir, rules, tell, report.stage, ready)
        meta = manager.store.meta(rules)
    else:
        begun = time.perf_counter()
        solution = solve(rules, tell)
        meta = manager.store.write(rules, solution, time.perf_counter() - begun)
    report.done(rules, meta)
    return meta


def why_failed(manager: PuzzleManager, rules: Rules, error: BaseException, where: Where | None = None) -> str:
    """A sentence on a solve that did not end well. `where`: it was on a cluster."""
    if isinstance(error, MemoryError):
        cause = "memory ran out"
    elif isinstance(error, OSError):
        cause = f"{error.strerror or error} ({manager.store.directory})"
    else:
        cause = str(error) or type(error).__name__
    again = " ".join([build_command(rules), *(where.arguments if where is not None else ())])
    return f"{rules.full_id} could not be solved: {cause}. Nothing was changed. To try again: {again}"


def build_missing(
    manager: PuzzleManager,
    report: Reporter,
    while_pid: int | None = None,
    suspects: frozenset[str] = frozenset(),
    fresh: bool = True,
) -> int | None:
    """Solve every start-up variant without a sound table; how many failed.

    None when another builder is at work. `while_pid`: end at once when that process is gone.
    `fresh`: forget earlier failures. Raises OSError when the directory cannot be written.
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
        waiting = [rules for rules in manager.presolved() if _needed(manager, rules, report, suspects)]
        progress.queue = [rules.full_id for rules in waiting]
        progress.write(now=True)
        if waiting:
            report.say(f"{len(waiting)} variants to solve.")
        native = deque(rules for rules in waiting if goes_native(rules))
        others = [rules for rules in waiting if rules not in native]
        with ThreadPoolExecutor(1) as pool, Ready() as here:  # native solves compile on one core
            aside = pool.submit(_build_aside, manager, native, report, progress)
            for rules in chain(others, _taken(native)):
                _build_next(manager, rules, report, progress, here)
            aside.result()
        if waiting:
            report.say(f"{len(waiting) - len(progress.failed)} variants solved, {len(progress.failed)} failed.")
        progress.write(now=True)
        return len(progress.failed)
    finally:
        os.close(lock)


class _Aside(Reporter):
    """Tells of what is solved beside something else, once it is done, to whoever tells of that."""

    def __init__(self, report: Reporter) -> None:
        super().__init__()
        self.report = report

    def say(self, line: str) -> None:
        """Have one line written."""
        self.report.say(line)

    def tell(self, done: int) -> None:
        """Nothing: the other has the bar."""

    def stage(self, doing: str) -> None:
        """Nothing, likewise."""


def _taken(native: deque[Rules]) -> Iterator[Rules]:
    """One after the other, as long as nobody else has taken the last."""
    while True:
        try:
            yield native.popleft()
        except IndexError:
            return


def _build_aside(manager: PuzzleManager, native: deque[Rules], report: Reporter, progress: Progress) -> None:
    """Solve of these what nobody else takes, while others are solved; they stay in the queue until they are."""
    with Ready() as ready:
        for rules in _taken(native):
            _attempt(manager, rules, _Aside(report), lambda done: None, progress, ready)
            progress.queue.remove(rules.full_id)
            progress.write(now=True)


def _build_next(manager: PuzzleManager, rules: Rules, report: Reporter, progress: Progress, ready: Ready) -> None:
    name = rules.full_id
    progress.queue.remove(name)
    if progress.attempts.get(name, 0) >= MAX_ATTEMPTS:
        progress.failed[name] = (
            f"The solver stopped {progress.attempts[name]} times while solving {name} (out of memory?) and does "
            f"not try again until the service starts anew. To try now: {build_command(rules)}"
        )
        progress.write(now=True)
        return
    begun = time.monotonic()

    def note(done: int) -> None:
        seconds = round(time.monotonic() - begun, 1)
        progress.current = {
            "id": name,
            "positions": done,
            "expected": rules.variant.positions,
            "seconds": seconds,
        }

    def tell(done: int) -> None:
        report.tell(done)
        note(done)
        progress.write()

    note(0)
    progress.write(now=True)
    if _attempt(manager, rules, report, tell, progress, ready):
        progress.attempts.pop(name, None)
    progress.current = None
    progress.write(now=True)


def _attempt(
    manager: PuzzleManager,
    rules: Rules,
    report: Reporter,
    tell: Callable[[int], None],
    progress: Progress,
    ready: Ready,
) -> bool:
    """Solve a variant, or say why that failed; whether it is solved."""
    try:
        build_one(manager, rules, report, tell, ready)
    except EXPECTED as error:
        progress.failed[rules.full_id] = why_failed(manager, rules, error)
        report.say(progress.failed[rules.full_id])
        return False
    progress.failed.pop(rules.full_id, None)
    return True


def _needed(manager: PuzzleManager, rules: Rules, report: Reporter, suspects: frozenset[str]) -> bool:
    """Whether a variant has no sound table of today's rules; says so if it has a bad one."""
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
    os._exit(3)  # tables are published whole or not at all, so nothing can be half written

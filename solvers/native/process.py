"""The process of a native solve: `python -m perfect_play.solvers.native.process DATA_DIR ID VARIANT [reference]`.

Compiles the kernel with the loops of the engine that fits, solves, holds its results to the rules alone,
and publishes the table; with `reference`, the reference solver solves. Reports progress as lines of JSON.

Without arguments it is the compile server, a fork server: it imports the compiler once, compiles what a solve runs, and
forks for it. A request is a line of JSON with those arguments. The fork's reports go to standard output, followed by
`{"code": ...}`, its exit code in the convention of `subprocess`. Closing standard input ends the server and its fork.
If the files of the rules have changed since it imported them, it reports `{"stale": true}` instead and ends: the next
one will import them anew. `compile_client.py` is the client.

Not `multiprocessing` with its fork server: that unpickles what it is sent, imports the caller's main module again,
cannot compile before its first fork, and does not end with the process that asked for a solve.
"""

import errno
import json
import os
import random
import select
import signal
import socket
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules, RulesError
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.bound import Bound, ReferenceOutgrown, TooLarge
from perfect_play.solvers.locks import take_lock
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native import (
    backward_engine,
    block_engine,
    counting,
    dense_engine,
    forward_engine,
    modulo3_engine,
    tier_engine,
)
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.compiler import KernelError, keep_code
from perfect_play.solvers.native.engine import KernelTask, SolvedVariant, Task
from perfect_play.solvers.native.launch import Plan, build_by_reference, native_from, plan_of, solver_of
from perfect_play.solvers.native.memory import in_bytes, require_free
from perfect_play.solvers.native.packed_arrays import KernelAddresses, kernel_scratch, no_scratch
from perfect_play.solvers.native.rules import addresses_for, loops_for, saying_why
from perfect_play.solvers.native.worker_process import GONE, end_with_parent, report, reporting_errors
from perfect_play.solvers.result import NoMargins, RemotenessTooLarge, Result
from perfect_play.solvers.tables.audit import SolverResults, audit, require_lawful
from perfect_play.solvers.tables.digest import is_stale, rules_digest
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.tables.store import Store

ENGINES: dict[str, Any] = {
    engine.NAME: engine
    for engine in (dense_engine, modulo3_engine, block_engine, backward_engine, forward_engine, tier_engine)
}

ERRORS = (KernelError, RemotenessTooLarge, NoMargins, RulesError, TooLarge, sqlite3.Error)
"""What a solve may raise besides FalseDeclaration, OSError and MemoryError."""

REPORT_SECONDS = 5.0  # between reports while a table is packed


def compiled(rules: Rules, engine: str) -> tuple[Any, Any]:
    """The loops of an engine, and the addresses of a variant's functions, compiled or loaded. Raises KernelError.

    Loops are loaded once per process for rules of the same kind.
    """
    loops = loops_for(rules, engine)
    scratch = no_scratch() if isinstance(rules, BoardGame) else kernel_scratch(KernelAddresses())
    with saying_why(rules):
        ENGINES[engine].warm_up(loops, scratch, rules)
    return loops, addresses_for(rules, engine != "forward")


def results_of(rules: Rules, solved: SolvedVariant) -> SolverResults:
    """The results of an engine."""
    rank = cache(rules.rank)

    def entries(rng: random.Random, count: int) -> Iterable[Position]:
        ranks = solved.sample(np.random.default_rng(rng.randrange(1 << 32)), min(count, solved.checks))
        return map(rules.unrank, ranks)

    def result(position: Position) -> Result | None:
        number = rank(position)
        return None if number is None else solved.find(number)

    margin = solved.margin

    def margin_of(position: Position) -> int | None:
        number = rank(position)
        return None if number is None or margin is None else margin(number)

    return SolverResults(
        solved.domain, solved.histogram.total(), entries, result, None if margin is None else margin_of
    )


def run(data_dir: Path, rules: Rules) -> None:
    """Solve one variant and publish its table. Raises OSError, MemoryError, and ERRORS."""
    plan = plan_of(rules)
    assert plan is not None, f"no engine fits {rules.full_id}"
    start = time.perf_counter()
    check_and_lock(data_dir, rules)
    checkpoint = Checkpoint(rules, data_dir)
    needs = f"{in_bytes(plan.memory)} of memory, {in_bytes(plan.disk)} of disk"
    report(stage=f"natively ({plan.engine}), needs about {needs}")
    require_free(rules, plan.memory, plan.disk - checkpoint.disk_bytes(), data_dir)
    keep_code(data_dir)
    code = compiled(rules, plan.engine)
    report(compiled=round(time.perf_counter() - start, 2))

    def solved() -> SolvedVariant:
        return solve_task(plan.engine, task_of(rules, plan, code, checkpoint, report))

    solve_and_publish(rules, solved, Store(data_dir / "tables"), checkpoint.remove)


def run_reference(data_dir: Path, rules: Rules) -> None:
    """The same by the reference solver, unless there are many positions. Raises OSError, MemoryError, and ERRORS."""
    try:
        bound = Bound(rules, native_from=native_from(rules))
        solver = solver_of(data_dir, rules)
        store = Store(data_dir / "tables")
        build_by_reference(store, rules, lambda positions: report(positions=positions), bound, solver)
    except ReferenceOutgrown:
        run(data_dir, rules)
        return
    report(done=True)


def check_and_lock(data_dir: Path, rules: Rules) -> None:
    """Check the laws, and lock the variant until this process ends. Raises FalseDeclaration, OSError."""
    require_lawful(rules)
    lock = take_lock(data_dir / "cache" / f"{rules.id}.{rules.variant.id}.lock")
    if lock is None:
        raise BlockingIOError(errno.EAGAIN, f"{rules.full_id} is being solved by another process already")


def task_of(
    rules: Rules,
    plan: Plan,
    code: tuple[Any, Any],
    checkpoint: Checkpoint,
    report: Callable[..., None],
    threads: int | None = None,
) -> Task:
    """The task that a plan's engine is given. code: as from `compiled`."""
    arguments = rules, *code, checkpoint, report, threads or cores()
    return Task(*arguments) if plan.kernel is None else KernelTask(*arguments, kernel=plan.kernel)


def solve_task(engine: str, task: Task) -> SolvedVariant:
    """Solve a variant with an engine, resuming from a checkpoint if there is a sound one. Raises as the engine."""
    try:
        solved: SolvedVariant = ENGINES[engine].solve(task)
    except BadFile as error:
        task.report(stage=f"starting over: {error.sentence}")
        task.checkpoint.remove()
        solved = ENGINES[engine].solve(task)
    return solved


def solve_and_publish(
    rules: Rules, solve: Callable[[], SolvedVariant], store: Store, remove: Callable[[], None]
) -> None:
    """Solve, check against the rules, publish the table, and `remove` the checkpoint. Raises as `run`."""
    start = time.perf_counter()
    solved = solve()
    seconds = time.perf_counter() - start
    report(solved=round(seconds, 3))
    audit(rules, results_of(rules, solved))
    checked = time.perf_counter()
    packed = solved.pack()
    packed_table = replace(packed, parts=_reporting_packing(packed.parts, packed.blocks * (1 + packed.packed_margins)))
    counted = counting.census_of(rules, solved)
    meta = store.write_packed(rules, solved.codec, solved.domain, packed_table, seconds, counted)
    remove()
    report(done=True, positions=meta.positions, seconds=seconds, packed=round(time.perf_counter() - checked, 2))


def _reporting_packing(parts: Iterable[tuple[str, bytes]], blocks: int) -> Iterator[tuple[str, bytes]]:
    """The parts, unchanged; reports progress every few seconds."""
    reported = time.monotonic()
    for number, part in enumerate(parts):
        yield part
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            report(stage=f"packing the table, {100 * number // blocks} %")


def solve(data_dir: str, puzzle_id: str, variant_id: str, engine: str = "") -> int:
    """Solve one variant; return the exit code: 0 if the table is published, else 1, with an `error` reported.

    engine: "reference", or "" for the native one that fits.
    """
    function = partial(run_reference if engine else run, Path(data_dir), registry.load(puzzle_id, variant_id))
    return reporting_errors(function, ERRORS, Path(data_dir))


def in_a_fork(arguments: list[str], requests: int) -> int:
    """Solve in a fork; return its exit code. If file descriptor `requests` is closed first, kill the fork and exit."""
    ours, its = socket.socketpair()  # so that each process notices when the other ends
    child = os.fork()
    if child == 0:
        code = 1
        try:
            ours.close()
            os.close(requests)
            end_with_parent(its.fileno())
            code = solve(*arguments)
        except BaseException:  # noqa: BLE001 - nobody else would report it
            traceback.print_exc()
        finally:
            os._exit(code)
    its.close()
    with ours:
        if ours.fileno() not in select.select([ours.fileno(), requests], [], [])[0]:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os._exit(GONE)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def serve() -> int:
    """Serve requests until standard input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, whose end closes standard input
    with open(0, "rb", buffering=0, closefd=False) as requests:
        while line := requests.readline():
            arguments = json.loads(line)
            data_dir, puzzle_id, variant_id, *engine = arguments
            with suppress(Exception):  # the fork will fail the same way and report it
                rules = registry.load(puzzle_id, variant_id)
                if is_stale(rules):
                    report(stale=True)
                    return 0
                rules_digest(rules)  # so that no fork parses code that another one's rules share
                require_lawful(rules)  # before anything is compiled
                if not engine and (plan := plan_of(rules)) is not None:
                    keep_code(Path(data_dir))
                    compiled(rules, plan.engine)
            report(code=in_a_fork(arguments, requests.fileno()))
    return 0


if __name__ == "__main__":
    # Like a fork of the server, a solve has nothing left to do but to free memory.
    os._exit(solve(*sys.argv[1:]) if sys.argv[1:] else serve())

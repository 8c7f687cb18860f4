"""A native solve: `python -m solvers.native.process DATA_DIR ID VARIANT`.

Compiles the kernel with the loops of the engine that fits, solves, compares some thousand results with the rules
alone, and publishes the table. Reports progress in lines of JSON. `compile_client.py` runs it in forks of a process
that has the compiler loaded.
"""

from __future__ import annotations

import errno
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from puzzles import checks, registry
from puzzles.base import Kernel, Rules
from solvers.locks import take_lock
from solvers.native import backward, dense, forward, modulo3, sorted_lists
from solvers.native.checkpoint import Work, WorkDamaged
from solvers.native.engine import Solved, Task
from solvers.native.kernel_cache import kernels_in
from solvers.native.launch import Plan, plan_of
from solvers.native.memory import in_bytes, make_sure
from solvers.native.specialize import KernelError, Module, load, module_alone, module_of, seal
from solvers.native.worker_process import say, telling_errors
from solvers.result import LOST, RemotenessTooLarge, Result
from solvers.tables import census
from solvers.tables.store import Store
from solvers.tables.verify import derive, derive_margin

ENGINES: dict[str, Any] = {engine.NAME: engine for engine in (dense, modulo3, backward, forward)}

TELL_SECONDS = 5.0


def compiled(rules: Rules, kernel: Kernel, engine: str, cache: Path) -> ModuleType:
    """The kernel's module for an engine, compiled or taken from the cache. Raises KernelError."""
    return warmed(rules, module_of(rules, kernel, engine), ENGINES[engine].warm, cache)


def warmed(rules: Rules, made: Module, warm: Callable[[ModuleType, Rules], None], cache: Path) -> ModuleType:
    """A module, loaded and its loops compiled by `warm`, or taken from the cache. Raises KernelError."""
    try:
        alone(cache)
        module = load(made, cache)
        warm(module, rules)
        _seal(module, cache)
    except NumbaError as error:
        raise KernelError(_refused(rules, made, error)) from error
    return module


def alone(cache: Path) -> ModuleType:
    """The loops in which there is no kernel, compiled or taken from the cache, once in a process. Raises OSError."""
    made = module_alone()
    module = sys.modules.get(made.name)
    if module is None:
        module = load(made, cache)
        for engine in (sorted_lists, dense, forward):
            engine.warm_alone(module)
        seal(made.name, cache)
    return module


def _seal(module: ModuleType, cache: Path) -> None:
    for name in (module.__name__, module_alone().name):
        seal(name, cache)


def _refused(rules: Rules, made: Module, error: NumbaError) -> str:
    said = str(error)
    lines = [int(line) for line in re.findall(rf"{made.name}\.py\D+(\d+)", said)]
    where = next((place for line in lines if (place := made.origin(line)) is not None), "its kernel")
    telling = (line.strip() for line in said.splitlines())
    reason = next((line for line in telling if line and "nopython" not in line), type(error).__name__)
    return (
        f"{rules.full_id}: its kernel cannot be compiled.\n"
        f"  {where}: {reason[:200]}\n"
        "  Use integers, loops, conditions and functions like the kernel itself; see docs/native-speed.md."
    )


def spot_check(rules: Rules, solved: Solved) -> None:
    """Derive some results from their children by the rules alone. Raises KernelError."""
    absent = LOST if solved.domain == "closure" else None

    def stored(position: Any) -> Result | None:
        rank = rules.rank(position)
        return None if rank is None else solved.find(rank)

    for number in solved.sample(np.random.default_rng(1), solved.checks):
        position = rules.unrank(number)
        claimed = solved.find(number) or LOST
        expected = derive(rules, position, stored, absent)
        if expected != claimed:
            raise KernelError(
                f"{rules.full_id}: the kernel's result disagrees with the rules; nothing is published.\n"
                f"  {rules.format(position)!r} (rank {number}) came out as {claimed}, its children say {expected}.\n"
                "  Compare the kernel with `moves` and `do_move` there."
            )
        margin = solved.margin
        if margin is not None and margin(number) != derive_margin(rules, position, _by_rank(rules, margin)):
            raise KernelError(
                f"{rules.full_id}: the kernel's margin of {rules.format(position)!r} disagrees with the rules; "
                "nothing is published."
            )


def _by_rank(rules: Rules, margin: Callable[[int], int | None]) -> Callable[[Any], int | None]:
    """The same, asked by position."""

    def margin_of(position: Any) -> int | None:
        number = rules.rank(position)
        return None if number is None else margin(number)

    return margin_of


def run(data_dir: Path, rules: Rules) -> None:
    """Solve one variant and publish its table. Raises KernelError, OSError, MemoryError, RemotenessTooLarge."""
    plan = plan_of(rules)
    assert plan is not None, f"no engine fits {rules.full_id}"
    begun = time.perf_counter()
    begin(data_dir, rules)
    work = Work(rules, data_dir)
    needs = f"{in_bytes(plan.memory)} of memory, {in_bytes(plan.disk)} of disk"
    say(stage=f"natively ({plan.engine}), needs about {needs}")
    make_sure(rules, plan.memory, plan.disk, data_dir)
    module = compiled(rules, plan.kernel, plan.engine, kernels_in(data_dir))
    say(compiled=round(time.perf_counter() - begun, 2))
    _solve(rules, module, plan, work, data_dir)


def begin(data_dir: Path, rules: Rules) -> None:
    """Hold the kernel to the rules, and keep others from solving this until the process ends.

    Raises KernelError, OSError.
    """
    broken = checks.kernel_faults(rules)
    if broken:
        raise KernelError(f"{rules.full_id}: its kernel disagrees with its rules; nothing is solved.\n  {broken}")
    lock = take_lock(data_dir / "cache" / f"{rules.id}.{rules.variant.id}.lock")
    if lock is None:
        raise BlockingIOError(errno.EAGAIN, f"{rules.full_id} is being solved by another process already")


def solve_task(engine: str, task: Task) -> Solved:
    """Solve a variant by an engine, from what a run before has left if that is sound, else anew."""
    try:
        solved: Solved = ENGINES[engine].solve(task)
    except WorkDamaged as error:
        task.tell(stage=f"anew, since what a run before has left is damaged ({error.strerror})")
        task.work.remove()
        solved = ENGINES[engine].solve(task)
    return solved


def _solve(rules: Rules, module: ModuleType, plan: Plan, work: Work, data_dir: Path) -> None:
    def solve() -> Solved:
        solved = solve_task(plan.engine, Task(rules, plan.kernel, module, work, say))
        _seal(module, kernels_in(data_dir))  # some loops are compiled when they are needed
        return solved

    solve_and_publish(rules, solve, Store(data_dir / "tables"), work.remove)


def solve_and_publish(rules: Rules, solve: Callable[[], Solved], store: Store, remove: Callable[[], None]) -> None:
    """Solve, compare with the rules, publish the table, `remove` what was kept while it went on. Raises as `run`."""
    begun = time.perf_counter()
    solved = solve()
    seconds = time.perf_counter() - begun
    say(solved=round(seconds, 3))
    spot_check(rules, solved)
    checked = time.perf_counter()
    packed = solved.pack()
    packed = replace(packed, parts=_telling(packed.parts, packed.blocks))
    some = solved.sample(np.random.default_rng(2), census.SAMPLED)
    counted = census.of_entries(rules, solved.domain, solved.histogram, some, solved.weighted, solved.tally)
    meta = store.write_packed(rules, solved.codec, solved.domain, packed, seconds, counted)
    remove()
    say(done=True, positions=meta.positions, seconds=seconds, packed=round(time.perf_counter() - checked, 2))


def _telling(parts: Iterable[tuple[str, bytes]], blocks: int) -> Iterator[tuple[str, bytes]]:
    """The same parts; says now and then how many there are, where it takes long."""
    told = time.monotonic()
    for number, part in enumerate(parts):
        yield part
        if time.monotonic() - told > TELL_SECONDS:
            told = time.monotonic()
            say(stage=f"packing the table, {100 * number // blocks} %")


def solve(data_dir: str, puzzle_id: str, variant_id: str) -> int:
    """Solve one variant, as the process does: 0 when the table is published, 1 with an `error` line otherwise."""
    work = partial(run, Path(data_dir), registry.load(puzzle_id, variant_id))
    return telling_errors(work, (KernelError, RemotenessTooLarge, sqlite3.Error))


if __name__ == "__main__":
    sys.exit(solve(*sys.argv[1:]))

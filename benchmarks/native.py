"""Speed of the native engines compared to the reference solver, and cost of solving very large variants."""

from __future__ import annotations

import contextlib
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.figures import GAME_BYTES, Figure, Target, seconds_of
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.base import Rules
from perfect_play.solvers.locks import helper
from perfect_play.solvers.native.launch import compiler_installed, plan_of, solve_native
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.settings import ROOT
from perfect_play.solvers.tables.layout import Meta
from perfect_play.solvers.tables.store import Store

REFERENCE_SECONDS = 12.0  # after which the reference solver is stopped; its rate until then is reported
TIMES = 15

BESIDE = ("npuzzle/3", "rubikscube/2x2x2", "lightsout/5", "topspin/10_2", "pegsolitaire/triangle")
"""The variants on which the two are compared."""

SPEEDUP = Target("at least", 50)
GAMES = {"connect4/4x5": 3_945_711, "dao/4x4": 900_900}  # positions as the mover sees them, images counted separately
GAME_RATE = Target("at least", 2_000_000)
PANCAKES = Target("below", 4)


@dataclass(frozen=True)
class Large:
    """A variant that is solved by command only, and its limits.

    seconds: from the start of the process to the table. rate: positions a second while solving, at least.
    """

    name: str
    seconds: float | None
    gigabytes: float
    rate: float | None = None


LARGE = (
    Large("npuzzle/3x4", 300, 1),
    Large("pegsolitaire/english", 600, 6),
    Large("towersofhanoi/4_16", None, 3),
    Large("towersofhanoi/4_17", 420, 3),
)
BOARDS = (
    Large("teeko/standard", 60, 2),  # GamesmanOne: 517 s, 9.9 GB
    Large("quixo/4x4", 6, 1),  # GamesmanOne: 19 s, 0.3 GB
    Large("dshogi/regular", 120, 8),  # a program by R. Clausecker (C): about a minute
    Large("yote/4x4", None, 2, 1_500_000),
    Large("connect4/5x5", 6.5, 3),
    Large("connect4/4x6", 9, 4),
    Large("kalah/4x3", None, 2, 5_000_000),
    Large("dotsandboxes/3x3", None, 2, 5_000_000),
    Large("clobber/4x5", None, 4, 5_000_000),
)


class Stopped(Exception):
    """The reference solver has used up its time."""


def measure_native(workshop: Workshop) -> Iterator[Figure]:
    """Positions per second compared to the reference solver's, and the time from process start to table."""
    if not compiler_installed():
        print("Numba is not installed: nothing is measured natively.")
        return
    for name in BESIDE[:1] if workshop.quick else BESIDE:
        rules = find_variant(name)
        reference = _reference_rate(rules, 1.0 if workshop.quick else REFERENCE_SECONDS)
        yield Figure("native", f"{name}, reference", reference, "positions/s")
        rates, again, first, meta = _natively(workshop, rules)
        yield Figure.of("native", f"{name}, native", rates, "positions/s", note=f"{meta.positions:,} positions")
        best = [rate / reference for rate in rates]
        yield Figure.of("native", f"{name}, native : reference", best, "ratio", target=SPEEDUP, note="aim 500")
        yield from _from_start(name, first, again)
    if workshop.quick:
        return
    _, again, first, meta = _natively(workshop, find_variant("pancakes/8"))
    yield Figure("native", "pancakes/8, first, from start to table", first, "s", note="compiles")
    note = f"{meta.positions:,} positions; aim 1"
    yield Figure.of("native", "pancakes/8, again, from start to table", again, "s", target=PANCAKES, note=note)
    yield from _games(workshop)


def _games(workshop: Workshop) -> Iterator[Figure]:
    """The same for games. The reference solver is credited with positions it has reached but not solved yet."""
    for name, positions in GAMES.items():
        rules = find_variant(name)
        reference = _reference_rate(rules, REFERENCE_SECONDS)
        yield Figure("native", f"{name}, reference", reference, "positions/s")
        rates, again, first, meta = _natively(workshop, rules)
        exact = [rate * positions / meta.positions for rate in rates]
        note = f"{positions:,} positions, {meta.positions:,} stored; aim 10,000,000"
        yield Figure.of("native", f"{name}, native", exact, "positions/s", target=GAME_RATE, note=note)
        yield Figure.of("native", f"{name}, native : reference", [rate / reference for rate in exact], "ratio")
        yield from _from_start(name, first, again)


def _from_start(name: str, first: float, again: list[float]) -> Iterator[Figure]:
    yield Figure("native", f"{name}, first, from start to table", first, "s", note="compiles")
    yield Figure.of("native", f"{name}, again, from start to table", again, "s")


def _reference_rate(rules: Rules, seconds: float) -> float:
    """Positions per second of the reference solver: the median of several runs if a run is short."""
    rates: list[float] = []
    stop = time.perf_counter() + seconds / 10
    while not rates or (time.perf_counter() < stop and len(rates) < TIMES):
        rates.append(_one_rate(rules, seconds))
    return statistics.median(rates)


def _one_rate(rules: Rules, seconds: float) -> float:
    """Positions per second of one run up to its end or the time limit, counting symmetry as its table does."""
    begun = time.perf_counter()
    reached = 0

    def tell(done: int) -> None:
        nonlocal reached
        reached = done
        if time.perf_counter() - begun > seconds:
            raise Stopped

    try:
        results = solve(rules, tell).results
        taken = time.perf_counter() - begun
        some = list(results)[:: max(1, len(results) // 2000)]
        reached = len(results)
    except Stopped:
        taken = time.perf_counter() - begun
        some = [rules.start()]
    images = sum(len({rules.rank(image) for image in rules.images(position)}) for position in some) / len(some)
    return reached * images / taken


def _natively(workshop: Workshop, rules: Rules) -> tuple[list[float], list[float], float, Meta]:
    """(positions per second while solving, seconds from start to table, those of the first run, the table's meta)."""
    store = workshop.manager.store
    work = partial(solve_native, workshop.directory, rules, lambda done: None)
    times = 1 if workshop.quick else TIMES
    first = seconds_of(work)
    again = [seconds_of(work) for _ in range(times)]
    meta = store.meta(rules)
    rates = [meta.positions / seconds for seconds in _solving(workshop.directory, rules, times)]
    return rates, again, first, meta


def _solving(directory: Path, rules: Rules, times: int) -> list[float]:
    """Seconds of the engine alone, in this process, after an uncounted warm-up run."""
    from perfect_play.solvers.native import process
    from perfect_play.solvers.native.checkpoint import Checkpoint
    from perfect_play.solvers.native.compiler import keep_code

    plan = plan_of(rules)
    assert plan is not None
    keep_code(directory)
    code = process.compiled(rules, plan.engine)
    tasks = [
        process.task_of(rules, plan, code, Checkpoint(rules, directory / "bench"), lambda **told: None)
        for _ in range(times + 1)
    ]
    return [seconds_of(partial(process.ENGINES[plan.engine].solve, task)) for task in tasks][1:]


def measure_large(workshop: Workshop) -> Iterator[Figure]:
    """The variants solved by command only: seconds, memory, and bytes of the table."""
    yield from _by_command(workshop, "large", LARGE)


def measure_boards(workshop: Workshop) -> Iterator[Figure]:
    """The same for games of two players."""
    yield from _by_command(workshop, "boards", BOARDS, GAME_BYTES)


def _by_command(
    workshop: Workshop, group: str, variants: Iterable[Large], together: Target | None = None
) -> Iterator[Figure]:
    """together: the target for bytes a position of all their tables."""
    if workshop.quick or not compiler_installed():
        print("Nothing very large is measured in a quick run, or without Numba.")
        return
    from perfect_play.solvers.native import process
    from perfect_play.solvers.native.compiler import keep_code

    stored = positions = 0
    for large in variants:
        rules = find_variant(large.name)
        plan = plan_of(rules)
        assert plan is not None
        keep_code(workshop.directory)
        process.compiled(rules, plan.engine)
        seconds, memory = greatest_memory("perfect_play.solvers.native.process", workshop.directory, rules)
        store = Store(workshop.directory / "tables")
        meta, size = store.meta(rules), store.path(rules).stat().st_size
        target = Target("below", large.seconds) if large.seconds else None
        yield Figure(group, f"{large.name}, from start to table", seconds, "s", target=target, note=plan.engine)
        yield Figure(group, f"{large.name}, of it solving", meta.seconds, "s", note=f"greatest {meta.maximum}")
        counted = meta.census["positions"] if meta.census else meta.positions
        least = Target("at least", large.rate) if large.rate else None
        note = f"{counted:,} positions, symmetric ones counted"
        yield Figure(group, f"{large.name}, rate", counted / meta.seconds, "positions/s", target=least, note=note)
        limit = Target("below", large.gigabytes)
        yield Figure(group, f"{large.name}, greatest memory", memory, "GB", target=limit)
        note = f"{size:,} bytes, {meta.positions:,} positions stored"
        yield Figure(group, f"{large.name}, table", size / meta.positions, "bytes/position", note=note)
        stored, positions = stored + size, positions + counted
        store.remove(rules)
    note = f"{stored:,} bytes, {positions:,} positions, symmetric ones counted"
    yield Figure(group, "tables together", stored / positions, "bytes/position", target=together, note=note)


def measure_databases(
    group: str, prefix: str, what: str, module: str, workshop: Workshop, rules: Rules, most: Target
) -> Iterator[Figure]:
    """Seconds and memory of a process that builds pattern databases. most: the target for the memory."""
    seconds, memory = greatest_memory(module, workshop.directory, rules)
    yield Figure(group, f"{prefix}{what}", seconds, "s", note="all cores, compiling included")
    yield Figure(group, f"{prefix}greatest memory while they are built", memory, "GB", target=most)


def greatest_memory(module: str, directory: Path, rules: Rules) -> tuple[float, float]:
    """(seconds, peak memory in GB) of a process that runs this module for a variant."""
    command = [sys.executable, "-m", module, str(directory), rules.id, rules.variant.id]
    begun = time.perf_counter()
    with helper(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        greatest = 0.0
        while process.poll() is None:
            greatest = max(greatest, _memory(process.pid))
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2)
    if process.returncode:
        raise RuntimeError(f"{rules.full_id} was not solved: its process ended with {process.returncode}")
    return time.perf_counter() - begun, greatest


def _memory(pid: int) -> float:
    """The resident memory of a process in GB, including mapped files; 0 except on Linux."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found.group(1)) / 1e6 if found else 0.0

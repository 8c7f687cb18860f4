"""Tables that tests only read: each is solved once for all workers and runs, and kept in `.pytest_tables/`.
The environment variable KEPT_TABLES names another folder.

A changed solver re-solves all of them, since the folder is named by a digest of the solvers. Each table holds a
digest of its rules, so a changed plug-in re-solves only its own. Solutions of board games by the reference solver are
kept with the tables. Compiled kernels, whose names are digests of all that goes into them, are kept for all solvers.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.builder import build_one
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.draw_levels import DrawLevel
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.compile_client import CompileServer
from perfect_play.solvers.result import result
from perfect_play.solvers.retrograde import Solution, solve
from perfect_play.solvers.tables.digest import rules_digest
from tests.helpers import ROOT

KEPT = Path(os.environ.get("KEPT_TABLES") or ROOT / ".pytest_tables")
MOST = 5
"""Solver versions whose tables are kept, so that switching branches does not re-solve everything."""

KERNELS = KEPT / "kernels"
MOST_KERNELS = 1 << 30
"""Bytes of compiled kernels beyond which all are discarded and recompiled."""

KEPT_FROM = 2_000
"""Positions of the smallest variant whose solution is kept."""


@cache
def kept() -> Path:
    """The data directory of the current solvers. Removes all but the latest few, and excess kernels."""
    sources = [
        ROOT / name
        for name in ("puzzles/base.py", "solvers/result.py", "solvers/retrograde.py", "solvers/draw_levels.py")
    ]
    sources += [path for room in ("tables", "native") for path in sorted((ROOT / "solvers" / room).rglob("*.py"))]
    hasher = hashlib.blake2b(digest_size=8)
    for path in sources:
        hasher.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    directory = KEPT / "tables" / hasher.hexdigest()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    directory.touch()
    if not os.environ.get("PYTEST_XDIST_WORKER"):
        latest = sorted(directory.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in latest[MOST:]:
            shutil.rmtree(old, ignore_errors=True)
        with contextlib.suppress(FileNotFoundError):  # a run beside this one has just finished compiling
            if sum(path.stat().st_size for path in KERNELS.rglob("*")) > MOST_KERNELS:
                shutil.rmtree(KERNELS, ignore_errors=True)
    return directory


def solve_kept(wanted: Iterable[Rules]) -> PuzzleManager:
    """Solve all of these into the kept tables and return their manager; workers that call it share the solving."""
    manager = PuzzleManager(kept())
    left = [rules for rules in wanted if manager.missing(rules)]
    with CompileServer() as ready:
        left = [rules for rules in left if not _solved(manager, rules, fcntl.LOCK_EX | fcntl.LOCK_NB, ready)]
        for rules in left:  # another worker is solving them: wait for it
            _solved(manager, rules, fcntl.LOCK_EX, ready)
    return manager


def _solved(manager: PuzzleManager, rules: Rules, operation: int, ready: CompileServer) -> bool:
    """Solve one variant unless it is solved; False if another worker is solving it and we do not wait."""
    with open(kept() / f"{rules.id}.{rules.variant.id}.lock", "w") as lock:
        try:
            fcntl.flock(lock, operation)
        except BlockingIOError:
            return False
        if manager.missing(rules):
            build_one(manager, rules, Reporter(io.StringIO()), lambda done: None, ready)
    return True


def kept_solution(rules: Rules) -> Solution:
    """The reference solver's solution; large ones of board games, which take seconds, are kept."""
    if rules.variant.positions < KEPT_FROM or not isinstance(rules, BoardGame):
        return solve(rules)
    path = kept() / f"{rules.id}.{rules.variant.id}.{rules_digest(rules)}.json"
    with open(path.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            new = path.with_suffix(".new")
            new.write_text(_written(solve(rules)), encoding="utf-8")
            new.replace(path)
    return _read(path.read_text(encoding="utf-8"))


def _written(solution: Solution) -> str:
    results = [(found.value.name, found.remoteness) for found in solution.results.values()]
    margins = None if solution.margins is None else [solution.margins[position] for position in solution.results]
    text = json.dumps([solution.domain, list(solution.results), results, margins, solution.levels])
    assert _read(text) == solution
    return text


def _read(text: str) -> Solution:
    domain, listed, results, margins, levels = json.loads(text)
    positions = list(map(tuple, listed))
    found = [result(Value[name], remoteness) for name, remoteness in results]
    known = None if margins is None else dict(zip(positions, margins, strict=True))
    return Solution(
        domain, dict(zip(positions, found, strict=True)), known, tuple(DrawLevel(*level) for level in levels)
    )


def copy_kept(directory: Path, wanted: Iterable[Rules]) -> PuzzleManager:
    """Copy the tables of these variants into a data directory and return its manager."""
    rules = list(wanted)
    source, manager = solve_kept(rules), PuzzleManager(directory)
    manager.store.directory.mkdir(parents=True, exist_ok=True)
    for one in rules:
        shutil.copy2(source.store.path(one), manager.store.path(one))
    return manager


def shared(factory: pytest.TempPathFactory, name: str, fill: Callable[[Path], object]) -> Path:
    """A directory of this run, filled by `fill` once for all workers."""
    base = factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        base = base.parent
    directory, done = base / name, base / f"{name}.done"
    with open(base / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            directory.mkdir(exist_ok=True)
            fill(directory)
            done.touch()
    return directory

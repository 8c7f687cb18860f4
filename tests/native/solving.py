"""Native solves in tests, in this process or a separate one, and comparison with the reference solver."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.native import (
    block_engine,
    dense_engine,
    engine,
    modulo3_engine,
    process,
    reached_graph,
    tier_archive,
    tier_engine,
)
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.engine import SolvedVariant, Task
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.retrograde import Solution
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.store import Store
from tests.helpers import ROOT
from tests.solvers.tables import parts_of


def in_a_process(data: Path, full_id: str, **options: Any) -> list[dict]:
    """Solve a variant in a separate process; return its messages."""
    command = [sys.executable, "-m", "perfect_play.solvers.native.process", str(data), *full_id.split("/")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, **options)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == ""
    assert done.returncode == (0 if said[-1].get("done") else 1), said
    return said


@cache
def code_for(make: Callable[[], Rules], engine: str) -> Any:
    """What is compiled for these rules, made once."""
    rules = make()
    return process.compiled(rules, engine)


def task(make: Callable[[], Rules], data: Path, threads: int = 2) -> Task:
    """An engine's input for solving these rules, with its work files in `data`."""
    rules = make()
    plan = plan_of(rules)
    assert plan is not None
    given = process.task_of(rules, plan, code_for(make, plan.engine), Checkpoint(rules, data), lambda **told: None)
    return dataclasses.replace(given, threads=threads)


def solve(given: Task) -> SolvedVariant:
    """Solve with the engine that fits."""
    plan = plan_of(given.rules)
    assert plan is not None
    solved: SolvedVariant = process.ENGINES[plan.engine].solve(given)
    return solved


def assert_same_table(rules: Rules, native: Store, reference: Store) -> None:
    """Check that two tables are identical byte for byte, except for date and duration."""
    parts, expected = parts_of(native.path(rules)), parts_of(reference.path(rules))
    del parts["meta"], expected["meta"]
    assert parts == expected
    meta = reference.meta(rules)
    assert dataclasses.replace(native.meta(rules), seconds=meta.seconds, built=meta.built, census=meta.census) == meta


def assert_same(solved: SolvedVariant, rules: Rules, solution: Solution, directory: Path) -> None:
    """Check that an engine's results and table equal those of the reference solver."""
    native, reference = Store(directory / "native"), Store(directory / "reference")
    native.write_packed(rules, solved.codec, solved.domain, solved.pack(), 0.0)
    reference.write(rules, solution, 0.0, count=False)
    assert_same_table(rules, native, reference)


def strain(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make engines treat small problems as large: short steps, narrow codes, checkpoints at every turn."""
    if name in ("modulo3", "blocks"):
        monkeypatch.setattr(table_layout, "VERY_LARGE", 1)
    for module in (dense_engine, modulo3_engine, reached_graph):
        monkeypatch.setattr(module, "CHUNK", 16)
    monkeypatch.setattr(reached_graph, "MIN_CHUNK", 4)
    monkeypatch.setattr(reached_graph, "FEWEST_SLOTS", 64)
    monkeypatch.setattr(dense_engine, "MIN_PARALLEL", 8)
    monkeypatch.setattr(engine, "MIN_PARALLEL", 8)
    monkeypatch.setattr(dense_engine, "NARROW", 64)
    monkeypatch.setattr(dense_engine, "ONE_CACHE", 0)
    monkeypatch.setattr(dense_engine, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(dense_engine, "LEVELS_PER_CALL", 3)
    monkeypatch.setattr(dense_engine, "MIN_LIST_LENGTH", 200)
    monkeypatch.setattr(block_engine, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(reached_graph, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(tier_engine, "TIERS_IN_MEMORY", 0)
    monkeypatch.setattr(tier_archive, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(tier_archive, "SPARE", 0)


def children_of(pid: int) -> list[int]:
    """The running child processes."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

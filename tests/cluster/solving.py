"""Sharded solves in tests, and comparison with the reference solver."""

from __future__ import annotations

import dataclasses
import json
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.solvers.cluster import cluster_process
from perfect_play.solvers.cluster.cluster_launch import Cluster
from perfect_play.solvers.cluster.job import ShardJob
from perfect_play.solvers.cluster.scheme import ClusterSearch
from perfect_play.solvers.cluster.shards import STATES
from perfect_play.solvers.native.process import results_of
from perfect_play.solvers.tables.audit import audit
from perfect_play.solvers.tables.store import Store
from tests.helpers import load, solved
from tests.native.solving import assert_same_table

GIVEN: dict[str, Rules] = {}
"""Rules that only tests have, by name: the tasks of this process solve them as they would those of a plug-in."""


def load_given(puzzle_id: str, variant_id: str) -> Rules:
    """The rules of a test, or of a plug-in."""
    return GIVEN.get(f"{puzzle_id}/{variant_id}") or registry.load(puzzle_id, variant_id)


class InThisProcess:
    """Runs one task after the other in this process, with arguments and results as workers exchange them."""

    workers = 1

    def require_free(self, rules: Rules, memory: int) -> None:
        """Enough is free."""

    def run(
        self, job: ShardJob, task: Callable, step: str, ready: Callable, anywhere: bool
    ) -> Iterator[tuple[int, Any]]:
        """As `DaskExecutor.run`."""
        waiting = deque(ready())
        while waiting:
            number, arguments = waiting.popleft()
            yield number, self.perform(job, task, step, number, *json.loads(json.dumps(arguments)))
            waiting += ready()

    def perform(self, job: ShardJob, task: Callable, *arguments: Any) -> Any:
        """As `ShardJob.perform`."""
        return json.loads(json.dumps(job.perform(task, *arguments)))


def search_for(rules: Rules, data: Path, executor: Any = None, shards: int = 3, **changes: Any) -> ClusterSearch:
    """A search in `shards` shards, in this process unless an executor is given. changes: to its job."""
    STATES.clear()
    GIVEN[rules.full_id] = rules
    search = cluster_process.prepared(data, rules, Cluster(workers=1, shards=shards), executor or InThisProcess())
    search.job = dataclasses.replace(search.job, **changes)
    search.report = lambda **told: None
    return search


def finish(search: ClusterSearch, store: Store) -> None:
    """Solve, compare with the rules, publish, and clean up."""
    solved_ = cluster_process.solve(search)
    audit(search.rules, results_of(search.rules, solved_))
    store.write_packed(search.rules, solved_.codec, solved_.domain, solved_.pack(), 0.0)
    search.journal.remove()


@cache
def reference(full_id: str, directory: Path) -> Store:
    """The table of the reference solver."""
    store = Store(directory)
    store.write(load(full_id), solved(full_id), 0.0)
    return store


def assert_same_as_reference(full_id: str, store: Store, directory: Path) -> None:
    """Check that the table equals the reference solver's byte for byte, as native ones do."""
    assert_same_table(load(full_id), store, reference(full_id, directory))


class Interrupted(Exception):
    """Raised in the middle of a solve."""


def interrupting(at: int, do: Callable[[], None]) -> Callable[..., None]:
    """A `report` that calls `do` when a level is reported for the `at`th time."""
    levels = 0

    def report(**fields: Any) -> None:
        nonlocal levels
        levels += "level" in fields
        if levels == at and "level" in fields:
            do()

    return report


def until_progress(solving: subprocess.Popen, times: int) -> None:
    """Read output until progress has been reported so often: once for every level, or tier, that is complete."""
    assert solving.stdout is not None
    for line in solving.stdout:
        times -= "positions" in json.loads(line)
        if not times:
            return
    raise AssertionError("it ended before")

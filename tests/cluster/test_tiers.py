"""Board games solved tier by tier by several workers, in parallel where the tiers allow it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from perfect_play.solvers.cluster import solves
from perfect_play.solvers.cluster.cluster_launch import Cluster, ExecutorLost
from perfect_play.solvers.cluster.job import ShardJob
from perfect_play.solvers.cluster.pieces import FileDamaged
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.native.tier_engine import TierSolver
from perfect_play.solvers.tables.store import Store
from tests.cluster.machines import SECONDS, Machines
from tests.cluster.solving import Interrupted, InThisProcess, finish, search_for
from tests.helpers import load
from tests.native.solving import assert_same_table, solve, task

GAMES = {
    "sim/5": "without cycles",
    "quixo/3x3": "with cycles, whose moves are taken back",
    "yote/3x3": "with cycles, whose edges are listed",
}


def natively(full_id: str, data: Path, directory: Path) -> Store:
    """The table of the native engine."""
    rules, store = load(full_id), Store(directory)
    solved = solve(task(partial(load, full_id), data))
    store.write_packed(rules, solved.codec, solved.domain, solved.pack(), 0.0)
    return store


class Noting(InThisProcess):
    """Records the tiers solved; the `stop`th solve breaks off instead."""

    def __init__(self, stop: int = -1) -> None:
        self.stop, self.solved = stop, []

    def perform(self, job: ShardJob, task: Callable, *arguments: Any) -> Any:
        if task is solves.solve_tier:
            if len(self.solved) == self.stop:
                raise Interrupted
            self.solved.append(arguments[1])
        return super().perform(job, task, *arguments)


@pytest.mark.parametrize("full_id", GAMES)
def test_tier_by_tier_table_equals_that_of_the_native_engine(full_id: str, data: Path, tmp_path: Path):
    """In one go, and interrupted after a few tiers and resumed, with no tier solved twice."""
    rules, store, expected = load(full_id), Store(tmp_path / "cluster"), natively(full_id, data, tmp_path / "native")
    finish(search_for(rules, data, Noting()), store)
    assert_same_table(rules, store, expected)
    first, second = Noting(stop=4), Noting()
    with pytest.raises(Interrupted):
        finish(search_for(rules, data, first), store)
    finish(search_for(rules, data, second), store)
    assert sorted(first.solved + second.solved) == list(range(len(rules.arrangements.tiers)))
    assert_same_table(rules, store, expected)


def test_plan_leads_from_tier_to_tier_as_moves_do(data: Path):
    """In Quixo, by its rules; some do not lead to each other, so they can be solved in parallel."""
    rules = load("quixo/3x3")
    names = [tier.name for tier in rules.arrangements.tiers]
    expected: dict[Any, set[Any]] = {name: set() for name in names}

    def name_of(position: Any) -> Any:
        _, counts, extras = rules.material(position)
        return rules.tier(*counts, *extras)

    for position in rules.positions():
        own = name_of(position)
        expected[own] |= {name_of(child) for child in rules.children(position)} - {own}
    solver = TierSolver(task(partial(load, "quixo/3x3"), data))
    assert {name: {names[other] for other in solver.leads_to(i)} for i, name in enumerate(names)} == expected
    assert (6, 2) not in expected[(6, 0)] | expected[(6, 4)]


def test_changed_file_of_a_tier_is_detected(data: Path, tmp_path: Path):
    """One bit of a tier that others depend on."""
    search = search_for(load("sim/5"), data, Noting(stop=3))
    with pytest.raises(Interrupted):
        finish(search, Store(tmp_path))
    changed = next(search.journal.directory.glob("tier-*"))
    held = bytearray(changed.read_bytes())
    held[0] ^= 1
    changed.write_bytes(held)
    with pytest.raises(FileDamaged, match="is damaged"):
        finish(search_for(load("sim/5"), data), Store(tmp_path))
    search.journal.remove()


def test_worker_with_other_rules_is_refused(data: Path):
    """Workers load the rules from their own plug-ins; those of one may differ, or lack the variant."""
    search = search_for(load("sim/5"), data)
    for job in (replace(search.job, digest="another"), replace(search.job, name="sim/none")):
        with pytest.raises(ExecutorLost, match=f"has other rules of {job.name}, or none: .* need the same plug-ins"):
            job.perform(solves.leads_to, solves.LEADS, 0)
    search.journal.remove()


def test_plan_of_tiers_counts_memory_and_disk(data: Path):
    """A worker needs memory for the largest tier only, and disk for twice all codes plus a table."""
    from perfect_play.solvers.cluster.job import plan_shards

    rules = load("yote/4x4")
    plan = plan_of(rules)
    assert plan is not None
    sizes = plan_shards(rules, plan, 2)
    assert (sizes.kind, sizes.shards) == ("tiers", 91)
    assert sizes.memory < plan.memory
    assert sizes.disk >= 2.5 * rules.arrangements.size


@pytest.fixture
def connected(machines: Machines, data: Path) -> Any:
    """An executor on two workers."""
    from perfect_play.solvers.cluster import dask_executor

    with dask_executor.connected(Cluster(address=machines.address), data) as executor:
        yield executor


def test_tier_of_a_killed_worker_is_solved_by_another(machines: Machines, connected: Any, data: Path, tmp_path: Path):
    """It is halted first, so it still has the tier when killed; another solves that tier again."""
    rules, expected = load("quixo/3x3"), natively("quixo/3x3", data, tmp_path / "native")
    store, client, held = Store(tmp_path / "cluster"), connected.client, []
    with pytest.raises(Interrupted):
        finish(search_for(rules, data, Noting(stop=0)), store)
    lost = machines.workers[0]
    address = next(address for address, process in client.run(os.getpid).items() if process == lost.pid)
    lost.send_signal(signal.SIGSTOP)

    def kill_it_with_a_tier() -> None:
        until = time.monotonic() + SECONDS
        while not held and time.monotonic() < until:
            time.sleep(0.05)
            held.extend(key for key in client.processing().get(address, ()) if key.startswith("solve_tier-"))
        machines.kill_worker()

    killing = threading.Thread(target=kill_it_with_a_tier)
    killing.start()
    finish(search_for(rules, data, connected), store)
    killing.join()
    assert held, "a tier was given to the worker that was killed"
    assert_same_table(rules, store, expected)

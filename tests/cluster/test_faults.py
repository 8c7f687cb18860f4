"""A cluster loses workers and its scheduler midway: completed work is kept, and the table is the same."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from perfect_play.solvers.tables.store import Store
from tests.cluster.machines import Machines
from tests.cluster.solving import Interrupted, assert_same_as_reference, finish, interrupting, search_for
from tests.helpers import exhaustive, load

FEW = ["hexapawn/3x3"]  # two players, forward only, sparse ranks
MORE = [
    "towersofhanoi/4_5",  # every rank a position, reversible
    "tantrix/2_2_1",  # forward only, sparse ranks
    "pegsolitaire/star",  # every rank a position, not reversible
    "hopndrop/map2",  # sparse ranks, not reversible
]


@pytest.fixture
def connected(machines: Machines, data: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that connects to the current machines; a lost scheduler is soon noticed."""
    from perfect_play.solvers.cluster import dask_executor
    from perfect_play.solvers.cluster.cluster_launch import Cluster

    monkeypatch.setattr(dask_executor, "PATIENCE", 20.0)
    monkeypatch.setitem(dask_executor.SETTINGS, "distributed.comm.timeouts.connect", "1s")
    return lambda: dask_executor.connected(Cluster(address=machines.address), data)


@pytest.mark.parametrize("variants", [FEW, exhaustive(MORE)], ids=["few", "more"])
def test_solve_resumes_on_a_new_cluster_after_killed_workers_and_scheduler(
    machines: Machines, connected: Any, data: Path, tmp_path: Path, variants: list[str]
):
    """Each variant is stopped after some levels, and the scheduler is killed with the last. A new cluster resumes all,
    losing a worker that had its shards in memory in the middle of each."""
    from perfect_play.solvers.cluster.cluster_launch import ExecutorLost

    def stop() -> None:
        raise Interrupted

    store = Store(tmp_path / "tables")
    with contextlib.suppress(ExecutorLost, OSError), connected() as executor:
        for full_id in variants:
            search = search_for(load(full_id), data, executor, shards=5)
            last = full_id == variants[-1]
            search.report = interrupting(3, machines.kill_scheduler if last else stop)
            with pytest.raises(
                ExecutorLost if last else Interrupted, match="is gone. What is complete is saved" if last else None
            ):
                finish(search, store)
    machines.stop()
    machines.start()
    with connected() as executor:
        for full_id in variants:
            search = search_for(load(full_id), data, executor)
            assert search.journal.resumed
            assert search.job.shards == 5, "as it was begun"

            def lose_a_worker() -> None:
                machines.kill_worker()
                machines.start_worker()

            search.report = interrupting(2, lose_a_worker)
            finish(search, store)
            assert_same_as_reference(full_id, store, tmp_path / "reference")


def test_missing_memory_storage_and_schedulers_are_reported(
    machines: Machines, connected: Any, data: Path, tmp_path: Path, monkeypatch
):
    """No shared storage, other versions, too little memory, workers without the project, and none at all."""
    from perfect_play.solvers.cluster import dask_executor
    from perfect_play.solvers.cluster.cluster_launch import Cluster, ExecutorLost

    with connected() as executor:
        assert executor.workers == 2
    with (
        connected() as executor,
        pytest.raises(MemoryError, match=r"needs 1000.0 TB of memory for each worker, 2000.0 TB on"),
    ):
        executor.require_free(load("hexapawn/3x3"), 10**15)
    monkeypatch.setattr(dask_executor, "inspect_worker", _without_the_token)
    with pytest.raises(ExecutorLost, match=r"does not see .*shared storage"), connected():
        pass
    monkeypatch.setattr(dask_executor, "inspect_worker", _older)
    with pytest.raises(ExecutorLost, match=r"has numpy 0.1, this process .*: they must be the same"), connected():
        pass
    machines.stop()
    monkeypatch.setattr(dask_executor, "CONNECT_SECONDS", 1.0)
    with (
        pytest.raises(ExecutorLost, match="cannot be reached"),
        dask_executor.connected(Cluster(address="tcp://127.0.0.1:9"), data),
    ):
        pass


def _without_the_token(path: str) -> dict:
    from perfect_play.solvers.cluster import dask_executor

    return dask_executor.inspect_worker(f"{path}/elsewhere")


def _older(path: str) -> dict:
    from perfect_play.solvers.cluster import dask_executor

    told = dask_executor.inspect_worker(path)
    return {**told, "versions": {**told["versions"], "numpy": "0.1"}}

"""A cluster of several hosts that share only files: one is lost midway, one is slow, disks are full."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfect_play.solvers.cluster.scheme import directory_of
from perfect_play.solvers.tables.store import Store
from tests.cluster.hosts import Hosts, why_not
from tests.cluster.machines import SECONDS
from tests.cluster.solving import assert_same_as_reference, until_progress
from tests.helpers import load

SOLVED = ["pegsolitaire/star", "quixo/3x3"]  # by shards, level by level; and tier by tier


@pytest.fixture
def hosts(dask: None, tmp_path: Path) -> Iterator[Hosts]:
    """Two hosts for one worker each, besides the scheduler's; nothing runs there yet."""
    if reason := why_not():
        pytest.skip(reason)
    with Hosts(tmp_path) as made:
        yield made


def the_rest(solving: subprocess.Popen) -> str:
    """The remaining output; the process must succeed."""
    told, _ = solving.communicate(timeout=SECONDS)
    assert solving.returncode == 0, told
    return told


@pytest.mark.faults
@pytest.mark.parametrize("full_id", SOLVED)
def test_solve_with_a_lost_host_makes_the_right_table(hosts: Hosts, data: Path, tmp_path: Path, full_id: str):
    """Its link goes down without notice; what it still writes does no harm."""
    hosts.start()
    solving = hosts.solving(data, full_id)
    with solving:
        until_progress(solving, 3)
        hosts.cut(1)
        the_rest(solving)
    assert_same_as_reference(full_id, Store(data / "tables"), tmp_path / "reference")


@pytest.mark.faults
@pytest.mark.parametrize("full_id", SOLVED)
def test_solve_with_a_slow_host_and_full_disks_stops_and_resumes(
    hosts: Hosts, data: Path, tmp_path: Path, full_id: str
):
    """Little gets through to one host, the other's own folder is full, and the shared one gets room only later."""
    shared = directory_of(load(full_id), data).parent
    hosts.slow_down(1)
    hosts.fill(hosts.scratch(2))
    hosts.fill(shared, room=8)
    hosts.start()
    with hosts.solving(data, full_id) as solving:
        told, _ = solving.communicate(timeout=SECONDS)
    assert solving.returncode == 1
    assert f"No space left on device; make room for {data}, where what was complete is kept" in told
    hosts.make_room_on(shared)
    with hosts.solving(data, full_id) as solving:
        assert "resuming" in the_rest(solving)
    assert_same_as_reference(full_id, Store(data / "tables"), tmp_path / "reference")

"""A cluster of several hosts that share only files: one is lost midway, one is slow, disks are full."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from solvers.cluster.journal import directory_of
from solvers.tables.store import Store
from tests.cluster.hosts import Hosts, why_not
from tests.cluster.machines import SECONDS
from tests.cluster.solving import assert_same_as_reference
from tests.helpers import load


@pytest.fixture
def hosts(dask: None, tmp_path: Path) -> Iterator[Hosts]:
    """Two hosts for one worker each, besides the scheduler's; nothing runs there yet."""
    if reason := why_not():
        pytest.skip(reason)
    with Hosts(tmp_path) as made:
        yield made


def until_level(solving: subprocess.Popen, level: int) -> None:
    """Read output until this level is complete."""
    assert solving.stdout is not None
    for line in solving.stdout:
        if json.loads(line).get("level") == level:
            return
    raise AssertionError(f"it ended before level {level}")


def the_rest(solving: subprocess.Popen) -> str:
    """The remaining output; the process must succeed."""
    told, _ = solving.communicate(timeout=SECONDS)
    assert solving.returncode == 0, told
    return told


@pytest.mark.faults
def test_a_host_is_lost(hosts: Hosts, data: Path, tmp_path: Path):
    """Its link goes down without notice; what it still writes does no harm."""
    full_id = "pegsolitaire/star"
    hosts.start()
    solving = hosts.solving(data, full_id)
    with solving:
        until_level(solving, 2)
        hosts.cut(1)
        the_rest(solving)
    assert_same_as_reference(full_id, Store(data / "tables"), tmp_path / "reference")


@pytest.mark.faults
def test_a_slow_host_and_full_disks(hosts: Hosts, data: Path, tmp_path: Path):
    """Little gets through to one host, the other's own folder is full, and the shared one gets room only later."""
    full_id = "pegsolitaire/star"
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

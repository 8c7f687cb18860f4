"""A cluster of several hosts, which share only files: one is lost in the middle."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from solvers.tables.store import Store
from tests.cluster.hosts import Hosts, why_not
from tests.cluster.machines import SECONDS
from tests.cluster.solving import assert_same_as_reference


@pytest.fixture
def hosts(dask: None, tmp_path: Path) -> Iterator[Hosts]:
    """Two hosts with a worker each, besides the scheduler's."""
    if reason := why_not():
        pytest.skip(reason)
    with Hosts(tmp_path) as started:
        yield started


def until_level(solving: subprocess.Popen, level: int) -> None:
    """Read what is told until this level is complete."""
    assert solving.stdout is not None
    for line in solving.stdout:
        if json.loads(line).get("level") == level:
            return
    raise AssertionError(f"it ended before level {level}")


def the_rest(solving: subprocess.Popen) -> str:
    """What is told until the end, which must be a good one."""
    told, _ = solving.communicate(timeout=SECONDS)
    assert solving.returncode == 0, told
    return told


@pytest.mark.faults
def test_a_host_is_lost(hosts: Hosts, data: Path, tmp_path: Path):
    """Its link goes down, so that nobody says goodbye; what it still writes does no harm."""
    full_id = "pegsolitaire/star"
    solving = hosts.solving(data, full_id)
    with solving:
        until_level(solving, 2)
        hosts.cut(1)
        the_rest(solving)
    assert_same_as_reference(full_id, Store(data / "tables"), tmp_path / "reference")

"""How many cores and how much memory a process may use if it is bound to some cores or in a limited control group."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from perfect_play.solvers import machine
from tests.helpers import ROOT

GIB = 1 << 30


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of control groups; this process is in the group `a/b`. It is bound to eight cores."""
    own = tmp_path / "cgroup"
    own.write_text("3:cpuset:/elsewhere\n0::/a/b\n")
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.setattr(machine, "GROUPS", tmp_path)
    monkeypatch.setattr(machine, "OWN_GROUP", own)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(8)), raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("own", "above", "expected"),
    [
        ("max 100000", None, 8),
        ("200000 100000", None, 2),
        ("250000 100000", None, 3),
        ("20000 100000", None, 1),
        ("1600000 100000", None, 8),
        ("max 100000", "400000 100000", 4),
        ("300000 100000", "max 100000", 3),
        ("nonsense", None, 8),
    ],
)
def test_cores_are_limited_by_control_groups(groups: Path, own: str, above: str | None, expected: int):
    (groups / "a" / "b" / "cpu.max").write_text(own)
    if above is not None:
        (groups / "a" / "cpu.max").write_text(above)
    assert machine.cores() == expected


def test_memory_is_limited_by_control_groups(groups: Path):
    machines = machine.free_memory()
    group = groups / "a"
    (group / "memory.current").write_text(f"{2 * GIB}\n")
    (group / "memory.stat").write_text(f"anon {GIB}\ninactive_file {GIB // 4}\n")
    (group / "memory.max").write_text("max\n")
    assert abs(machine.free_memory() - machines) < GIB
    (group / "memory.max").write_text(f"{2 * GIB + GIB // 8}\n")
    assert machine.free_memory() == GIB // 8 + GIB // 4
    (group / "memory.max").write_text(f"{GIB}\n")
    assert machine.free_memory() == 0


def test_machine_without_control_groups_counts_cores_and_memory(groups: Path):
    (groups / "cgroup").unlink()
    assert machine.cores() == 8
    assert machine.free_memory() > 0


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes cannot be bound to cores here")
def test_cores_it_is_bound_to():
    code = "import os; from perfect_play.solvers.machine import cores; "
    code += "os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])"
    done = subprocess.run([sys.executable, "-c", f"{code}; print(cores())"], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "1\n", done.stderr

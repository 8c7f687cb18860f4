"""Tables that tests share are solved once, and solved again if they are not what they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfect_play.solvers.retrograde import solve
from tests import kept_tables
from tests.helpers import load
from tests.kept_tables import copy_kept, kept_solution, solve_kept

SMALL = "towersofhanoi/3_2"


def test_each_is_solved_once_and_again_where_it_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    solved = []

    def build_one(manager, rules, *arguments):
        solved.append(rules.full_id)
        return build(manager, rules, *arguments)

    build = kept_tables.build_one
    monkeypatch.setattr(kept_tables, "build_one", build_one)
    monkeypatch.setattr(kept_tables, "kept", lambda: tmp_path)
    rules = load(SMALL)
    path = solve_kept([rules]).store.path(rules)
    whole = path.read_bytes()
    copied = copy_kept(tmp_path / "copy", [rules]).store
    assert copied.path(rules).read_bytes() == whole
    assert solved == [SMALL]
    copied.path(rules).write_bytes(b"changed by a test")
    assert path.read_bytes() == whole, "what a test does to its copy is not kept"
    path.write_bytes(whole[:100])
    assert not solve_kept([rules]).missing(rules)
    assert solved == [SMALL, SMALL]


@pytest.mark.parametrize("full_id", ["mutorere/regular", "clobber/2x3", "dao/3x3"])
def test_a_solution_is_found_once_and_read_as_it_was(full_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_tables, "kept", lambda: tmp_path)
    monkeypatch.setattr(kept_tables, "KEPT_FROM", 0)
    rules = load(full_id)
    assert kept_solution(rules) == solve(rules)
    monkeypatch.setattr(kept_tables, "solve", None)
    assert kept_solution(rules) == solve(rules)


def test_a_changed_solver_has_other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_tables, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(kept_tables, "KERNELS", tmp_path / "kernels")
    monkeypatch.setattr(kept_tables, "ROOT", tmp_path)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    for name in ("puzzles/base.py", "solvers/result.py", "solvers/retrograde.py", "solvers/draw_levels.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    find, found = kept_tables.kept.__wrapped__, []
    for version in range(kept_tables.MOST + 2):
        (tmp_path / "solvers" / "result.py").write_text(f"VERSION = {version}")
        found.append(find())
        assert find() == found[-1]
    assert len(set(found)) == len(found)
    assert len(list((tmp_path / "kept" / "tables").iterdir())) == kept_tables.MOST
    assert found[-1].is_dir()


def test_kernels_are_kept_until_they_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_tables, "KEPT", tmp_path)
    monkeypatch.setattr(kept_tables, "KERNELS", tmp_path / "kernels")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    kernel = tmp_path / "kernels" / "cpython-311" / "kernel.py"
    kernel.parent.mkdir(parents=True)
    kernel.write_text("pass")
    kept_tables.kept.__wrapped__()
    assert kernel.exists()
    monkeypatch.setattr(kept_tables, "MOST_KERNELS", 3)
    kept_tables.kept.__wrapped__()
    assert not kernel.exists()

"""Verifying by compiled rules accepts what is right, and finds one wrong entry in a table of any engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers import retrograde
from perfect_play.solvers.native import compiled_verification
from perfect_play.solvers.native.compiled_verification import verify_compiled
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import Solution
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import layout_of
from tests.helpers import exhaustive, late, load
from tests.native.solving import strain
from tests.native.test_engines import CASES, by_reference


@pytest.fixture(autouse=True)
def without_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is found by compiled rules."""
    monkeypatch.setattr(compiled_verification, "verify", lambda *arguments: [])
    monkeypatch.setattr(compiled_verification, "MOST_FAULTS", 2)
    monkeypatch.setattr(compiled_verification, "CHUNK", 50)


def other_than(result: Result) -> Result:
    """A wrong result."""
    if result.remoteness is None:
        return Result(Value.WIN, 1)
    return Result(result.value, result.remoteness + 2)


ALWAYS = ("dense", "modulo3", "blocks", "backward", "forward-game-lists", "forward-points", "tiers-symmetric")
"""One of each engine; `make exhaustive` takes all."""


@pytest.mark.second_ring
@pytest.mark.parametrize("name", [name if name in ALWAYS else exhaustive(name) for name in CASES])
def test_table_with_a_wrong_entry_has_a_fault_and_a_right_one_none(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strain(monkeypatch, name.partition("-")[0])
    rules, solution, store = CASES[name][1](), by_reference(CASES[name][1]), Store(tmp_path)
    plan = plan_of(rules)
    assert plan is not None
    assert plan.engine == CASES[name][0]
    store.write(rules, solution, 0.0, count=False)
    seen: list[int] = []
    assert verify_compiled(store, rules, tmp_path, tell=seen.append) == []
    assert seen
    positions = list(solution.results)
    for position in (positions[len(positions) // 2], positions[-1]):
        wrong = {**solution.results, position: other_than(solution.results[position])}
        store.write(rules, Solution(solution.domain, wrong, solution.margins), 0.0, count=False)
        faults = verify_compiled(store, rules, tmp_path, 1000)
        names = [repr(rules.format(image)) for image in rules.images(position)]
        names_it = any(name in fault for fault in faults for name in names)
        assert names_it or (faults and layout_of(rules) == "modulo3"), faults


@pytest.mark.second_ring
def test_wrong_margin_is_a_fault(tmp_path: Path) -> None:
    make = CASES["forward-points"][1]
    rules, solution, store = make(), by_reference(make), Store(tmp_path)
    assert solution.margins is not None
    position, margin = next((position, margin) for position, margin in solution.margins.items() if margin > 1)
    wrong = {**solution.margins, position: margin + 1}
    store.write(rules, Solution(solution.domain, solution.results, wrong), 0.0, count=False)
    assert any("has the margin" in fault for fault in verify_compiled(store, rules, tmp_path))


@pytest.mark.parametrize(("name", "solved"), [late("backward", True), late("dense", True), late("backward", False)])
def test_false_solution_and_missing_entry_are_faults(name: str, solved: bool, tmp_path: Path) -> None:
    make = CASES[name][1]
    rules, results, store = make(), {**by_reference(make).results}, Store(tmp_path)
    position = next(position for position, result in results.items() if result.remoteness == 5)
    results[position] = Result(Value.WIN, 0)
    if not solved:
        del results[position]
    store.write(rules, Solution("closure", results), 0.0, count=False)
    faults = verify_compiled(store, rules, tmp_path, 1000)
    assert any(repr(rules.format(position)) in fault for fault in faults), faults


def test_kernel_that_contradicts_its_rules_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_verification, "kernel_faults", lambda rules: "its kernel contradicts it")
    rules = load("npuzzle/2")
    Store(tmp_path).write(rules, retrograde.solve(rules), 0.0)
    assert verify_compiled(Store(tmp_path), rules, tmp_path) == ["npuzzle/2: its kernel contradicts it"]

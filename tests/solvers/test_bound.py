"""A solve stops at twenty times the declared positions, or where memory ends, and names a position."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Rules
from perfect_play.solvers import bound as bounds
from perfect_play.solvers import builder, retrograde
from perfect_play.solvers.bound import FACTOR, FLOOR, UNDECLARED, Bound, ReferenceOutgrown, TooLarge
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.cli import main
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.launch import MIN_BOARD_POSITIONS, solve_native
from tests.helpers import ForwardPuzzle, exhaustive, late, load
from tests.native.solving import solve, task


def declaring(full_id: str, positions: int) -> Rules:
    """The rules of a variant that declares another number of positions."""
    rules = load(full_id)
    return type(rules)(replace(rules.variant, positions=positions))


@pytest.fixture
def low(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a few positions were many."""
    monkeypatch.setattr(bounds, "FLOOR", 100)
    monkeypatch.setattr(retrograde, "STEP", 20)


def test_the_bound_is_twenty_times_what_is_declared_but_never_low():
    assert Bound(declaring("npuzzle/3", 1_000_000)).limit == FACTOR * 1_000_000
    assert Bound(declaring("npuzzle/3", 400)).limit == FLOOR
    assert Bound(declaring("npuzzle/3", 0)).limit == UNDECLARED
    assert Bound(declaring("quixo/3x3", 100_000), ranks=True).limit == 16 * FACTOR * 100_000, "in all symmetries"


@pytest.mark.parametrize("full_id", ["clobber/2x6", "npuzzle/2x4", "teeko/4x4", "sokoban/9"])
def test_the_reference_solver_stops_and_names_a_position(full_id: str, low: None):
    rules = declaring(full_id, 6)
    with pytest.raises(TooLarge, match=r"more than 120 positions were found, but its variant declares positions=6\. "):
        retrograde.solve(rules)
    try:
        retrograde.solve(rules)
    except TooLarge as error:
        named = str(error).partition("such as '")[2].partition("'")[0]
    rules.parse(named)


NATIVE = {
    "forward": partial(declaring, "clobber/2x6", 6),
    "backward": partial(declaring, "hopndrop/map2", 6),
    "dense": partial(declaring, "towersofhanoi/3_7", 6),
    "tiers": partial(declaring, "quixo/3x3", 6),
}


@pytest.mark.parametrize("engine", [late(one) if one in ("tiers", "forward") else one for one in NATIVE])
def test_native_engines_stop_and_name_a_position(engine: str, low: None, tmp_path: Path):
    make: Callable[[], Rules] = NATIVE[engine]
    work = task(make, tmp_path)
    work.bound.limit = 120
    with pytest.raises(TooLarge, match=r"more than 120 positions were found, but .* such as '.+': correct the rules"):
        solve(work)


@pytest.mark.parametrize("engine", ["forward", "backward"])
def test_native_engines_stop_where_memory_ends(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    work = task(NATIVE[engine], tmp_path)
    monkeypatch.setattr(bounds, "free_memory", lambda: bounds.RESERVE)
    with pytest.raises(TooLarge, match=r"memory does not suffice: .* such as '"):
        solve(work)


def test_the_reference_solver_stops_where_memory_ends(low: None, monkeypatch: pytest.MonkeyPatch):
    free = [bounds.RESERVE + 100_000] * 3 + [bounds.RESERVE]
    monkeypatch.setattr(bounds, "free_memory", lambda: free.pop(0))
    with pytest.raises(TooLarge, match=r"memory does not suffice: 134 MB are free after .* such as '"):
        retrograde.solve(declaring("npuzzle/2x4", 20_160))
    assert free == []


def test_a_position_that_cannot_be_written_is_named_all_the_same(low: None, monkeypatch: pytest.MonkeyPatch):
    class Path(ForwardPuzzle):
        def format(self, position: int) -> str:
            raise ValueError

    monkeypatch.setattr(bounds, "UNDECLARED", 100)
    with pytest.raises(TooLarge, match=r"100 positions were found, and its variant declares none\. .* such as '1\d\d'"):
        retrograde.solve(Path({node: [node + 1] for node in range(200)} | {200: []}, {}))


@pytest.mark.second_ring
@pytest.mark.parametrize("apart", [exhaustive(False), True])
def test_a_solve_that_was_declared_small_goes_on_natively(apart: bool, tmp_path: Path, monkeypatch: Any):
    """The reference solver hands over once it has found more positions than native solving begins with."""
    rules = declaring("teeko/4x4", 30)
    with pytest.raises(ReferenceOutgrown):
        retrograde.solve(rules, bound=Bound(rules, native_from=MIN_BOARD_POSITIONS))
    by_reference: list[bool] = []

    def solve_and_note(*arguments: Any, reference: bool = False, **options: Any) -> None:
        by_reference.append(reference)
        solve_native(*arguments, reference=reference, **options)

    monkeypatch.setattr(builder, "solve_native", solve_and_note)
    monkeypatch.setattr(retrograde, "STEP", 5_000)
    manager = PuzzleManager(tmp_path)
    stages: list[str] = []
    report = Reporter(io.StringIO())
    monkeypatch.setattr(report, "stage", stages.append)
    meta = builder.build_one(manager, rules, report, lambda done: None, separate=apart)
    assert meta.layout == "dense"
    assert by_reference == [apart]
    assert any(stage.startswith("natively (tiers)") for stage in stages)


def test_the_solve_command_says_why_it_stopped(
    low: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    rules = load("pancakes/5")
    wrong = replace(rules.variant, positions=6)
    monkeypatch.setattr(type(rules), "variants", (wrong,))
    monkeypatch.setattr("perfect_play.puzzles.registry.load", lambda name, variant: type(rules)(wrong))
    assert main.main(["--data-dir", str(tmp_path), "solve", "pancakes", "5"]) == 1
    output = capsys.readouterr().out
    assert "pancakes/5 could not be solved: more than 120 positions were found" in output
    assert "Nothing was changed." in output
    assert list(tmp_path.glob("tables/*.sqlite")) == []

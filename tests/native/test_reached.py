"""Positions that play from the start leads to, counted natively among the legal ones of a board game."""

from __future__ import annotations

from collections import Counter

import pytest

from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native import tier_engine
from perfect_play.solvers.result import Result, histogram_table
from perfect_play.solvers.tables.census import groups_from_start
from tests.helpers import exhaustive, load
from tests.kept_tables import solve_kept

PUBLISHED = {
    "change/regular": 48_029,
    "jan/4x4": 750_914,
    "foxandhounds/regular": 778_771,
    "beeline/regular": 318_064,
    "nutictactoe/regular": 7_795_903,
}
"""GamesmanClassic's counts; the table of each has more legal positions."""
QUICK = ("change/regular",)


@pytest.mark.parametrize("full_id", [*QUICK, *(exhaustive(one) for one in PUBLISHED if one not in QUICK)])
@pytest.mark.second_ring
def test_counts_are_those_published(full_id: str):
    rules = load(full_id)
    census = solve_kept([rules]).store.meta(rules).census
    assert census is not None
    assert (census["meaning"], census["positions"]) == ("reachable", PUBLISHED[full_id])


@pytest.mark.parametrize(
    "full_id",
    [
        "achi/regular",
        *(pytest.param(one, marks=pytest.mark.second_ring) for one in ("dinododgem/4x4", "yote/3x3")),
        exhaustive("lite3/both"),
    ],
)
def test_reachable_census_equals_a_walk_by_the_rules(full_id: str):
    rules = load(full_id)
    manager = solve_kept([rules])
    census, counts, classes = manager.store.meta(rules).census, Counter[Result](), set()
    groups = groups_from_start(rules, 1_000_000)
    assert census is not None
    assert groups is not None
    reached = {position for group in groups for position in group}
    for position in reached:
        counts[manager.result(rules, position)] += 1
        classes.add(rules.rank(position))
    assert (census["positions"], census["classes"]) == (len(reached), len(classes))
    assert census["histogram"] == histogram_table(counts)
    greatest = max(result.remoteness or 0 for result in counts)
    deepest = set(map(rules.parse, census["deepest"]))
    assert deepest <= reached
    assert {manager.result(rules, position).remoteness for position in deepest} == {greatest}


def test_reachable_census_of_too_many_positions_is_skipped(monkeypatch: pytest.MonkeyPatch):
    rules = load("dinododgem/4x4")
    assert isinstance(rules, BoardGame)
    solver = tier_engine.AllTiers.__new__(tier_engine.AllTiers)
    solver.rules, solver.size = rules, rules.arrangements.size
    monkeypatch.setattr(tier_engine, "MOST_WALKED", rules.exact_arrangements.size - 1)
    assert solver.reachable_census() is None

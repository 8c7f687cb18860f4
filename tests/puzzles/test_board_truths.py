"""Board games solved by other programs: the number of positions with each value and remoteness."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perfect_play.solvers.native import process, tier_engine
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.engine import Task
from perfect_play.solvers.result import histogram_table
from tests.helpers import ROOT, exhaustive, late, load
from tests.puzzles.reached import results_reached

TRUTHS = json.loads((ROOT / "tests" / "puzzles" / "truths" / "boards.json").read_text())
"""By variant: value -> remoteness ("" for none) -> reachable positions; for Teeko, all legal ones."""
SMALL = ("quixo/3x3", "hareandhounds/s-hounds-first", "hareandhounds/s-hare-first")
LARGE = [name for name in TRUTHS if name not in SMALL and not name.startswith("teeko")]


@pytest.mark.parametrize("full_id", [late(SMALL[0]), *SMALL[1:], *(exhaustive(name) for name in LARGE)])
def test_reachable_positions_of_each_result_are_as_many_as_other_programs_found(full_id: str):
    assert histogram_table(results_reached(full_id)) == TRUTHS[full_id]


@pytest.mark.exhaustive
@pytest.mark.parametrize("full_id", [name for name in TRUTHS if name.startswith("teeko")])
def test_legal_positions_of_each_result_are_as_many_as_other_programs_found(full_id: str, tmp_path: Path):
    rules = load(full_id)
    code = process.compiled(rules, "tiers")
    found = tier_engine.solve(Task(rules, *code, Checkpoint(rules, tmp_path), lambda **told: None))
    weighted = found.weighted()
    assert weighted is not None
    assert histogram_table(weighted) == TRUTHS[full_id]

"""Board games solved by other programs: how many positions have each value and remoteness."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from solvers.native import process, tiers
from solvers.native.checkpoint import Checkpoint
from solvers.native.engine import Work
from solvers.result import Result
from tests.helpers import ROOT, load, reachable, solved

TRUTHS = json.loads((ROOT / "tests" / "puzzles" / "truths" / "boards.json").read_text())
"""By variant: value -> remoteness, "" for none -> reachable positions; of Teeko, all legal ones."""
SMALL = ("quixo/3x3", "hareandhounds/s-hounds-first", "hareandhounds/s-hare-first")
LARGE = [name for name in TRUTHS if name not in SMALL and not name.startswith("teeko")]


def rows(results: Counter[Result]) -> dict[str, dict[str, int]]:
    """A histogram in the form of TRUTHS."""
    found: dict[str, dict[str, int]] = {}
    for known, count in results.items():
        remoteness = "" if known.remoteness is None else str(known.remoteness)
        found.setdefault(str(known.value), {})[remoteness] = count
    return found


@pytest.mark.parametrize("full_id", [*SMALL, *(pytest.param(name, marks=pytest.mark.exhaustive) for name in LARGE)])
def test_reachable_positions(full_id: str):
    rules, solution = load(full_id), solved(full_id)
    results = Counter(solution.result(rules, position) for position in reachable(rules, stop_at_end=True))
    assert rows(results) == TRUTHS[full_id]


@pytest.mark.exhaustive
@pytest.mark.parametrize("full_id", [name for name in TRUTHS if name.startswith("teeko")])
def test_legal_positions(full_id: str, tmp_path: Path, kernels: Path):
    rules = load(full_id)
    module = process.compiled(rules, None, "tiers", kernels)
    found = tiers.solve(Work(rules, module, Checkpoint(rules, tmp_path), lambda **told: None))
    weighted = found.weighted()
    assert weighted is not None
    assert rows(weighted) == TRUTHS[full_id]

"""`docs/native-speed.md`: its numbers are right."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native.launch import MIN_BOARD_POSITIONS, MIN_POSITIONS, goes_native, plan_of
from perfect_play.solvers.untabled.choice import has_table
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "native-speed.md"


def test_the_thresholds_are_those_told():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert re.search(rf"more than {MIN_POSITIONS:,}\s+positions", text)
    assert re.search(rf"board\s+games\s+of\s+more\s+than\s+{MIN_BOARD_POSITIONS:,}", text)


@pytest.mark.second_ring
def test_the_variants_of_each_engine_are_counted():
    rows = re.findall(r"^\| `?(\w+)`? \|.*\| (\d+) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    engines = Counter(engine_of(rules) for rules in registry.listed() if has_table(rules))
    assert {name: int(count) for name, count in rows} == engines


def engine_of(rules: Rules) -> str:
    if isinstance(rules, BoardGame) and rules.dense:  # to plan its memory takes long
        return "tiers" if rules.variant.positions > MIN_BOARD_POSITIONS else "reference"
    plan = plan_of(rules) if goes_native(rules) else None
    return plan.engine if plan else "reference"

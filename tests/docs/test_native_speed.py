"""`docs/native-speed.md`: its kernel obeys the law and agrees with the rules, and its numbers are right."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.checks import applies, check
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.solvers.native.launch import MIN_BOARD_POSITIONS, MIN_POSITIONS, goes_native, plan_of
from perfect_play.solvers.untabled.choice import has_table
from tests.docs.loading import load_source
from tests.docs.markdown import block_with
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "native-speed.md"
CODE = block_with(DOCUMENT, "class Frog").text


@pytest.fixture(params=Template.variants, ids=lambda variant: variant.id)
def frog(request: pytest.FixtureRequest, tmp_path: Path) -> Rules:
    rules: Rules = vars(load_source("frog", CODE, tmp_path))["Frog"](request.param)
    return rules


def test_the_kernel_obeys_the_laws(frog: Rules):
    assert applies("kernel", frog)
    assert check(frog) == []


def test_the_kernel_leads_where_the_rules_lead(frog: Rules):
    kernel = frog.kernel()
    assert kernel is not None
    assert kernel.parents is not None
    assert frog.size
    for number in range(frog.size):
        children = run_kernel(kernel.children, kernel, number)
        assert children == {frog.rank(child) for child in frog.children(frog.unrank(number))}
        assert all(number in run_kernel(kernel.parents, kernel, child) for child in children)


def test_the_thresholds_are_those_told():
    for name in ("native-speed.md", "command-line.md"):
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert re.search(rf"more than {MIN_POSITIONS:,}\s+positions", text), name
        assert re.search(rf"board\s+games\s+of\s+more\s+than\s+{MIN_BOARD_POSITIONS:,}", text), name


@pytest.mark.second_ring
def test_the_variants_of_each_engine_are_counted():
    rows = re.findall(r"^\| `?(\w+)`? \|.*\| (\d+) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    engines = Counter(engine_of(rules) for rules in registry.listed() if has_table(rules))
    assert {name: int(count) for name, count in rows} == engines


def engine_of(rules: Rules) -> str:
    plan = plan_of(rules) if goes_native(rules) else None
    return plan.engine if plan else "reference"

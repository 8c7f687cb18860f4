"""The native engines and the reference solver make identical tables, byte for byte, of every variant both can solve.

`make exhaustive` tries all, which takes half an hour. A few are always tried, in `test_counting.py`; that all other
kernels agree with their rules is one of the laws, and the tests of each engine are in `test_engines.py`.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native.launch import plan_of
from tests.helpers import load, name_of, solved
from tests.native.solving import assert_same, code_for, solve, task

pytestmark = pytest.mark.exhaustive
MOST = 5_000_000  # positions that the reference solver has room and time for


@cache
def both_can() -> list[Rules]:
    """Every listed variant that has a kernel and is not too large, smallest first."""
    known = [rules for rules in registry.listed() if rules.variant.positions <= MOST and plan_of(rules) is not None]
    return sorted(known, key=lambda rules: rules.variant.positions)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All variants if exhaustive tests are chosen; planning how to solve each takes seconds."""
    if "full_id" in metafunc.fixturenames:
        chosen = () if "not exhaustive" in metafunc.config.option.markexpr else both_can()
        metafunc.parametrize("full_id", [pytest.param(rules.full_id, id=name_of(rules)) for rules in chosen])


def test_the_table_is_byte_for_byte_that_of_the_reference_solver(full_id: str, tmp_path: Path):
    make = partial(load, full_id)
    rules = make()
    found = solve(task(make, tmp_path / "work"))
    assert_same(found, rules, solved(full_id), tmp_path)
    code_for.cache_clear()


def test_every_plugin_with_a_kernel_has_a_variant_compared_here():
    with_kernel = {r.id for r in registry.listed() if r.kernel() is not None or isinstance(r, BoardGame)}
    assert {rules.id for rules in both_can()} == with_kernel

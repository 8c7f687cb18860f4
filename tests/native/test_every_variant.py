"""The native engines and the reference solver make identical tables, byte for byte, of every variant both can solve.

One variant of every plug-in that has a small one is always tried; all of them by `make exhaustive`, which takes half
an hour.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from pathlib import Path

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native.launch import plan_of
from tests.helpers import load, name_of, solved
from tests.native.solving import assert_same, code_for, solve, task

MOST = 5_000_000  # positions that the reference solver has room and time for
MOST_ALWAYS = 3_000  # positions of variants always tried, unless a plug-in has none this small
MOST_OF_SMALLEST = 20_000  # positions of variants tried then


@cache
def both_can() -> list[Rules]:
    """Every listed variant that has a kernel and is not too large, smallest first."""
    known = [rules for rules in registry.listed() if rules.variant.positions <= MOST and plan_of(rules) is not None]
    return sorted(known, key=lambda rules: rules.variant.positions)


def always() -> Iterator[Rules]:
    """The largest small variant of every plug-in that has one, else its smallest."""
    small: dict[str, list[Rules]] = {}
    for rules in registry.listed():
        if rules.variant.testing and rules.variant.positions <= MOST_OF_SMALLEST:
            small.setdefault(rules.id, []).append(rules)
    for those in small.values():
        those.sort(key=lambda rules: rules.variant.positions, reverse=True)
        most = [rules for rules in those if rules.variant.positions <= MOST_ALWAYS]
        fitting = (rules for rules in most + those[::-1] if plan_of(rules) is not None)
        yield from islice(fitting, 1)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All variants if exhaustive tests are chosen; planning how to solve each takes seconds."""
    if "full_id" in metafunc.fixturenames:
        chosen = {rules.full_id for rules in always()}
        more = () if "not exhaustive" in metafunc.config.option.markexpr else both_can()
        cases = [pytest.param(name, id=name.replace("/", "-")) for name in sorted(chosen)]
        for rules in more:
            if rules.full_id not in chosen:
                cases.append(pytest.param(rules.full_id, id=name_of(rules), marks=pytest.mark.exhaustive))
        metafunc.parametrize("full_id", cases)


def test_the_table_is_byte_for_byte_that_of_the_reference_solver(full_id: str, tmp_path: Path):
    make = partial(load, full_id)
    rules = make()
    found = solve(task(make, tmp_path / "work"))
    assert_same(found, rules, solved(full_id), tmp_path)
    code_for.cache_clear()


def test_every_plugin_with_a_kernel_is_among_them():
    with_kernel = {r.id for r in registry.listed() if r.kernel() is not None or isinstance(r, BoardGame)}
    assert {rules.id for rules in both_can()} == with_kernel

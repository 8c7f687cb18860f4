"""The native engines and the reference solver make the same tables, byte for byte, of all that both can solve.

One variant of every plug-in that has a small one is always tried; all of them by `make exhaustive`, which takes half
an hour.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from puzzles import registry
from puzzles.base import Rules
from puzzles.boards.game import BoardGame
from solvers.native.launch import plan_of
from tests.helpers import load, name_of, solved
from tests.native.solving import assert_same, module_for, solve, task

MOST = 5_000_000  # positions that the reference solver has room and time for
MOST_ALWAYS = 3_000  # positions of what is always tried, unless a plug-in has nothing as small
MOST_OF_SMALLEST = 20_000  # positions of what is tried then


@cache
def both_can() -> list[Rules]:
    """Every listed variant that has a kernel and is not too large, smallest first."""
    known = [rules for rules in registry.listed() if rules.variant.positions <= MOST and plan_of(rules) is not None]
    return sorted(known, key=lambda rules: rules.variant.positions)


def cases() -> Iterator[Any]:
    """All of these; those beyond the largest small one of each plug-in are marked."""
    largest: dict[str, str] = {}
    for rules in both_can():
        most = MOST_ALWAYS if rules.id in largest else MOST_OF_SMALLEST
        if rules.variant.testing and rules.variant.positions <= most:
            largest[rules.id] = rules.full_id
    for rules in both_can():
        marks = () if largest.get(rules.id) == rules.full_id else (pytest.mark.exhaustive,)
        yield pytest.param(rules.full_id, id=name_of(rules), marks=marks)


@pytest.mark.parametrize("full_id", list(cases()))
def test_the_table_is_byte_for_byte_that_of_the_reference_solver(full_id: str, tmp_path: Path, kernels: Path):
    make = partial(load, full_id)
    rules = make()
    found = solve(task(make, tmp_path / "work", kernels))
    assert_same(found, rules, solved(full_id), tmp_path)
    module_for.cache_clear()  # a hundred compiled modules would be a lot of memory


def test_every_plugin_with_a_kernel_is_among_them():
    with_kernel = {r.id for r in registry.listed() if r.kernel() is not None or isinstance(r, BoardGame)}
    assert {rules.id for rules in both_can()} == with_kernel

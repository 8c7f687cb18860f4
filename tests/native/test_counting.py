"""The engines solve and count positions as the rules alone do: tables byte for byte, and what a player sees of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from perfect_play.solvers.native.counting import census_of
from perfect_play.solvers.tables import census
from tests.helpers import load, solved
from tests.native.solving import assert_same, solve, task


@pytest.mark.parametrize(
    ("full_id", "meaning"),
    [
        ("hexapawn/5x3", "reachable"),  # the start is its own image
        ("quickchess/rooks", "reachable"),  # not all images of the start can be reached
        ("clobber/2x5", "reachable"),  # the players can be exchanged
        ("expantix/3", "reachable"),
        ("kalah/3x2", "reachable"),  # with the same player to move again
        ("dotsandboxes/1x4", "reachable"),
        ("tantrix/2_2_2", "reachable"),  # whose images only the rules can compute
        ("connect4/4x4", "reachable"),
    ],
)
def test_positions_are_solved_and_counted_as_by_the_rules(full_id: str, meaning: str, tmp_path: Path):
    rules = load(full_id)
    table = solve(task(partial(load, full_id), tmp_path))
    assert_same(table, rules, solved(full_id), tmp_path)
    found = census_of(rules, table)
    expected = census.of_solution(rules, solved(full_id))
    assert found.meaning == expected.meaning == meaning
    assert (found.positions, found.classes) == (expected.positions, expected.classes)
    assert found.histogram == expected.histogram

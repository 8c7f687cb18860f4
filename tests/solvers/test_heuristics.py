"""Heuristics of plug-ins, checked against tables: admissible, consistent, and 0 on solved positions."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Puzzle, Rules, Value
from perfect_play.puzzles.mixins import Searchable
from tests.helpers import load, name_of, small_rules, solved

INFORMED = [rules for rules in small_rules() if isinstance(rules, Searchable)]


def test_plugins_with_heuristics_are_the_known_ones():
    known = {"gridnavigation", "lineardisks", "npuzzle", "nqueens", "pegsolitaire", "solitairechess", "towersofhanoi"}
    assert known <= {rules.id for rules in INFORMED}


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", INFORMED, ids=name_of)
def test_heuristics_are_admissible_and_consistent(rules: Puzzle):
    for position, found in solved(rules.full_id).results.items():
        here = rules.heuristic(position)
        assert here >= 0
        assert found.value is not Value.WIN or here <= found.remoteness, rules.format(position)
        if rules.primitive(position) is None:
            for child in rules.children(position):
                assert here <= 1 + rules.heuristic(child), (rules.format(position), rules.format(child))


WEIGHTED = [rules for rules in small_rules() if isinstance(rules, Puzzle) and rules.has_costs]
ROUNDING = 1e-9


@pytest.mark.parametrize("rules", WEIGHTED, ids=name_of)
def test_costs_are_more_than_nothing_and_never_less_than_what_they_bring_nearer(rules: Puzzle):
    """Consistent, and 0 on solved positions, hence admissible."""
    for position in solved(rules.full_id).results:
        here = rules.least_cost(position)
        assert here >= 0
        if rules.primitive(position) is Value.WIN:
            assert here == 0
        elif rules.primitive(position) is None:
            for move in rules.moves(position):
                cost = rules.cost(position, move)
                assert cost > 0
                assert here <= cost + rules.least_cost(rules.do_move(position, move)) + ROUNDING


def test_three_rods_are_told_exactly():
    rules: Rules = load("towersofhanoi/3_6")
    assert isinstance(rules, Puzzle)
    assert all(
        rules.heuristic(position) == found.remoteness for position, found in solved(rules.full_id).results.items()
    )


def test_linear_conflicts_add_two_slides_for_each_tile_that_steps_aside():
    """In 3 2 1 each outer tile is two cells from home, and two of the three must step aside for the others."""
    rules = load("npuzzle/3")
    assert isinstance(rules, Puzzle)
    assert rules.heuristic(rules.parse("12345678-")) == 0
    assert rules.heuristic(rules.parse("32145678-")) == 4 + 2 * 2
    assert rules.heuristic(rules.parse("21-345678")) >= 2 + 2

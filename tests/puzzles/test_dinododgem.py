"""Dino Dodgem: counts of GamesmanClassic, and where no dinosaur may step."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

REGULAR = "dinododgem/regular"


@pytest.mark.exhaustive
def test_counts_are_those_of_gamesmanclassic():
    assert by_value(REGULAR) == {"win": 633_493, "lose": 429_772, "draw": 152_231}
    assert result_of(REGULAR, load(REGULAR).start()) == DRAWN


def test_neither_along_nor_onto_start_lines():
    start = "1_------x-----x-----x-------------ooo-"
    assert list(moves_from(REGULAR, start)) == ["a5-b5", "a4-b4", "a3-b3"]
    near = "1_--------------x---x-------x------oo-"
    assert sorted(moves_from(REGULAR, near)) == ["a3-b3", "c2-c3", "c2-d2", "c4-c3", "c4-c5", "c4-d4"]


def test_leaving():
    after = moves_from(REGULAR, "1_----------x---o---------------------")
    assert after == {
        "e5-f5": "2_--------------o---------------------",
        "e5-e4": "2_--------------o-x-------------------",
    }
    rules = load(REGULAR)
    assert rules.primitive(rules.parse(after["e5-f5"])) is Value.LOSE


def test_refused():
    with pytest.raises(IllegalPosition):
        load(REGULAR).parse("1_------x-----------------x-------oo--")  # in the blocked corner

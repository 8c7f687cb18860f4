"""Kaooa: every count of GamesmanOne, drops, jumps, and when the vulture is shut in."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "kaooa/regular"


@pytest.mark.second_ring
def test_every_count_is_that_of_gamesmanone():
    assert reached(ID) == {
        "win": row(1, 1470, 130, 255, 110, 205, 25),
        "lose": row(0, 1130, 85, 105, 30, 65, 5),
        "draw": {None: 18081},
    }
    assert result_of(ID, load(ID).start()) == DRAWN


def test_the_vulture_jumps_over_a_crow():
    assert moves_from(ID, "2_V----C---C2") == {"0-6": "1_------V--C2", "0-8": "1_-----C--V-2"}


def test_vulture_shut_in_loses():
    rules = load(ID)
    assert rules.primitive(rules.parse("2_VC---CC-CC5")) is Value.LOSE
    assert rules.primitive(rules.parse("2_VC---CC--C4")) is None


@pytest.mark.parametrize("text", ["1_----------1", "2_----------0", "2_V---------1", "1_V---------3"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)

"""Dodgem: every count of GamesmanClassic, leaving the board, and blocking."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "dodgem/regular"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": {0: 8} | row(1, 214, 243, 269, 151, 112, 64, 34, 12, 8, 7, 1),
        "lose": row(0, 90, 198, 183, 134, 101, 61, 33, 20, 9, 7, 4),
    }
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 19)


def test_cars_leave_on_their_own_side():
    assert moves_from(ID, "1_------o-x-------") == {"c3-d3": "2_--------x-------", "c3-c2": "2_--------x-o-----"}
    assert moves_from(ID, "2_----x-o---------") == {"a3-a4": "1_------o---------", "a3-b3": "1_-----xo---------"}


def test_game_is_lost_by_who_faces_no_cars_and_won_by_who_is_shut_in():
    rules = load(ID)
    assert rules.primitive(rules.parse("2_--------x-------")) is Value.LOSE
    assert rules.primitive(rules.parse("1_--------ox--x---")) is None
    assert rules.primitive(rules.parse("2_--------o---xo--")) is Value.WIN  # shut in
    with pytest.raises(IllegalPosition):
        rules.parse("1_--------x-------")
    with pytest.raises(IllegalPosition):
        rules.parse("1_---o----x-------")  # off the board

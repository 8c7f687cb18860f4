"""Tant Fant: every count of GamesmanClassic, and the row that does not count."""

from __future__ import annotations

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN, Result
from tests.helpers import load, result_of
from tests.puzzles.reached import reached, row

ID = "tantfant/regular"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": row(1, 976, 408, 112, 58, 80, 12),
        "lose": row(0, 262, 298, 60, 30, 102, 20),
        "draw": {None: 662},
    }
    rules = load(ID)
    assert result_of(ID, rules.start()) == DRAWN
    assert result_of(ID, rules.parse("2_OOO-X-XX-")) == Result(Value.WIN, 11)


def test_the_home_row_does_not_count():
    rules = load(ID)
    assert rules.primitive(rules.parse("2_OO-O--XXX")) is None
    assert rules.primitive(rules.parse("1_OOO-X-X-X")) is None
    assert rules.primitive(rules.parse("2_OO-XXX-O-")) is Value.LOSE
    assert rules.primitive(rules.parse("1_OO-XXX-O-")) is None  # only a row of the last mover wins
    assert rules.primitive(rules.parse("1_X-XOOO-X-")) is Value.LOSE

"""Abalone: the value of GamesmanClassic, and pushes and broadsides."""

from __future__ import annotations

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN, Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

ID = "abalone/regular"


def test_values_are_those_of_gamesmanclassic():
    rules = load(ID)
    assert result_of(ID, rules.start()) == Result(Value.WIN, 3)
    after = {text: result_of(ID, rules.parse(text)) for text in moves_from(ID, "1_xx---oo").values()}
    lost = Result(Value.LOSE, 2)
    assert after == {
        "2_xx--oo-": DRAWN,
        "2_xx-o-o-": DRAWN,
        "2_xx-o--o": DRAWN,
        "2_xxo---o": DRAWN,
        "2_xxoo---": lost,
        "2_xx-oo--": lost,
    }


def test_pushes_move_the_line_and_drive_stones_off_the_board():
    assert moves_from(ID, "1_--oox-x")["2-4"] == "2_---oo-x"  # off the board
    assert moves_from(ID, "1_ox-o-x-")["0-6"] == "2_-x-o-xo"
    assert moves_from(ID, "1_oox---x") == {
        "0-3": "2_-oxo--x",
        "1-3": "2_o-xo--x",
        "1-4": "2_o-x-o-x",
        "0-4": "2_--xoo-x",
    }


def test_player_with_one_marble_remaining_loses():
    rules = load(ID)
    assert rules.primitive(rules.parse("1_o----xx")) is Value.LOSE

"""Yoté: counts and values of GamesmanClassic, and what a jump takes."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN, Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

RECORDED = {
    "1_------------44": DRAWN,
    "2_W-B----WWW-B00": DRAWN,
    "1_-W-B-WW---BW00": Result(Value.WIN, 1),
    "1_-B---WWBB-B-00": Result(Value.LOSE, 2),
    "2_-BB-B--WW-W-11": DRAWN,
    "2_--W-BW-----B00": Result(Value.WIN, 1),
    "1_B--B--W-W---02": Result(Value.LOSE, 6),
    "1_W---B---BW--22": DRAWN,
    "2_--B---WW-B--00": Result(Value.WIN, 1),
    "2_-WWW--BBW-BB00": Result(Value.LOSE, 4),
    "1_------W--B--33": DRAWN,
    "1_WWW--B-B----10": Result(Value.WIN, 1),
    "1_B--W-W-B-B-B00": Result(Value.LOSE, 2),
    "1_B-----W-B--W00": DRAWN,
}


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    assert reached("yote/3x3") == {
        "win": row(1, 6232, 2372, 1896, 2412, 1884, 1496, 1080, 812, 672, 248, 16),
        "lose": row(0, 788, 852, 820, 1416, 1248, 940, 852, 744, 768, 440, 72),
        "draw": {None: 5602},
    }


def test_3x3_is_drawn():
    assert result_of("yote/3x3", load("yote/3x3").start()) == DRAWN


@pytest.mark.exhaustive
def test_values_of_3x4_are_those_of_gamesmanclassic():
    rules = load("yote/3x4")
    assert {text: result_of("yote/3x4", rules.parse(text)) for text in RECORDED} == RECORDED


def test_a_jump_takes_another_man_as_well():
    moves = moves_from("yote/4x4", "1_WB-----B-------B43")
    assert {name: child for name, child in moves.items() if name.startswith("a4-c4")} == {
        "a4-c4xd3": "2_--W------------B43",
        "a4-c4xd1": "2_--W----B--------43",
    }
    assert moves_from("yote/4x4", "1_WB--------------45")["a4-c4"] == "2_--W-------------45"


def test_ends_count_only_once_a_hand_is_empty():
    rules = load("yote/3x3")
    values = [rules.primitive(rules.parse(text)) for text in ("1_W--------12", "1_W--------02", "2_W--------02")]
    assert values == [None, Value.LOSE, Value.LOSE]
    large = load("yote/4x4")
    assert large.primitive(large.parse("1_WBB-B---B-------02")) is Value.LOSE  # shut in

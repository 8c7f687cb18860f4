"""Chung-Toi: every count of GamesmanClassic, and how stones move and turn."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import Touch, picture_of
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.result import DRAWN, Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID, SMALL = "chungtoi/regular", "chungtoi/upright"


def test_small_game_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {
        "win": row(1, 1716, 1064, 158, 24, 1),
        "lose": row(0, 416, 536, 204, 20, 1),
        "draw": {None: 1250},
    }
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.WIN, 9)


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": row(1, 76_608, 42_008, 9348, 2996, 812, 320, 296, 48),
        "lose": row(0, 22_784, 18_232, 8540, 3400, 928, 624, 264, 56),
        "draw": {None: 62_035},
    }
    rules = load(ID)
    assert result_of(ID, rules.start()) == DRAWN
    assert result_of(ID, rules.parse("2_-------T-")) == Result(Value.WIN, 7)


def test_placements_are_in_both_ways():
    moves = moves_from(ID, "2_T--------")
    assert len(moves) == 16
    assert (moves["b2T"], moves["b2X"]) == ("1_T---t----", "1_T---x----")


def test_stones_turn_or_move_straight_if_upright_and_diagonally_if_tilted():
    """The upright stone on a3 moves one or two cells along its row and column, also over stones; others diagonally."""
    moves = moves_from(ID, "1_Tt-X--xXt")
    assert {name: text for name, text in moves.items() if name[:2] == "a3"} == {
        "a3T": "2_Tt-X--xXt",
        "a3X": "2_Xt-X--xXt",
        "a3-c3T": "2_-tTX--xXt",
        "a3-c3X": "2_-tXX--xXt",
    }
    assert {name for name in moves if name[:2] == "a2"} == {"a2T", "a2X"}
    assert {name for name in moves if name[:2] == "b1"} == {"b1T", "b1-c2T", "b1-c2X", "b1X"}


def test_a_row_wins_whichever_way_its_stones_lie():
    rules = load(ID)
    assert rules.primitive(rules.parse("2_TXTx-t-t-")) is Value.LOSE
    assert rules.primitive(rules.parse("1_XT-xtt--X")) is Value.LOSE
    assert rules.primitive(rules.parse("2_TX-xt-X-t")) is None


def test_moves_that_differ_in_the_turn_share_a_first_touch_and_part_at_the_second():
    rules = load(ID)
    picture, position = picture_of(rules), rules.parse("1_Tt-X--xXt")
    touches = {rules.format_move(position, move): picture.touches(position, move) for move in rules.moves(position)}
    assert touches["a3-c3T"].first == touches["a3-c3X"].first == Touch(Move(0, 2), "z", "a3-c3")
    assert touches["a3T"].first == touches["a3X"].first == Touch(Add("-", 0), "y", "a3")
    seconds = [[touch.name for touch in touches[name].second] for name in ("a3-c3T", "a3-c3X")]
    assert seconds == [["leave"], ["turn"]]


@pytest.mark.parametrize("text", ["1_T--------", "1_TTTT-tttt", "2_---------"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)

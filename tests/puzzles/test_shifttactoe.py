"""Shift Tac Toe: every count of GamesmanClassic, pushed rows, and falling pieces."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached

ID, SMALL = "shifttactoe/default", "shifttactoe/bottom"


def test_small_game_has_the_known_counts():
    assert reached(SMALL) == {
        "win": {
            **{0: 874, 1: 3358, 2: 56, 3: 546, 4: 40, 5: 280, 6: 32, 7: 140, 8: 32, 9: 56, 10: 12, 11: 34, 13: 14},
            **{15: 4},
        },
        "lose": {
            **{0: 3148, 1: 72, 2: 1022, 3: 80, 4: 454, 5: 40, 6: 218, 7: 20, 8: 100, 9: 28, 10: 38, 12: 26, 14: 12},
            **{16: 4},
        },
        "draw": {None: 64},
    }


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": {
            **{0: 11_914, 1: 34_976, 2: 12, 3: 3440, 4: 24, 5: 2450, 6: 32, 7: 1962, 8: 32, 9: 1400, 10: 16, 11: 606},
            **{13: 338, 15: 190, 17: 120, 19: 36},
        },
        "lose": {
            **{0: 31_338, 1: 36, 2: 7414, 3: 36, 4: 3538, 5: 32, 6: 2684, 7: 32, 8: 1766, 9: 12, 10: 1022, 11: 8},
            **{12: 526, 14: 250, 16: 132, 18: 64, 20: 4},
        },
        "draw": {None: 2344},
    }
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 13)


def test_moves_push_a_row_and_drop_what_loses_its_support():
    """A piece pushed out is lost, and unsupported pieces fall."""
    assert moves_from(ID, "1_x--o--xo-CLR") == {
        "b": "2_x--oo-xo-CLR",
        "c": "2_x--o--xooCLR",
        "3L": "2_---o--xo-LLR",
        "3R": "2_---ox-xo-RLR",
        "2R": "2_---xo-xo-CCR",
        "1L": "2_x--o--o--CLC",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_------oooCCC", Value.LOSE),
        ("1_------oooCCC", Value.WIN),  # the other player has made the row
        ("2_---xxxoooCCC", Value.LOSE),
        ("1_---xxxoooCCC", Value.LOSE),
        ("1_o--xo-xxoCCC", Value.WIN),
        ("1_---oo-xxoCCC", None),
    ],
)
def test_row_wins_for_its_owner_whoever_made_it_and_two_rows_win_for_their_maker(text: str, value: Value | None):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value


def test_arrows_of_pushes_start_at_the_sliders_across_the_rack():
    """A push to the right is drawn on the left of the rack, at the places of its slider."""
    rules = load(ID)
    position = rules.parse("2_---------CCR")
    picture = picture_of(rules)
    buttons = {rules.format_move(position, move): picture.button(position, move) for move in rules.moves(position)}
    assert buttons["a"] == Move(18, 21)
    assert (buttons["3R"], buttons["3L"]) == (Move(25, 26), Move(34, 33))
    assert buttons["1L"] == Move(41, 40)
    assert "1R" not in buttons


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1_x--------CCC", IllegalPosition),
        ("1_---------CC", MalformedPosition),
        ("1_---------CCX", MalformedPosition),
        ("1_------S--CCC", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load(ID).parse(text)

"""Dragons & Swans: counts of GamesmanClassic, texts and ends."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import MalformedPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

ONE = "dragonsandswans/1"


@pytest.mark.exhaustive
def test_counts_are_those_of_gamesmanclassic():
    assert by_value(ONE) == {"win": 1_291_578, "lose": 1_384_825, "draw": 523_244}
    assert result_of(ONE, load(ONE).start()) == Result(Value.WIN, 19)


def test_the_small_board_is_a_win():
    full_id = "dragonsandswans/3x3"
    assert result_of(full_id, load(full_id).start()) == Result(Value.WIN, 11)


def test_moves_step_take_or_place_as_each_side_may():
    assert moves_from(ONE, "2_xo-----o--------1000") == {
        "a4-a3": "1_-o--x--o--------1000",
        "a4-c4": "1_--x----o--------1001",
    }
    assert moves_from(ONE, "1_xo--------------0011") == {
        "b4-c4": "2_x-o-------------0011",
        "b4-b3": "2_x----o----------0011",
    }
    assert len(moves_from(ONE, "1_x---------------1200")) == 15


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_x---------------0012", Value.WIN),
        ("1_x---------------0012", Value.LOSE),
        ("1_x---------------0111", None),
        ("2_xoo-o---o-------0800", Value.LOSE),  # shut in
        ("2_xoo-o-----------0900", None),
        ("1_oooo-oo--oo-x---0004", None),
    ],
)
def test_game_ends_with_the_last_swan_taken_or_the_dragon_shut_in(text: str, value: Value | None):
    rules = load(ONE)
    assert rules.primitive(rules.parse(text)) is value


@pytest.mark.parametrize(
    "text", ["1_x---------------", "1_x---------------12", "1_x---------------1201", "1_x---------------9900"]
)
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load(ONE).parse(text)


def test_digits_are_drawn():
    rules = load(ONE)
    assert picture_of(rules).cells(rules.start()) == "x---------------1200"

"""Quick Cross: drawing, turning and rows of equal bars."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add, Line
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

SMALL, REGULAR = "quickcross/3x3", "quickcross/regular"


def test_the_small_board_is_lost():
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.LOSE, 6)


def test_bars_are_drawn_and_turned():
    moves = moves_from(SMALL, "1_hv-hvvvhh")
    assert (moves["va3"], moves["hc3"], moves["vc3"]) == ("2_vv-hvvvhh", "2_hvhhvvvhh", "2_hvvhvvvhh")
    assert len(moves) == 10


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1_hhhh------------", Value.LOSE),
        ("2_v----v----v----v", Value.LOSE),
        ("1_hhhv------------", None),
    ],
)
def test_game_is_lost_by_who_faces_a_row_of_four_equal_bars(text: str, value: Value | None):
    rules = load(REGULAR)
    assert rules.primitive(rules.parse(text)) is value


def test_bars_are_drawn_as_lines():
    rules = load(REGULAR)
    here = rules.parse("1_h---------------")
    buttons = {rules.format_move(here, move): picture_of(rules).button(here, move) for move in rules.moves(here)}
    assert (buttons["va4"], buttons["hb4"], buttons["vd1"]) == (Add("r", 0), Line(17, 33), Line(63, 79))

"""Fox and Hounds: moves, ends, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID, SMALL = "foxandhounds/regular", "foxandhounds/4x4"
START = "F---------------------------GGGG"


def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {"win": {0: 3} | row(1, 20, 18, 5, 1), "lose": row(0, 15, 15, 11, 2)}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.WIN, 7)


def test_hounds_go_up_and_the_fox_any_way():
    assert sorted(moves_from(ID, f"1_{START}")) == ["a1-b2", "c1-b2", "c1-d2", "e1-d2", "e1-f2", "g1-f2", "g1-h2"]
    assert sorted(moves_from(ID, f"2_{START}")) == ["b8-a7", "b8-c7"]
    assert sorted(moves_from(ID, "2_---------F------------------GGGG")) == ["d6-c5", "d6-c7", "d6-e5", "d6-e7"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_GGGG-----------------------F----", Value.WIN),
        ("2_----GGGF------------G-----------", None),
        ("1_GGG-G--F------------------------", Value.LOSE),  # level with the last hound
        ("2_F---GG---------------------GG---", Value.LOSE),
    ],
)
def test_game_ends_when_the_fox_is_past_the_hounds_or_shut_in(text: str, value: Value | None):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value

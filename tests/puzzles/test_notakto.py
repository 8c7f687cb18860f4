"""Notakto: every count of GamesmanClassic, and dead boards."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import MalformedPosition, Value
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import Limits, solve_from
from tests.helpers import exhaustive, load, result_of
from tests.puzzles.reached import Histogram, moves_from, reached, row

COUNTS: dict[str, tuple[Histogram, Result]] = {
    "regular": ({"win": row(0, 220, 88, 60, 9), "lose": row(1, 23, 41, 9)}, Result(Value.WIN, 6)),
    "board2": (
        {
            "win": row(0, 48_400, 47_575, 45_833, 14_576, 3378, 216),
            "lose": row(1, 10_120, 21_176, 7512, 3017, 648, 49),
        },
        Result(Value.LOSE, 11),
    ),
}


@pytest.mark.parametrize("variant", ["regular", exhaustive("board2")])
def test_every_count_is_that_of_gamesmanclassic(variant: str):
    full_id = f"notakto/{variant}"
    expected, start = COUNTS[variant]
    assert reached(full_id) == expected
    assert result_of(full_id, load(full_id).start()) == start


@pytest.mark.parametrize(
    ("variant", "text", "remoteness"),
    [
        ("board2", "2_--XX-XX-X-X-----X-", 5),
        ("board2", "1_X-XX-X--XX-X----X-", 3),
        ("board2", "1_-----XX--X-X--X-X-", 7),
        ("board3", "1_XXX--------XX-XX-X-X-----X-", 5),  # the first of these, and a dead board
    ],
)
def test_results_of_sample_positions_equal_the_recorded_ones(variant: str, text: str, remoteness: int):
    rules = load(f"notakto/{variant}")
    position = rules.parse(text)
    found = solve_from(rules, position, Limits(100_000, 1_000_000))
    assert found.result(rules, position) == Result(Value.LOSE, remoteness)


def test_dead_board_takes_no_marks():
    assert moves_from("notakto/board2", "2_XXX------X-X--XXX-") == {
        "2b3": "1_XXX------XXX--XXX-",
        "2a2": "1_XXX------X-XX-XXX-",
        "2b2": "1_XXX------X-X-XXXX-",
        "2c1": "1_XXX------X-X--XXXX",
    }
    rules = load("notakto/board2")
    assert rules.primitive(rules.parse("1_XXX-----X--X--X---")) is None
    assert rules.primitive(rules.parse("1_XXX------X--X--X--")) is Value.WIN


@pytest.mark.parametrize("text", ["1_--------", "1_O--------", "3_---------"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("notakto/regular").parse(text)

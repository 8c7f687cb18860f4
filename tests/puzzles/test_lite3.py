"""Lite 3: every count of GamesmanClassic, the oldest stone, lines and surrounded stones."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

ID = "lite3/three-in-a-row"


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    assert by_value(ID) == {"win": 78613, "lose": 36364, "draw": 13193}
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 13)


def test_the_oldest_stone_goes():
    assert moves_from(ID, "1_1a2b-----") == {
        "b2": "2_1a2b3----",
        "c2": "2_1a2b-3---",
        "a1": "2_1a2b--3--",
        "b1": "2_1a2b---3-",
        "c1": "2_1a2b----3",
    }
    assert moves_from(ID, "2_1a-b2c-3-")["c3"] == "1_1-ca2b-3-"


@pytest.mark.parametrize(
    ("variant", "line", "corner"),
    [("three-in-a-row", Value.LOSE, None), ("surround", None, Value.WIN), ("both", Value.LOSE, Value.WIN)],
)
def test_ends_by_line_or_surrounding_have_the_values_of_the_variant(
    variant: str, line: Value | None, corner: Value | None
):
    rules = load(f"lite3/{variant}")
    assert rules.primitive(rules.parse("2_123ab----")) is line
    assert rules.primitive(rules.parse("1_a1-23b--c")) is corner
    surrounded = rules.primitive(rules.parse("2_a1-23b--c"))
    assert surrounded is (None if corner is None else Value.LOSE)


@pytest.mark.parametrize("text", ["1_1--------", "2_2--------", "1_13-ab----", "1_11-ab----"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)

"""Jenga: counts from an independent search, legal pulls, and towers that cannot stand."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from, reached, row


@pytest.mark.parametrize(
    ("variant", "counts", "start"),
    [
        ("9", {"win": 34, "lose": 23}, Result(Value.LOSE, 4)),
        ("12", {"win": 527, "lose": 290}, Result(Value.WIN, 7)),
        ("regular", {"win": 7334, "lose": 4147}, Result(Value.WIN, 13)),
    ],
)
def test_counts_and_result_of_the_start_equal_an_independent_search(
    variant: str, counts: dict[str, int], start: Result
):
    full_id = f"jenga/{variant}"
    assert by_value(full_id) == counts
    assert result_of(full_id, load(full_id).start()) == start


def test_every_count_of_the_regular_tower():
    assert reached("jenga/regular") == {
        "win": row(1, 530, 1452, 1557, 990, 2472, 300, 25, 8),
        "lose": row(0, 144, 470, 331, 1268, 1640, 280, 10, 4),
    }


def pulled(text: str) -> list[str]:
    return list(moves_from("jenga/9", text))


def test_pieces_of_unfinished_and_single_levels_stay():
    """A level may lose its middle piece or its outer ones; the top finished level must stay whole."""
    assert pulled("1_JJJJJJJJJ") == [f"piece {number}" for number in range(1, 7)]
    assert pulled("2_XJJJJJJJJJ") == ["piece 3", "piece 4", "piece 5", "piece 6"]
    assert pulled("2_JXJJJJJJJJ") == ["piece 4", "piece 5", "piece 6"]
    assert "piece 7" in pulled("2_XJXXJJJJJJJJ")
    assert moves_from("jenga/9", "2_JXJJJJJJJJ")["piece 5"] == "1_JXJJXJJJJJJ"


def test_player_who_cannot_pull_loses():
    rules = load("jenga/9")
    assert rules.primitive(rules.parse("1_JXJJXJJJJJJ")) is Value.LOSE


@pytest.mark.parametrize(
    "text",
    [
        "2_JJJJJJJJJ",  # not that player's turn
        "2_JJJJJJJJJJ",  # ten pieces
        "1_XXJJJJJJJJJ",  # the level has lost two neighbors
        "2_JJJJJJXJJJ",  # pulled out of the uppermost finished level
        "1_",
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("jenga/9").parse(text)


@pytest.mark.parametrize("text", ["JJJJJJJJJ", "1_JJJJJJJJO", "1_" + 40 * "J"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("jenga/9").parse(text)

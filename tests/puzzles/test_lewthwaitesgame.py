"""Lewthwaite's Game: its value, and moves recorded from GamesmanClassic."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from tests.helpers import late, load, result_of
from tests.puzzles.reached import moves_from

STANDARD = "lewthwaitesgame/standard"


@pytest.mark.parametrize(("variant", "remoteness"), [("3x3", 8), late("standard", 16)])
def test_the_second_player_wins(variant: str, remoteness: int):
    full_id = f"lewthwaitesgame/{variant}"
    assert result_of(full_id, load(full_id).start()) == Result(Value.LOSE, remoteness)


def test_moves_slide_into_the_gap_and_lose_if_there_are_none():
    assert moves_from(STANDARD, "1_BWBWBWBWBWBW-WBWBWBWBWBWB") == {
        "c4-c3": "2_BWBWBWB-BWBWWWBWBWBWBWBWB",
        "b3-c3": "2_BWBWBWBWBWB-WWBWBWBWBWBWB",
        "d3-c3": "2_BWBWBWBWBWBWW-BWBWBWBWBWB",
        "c2-c3": "2_BWBWBWBWBWBWWWBWB-BWBWBWB",
    }
    rules = load(STANDARD)
    assert rules.primitive(rules.parse("1_-BWBWBWBWBWBBWWBWBWBWBWBW")) is Value.LOSE

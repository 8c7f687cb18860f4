"""Chopsticks: every count of GamesmanClassic, and the transfers of each variant."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import MalformedPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.result import DRAWN, Result
from tests.helpers import load, result_of
from tests.puzzles.reached import Histogram, by_value, moves_from, reached, row

COUNTS: dict[str, Histogram] = {
    "0": {"win": row(1, 184, 50, 22), "lose": row(0, 40, 16, 12, 4), "draw": {None: 676}},
    "1": {
        "win": row(1, 184, 54, 58, 64, 32, 56, 70, 42, 6),
        "lose": row(0, 40, 16, 20, 24, 8, 20, 40, 30, 12),
        "draw": {None: 294},
    },
    "2": {
        "win": row(1, 268, 58, 34, 40, 44, 36, 40, 28, 44, 46, 10, 6, 12, 32, 26, 16, 4),
        "lose": row(0, 48, 16, 16, 20, 16, 12, 20, 12, 16, 34, 16, 12, 8, 14, 40, 4, 16),
        "draw": {None: 52},
    },
}


@pytest.mark.parametrize(("variant", "expected"), COUNTS.items())
def test_every_count_is_that_of_gamesmanclassic(variant: str, expected: Histogram):
    full_id = f"chopsticks/{variant}"
    assert reached(full_id) == expected
    assert result_of(full_id, load(full_id).start()) == (Result(Value.LOSE, 26) if variant == "2" else DRAWN)


def test_the_variant_that_allows_everything():
    full_id = "chopsticks/3"
    assert by_value(full_id) == {"win": 310, "lose": 64, "draw": 824}
    assert reached(full_id)["lose"][0] == 48
    assert result_of(full_id, load(full_id).start()) == DRAWN


TAPS = {"LL": "2_2131", "LR": "2_2113", "RL": "2_2121", "RR": "2_2112"}


@pytest.mark.parametrize(
    ("variant", "transfers"),
    [
        ("0", {}),
        ("1", {"L0": "2_2111", "L1": "2_1211"}),
        ("2", {"L2": "2_0311", "R1": "2_3011"}),
        ("3", {"L0": "2_2111", "L1": "2_1211", "L2": "2_0311", "R1": "2_3011"}),
    ],
)
def test_transfers_between_hands_are_those_of_the_variant(variant: str, transfers: dict[str, str]):
    """With two fingers and one: L2 and R1 empty a hand, L1 only swaps the hands, L0 passes."""
    assert moves_from(f"chopsticks/{variant}", "1_2111") == {**TAPS, **transfers}


def test_a_hand_of_five_or_more_is_out():
    assert moves_from("chopsticks/0", "1_3302") == {"LR": "2_3300", "RR": "2_3300", "L1": "2_2402", "R1": "2_4202"}
    rules = load("chopsticks/0")
    assert rules.primitive(rules.parse("2_3300")) is Value.LOSE


def test_taps_are_drawn_as_arrows_and_transfers_as_letters():
    rules = load("chopsticks/0")
    position = rules.parse("1_3302")
    buttons = {
        rules.format_move(position, move): picture_of(rules).button(position, move) for move in rules.moves(position)
    }
    assert isinstance(buttons["LR"], Move)
    assert (buttons["L1"], buttons["R1"]) == (Add("1", 31), Add("9", 30))


@pytest.mark.parametrize("text", ["1_11-1", "1_1115", "1_111", "3_1111"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("chopsticks/0").parse(text)

"""Forest Fox: positions recorded from GamesmanClassic, cards with special rules, and every count."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

ID = "forestfox/regular"

MOVES = {
    "1_afgin--dehjm--k-b11": {
        "14": "2_afgi---dehjm--kn-11",
        "9": "2_afgn---dehjm--ki-11",
        "7": "2_afin---dehjm--kg-11",
        "6": "2_agin---dehjm--fk-11",
        "1": "2_fgin---dehjm--ak-11",
    },
    "2_iln----dejo---fa-12": {"5": "1_iln----djo----f-e13", "4": "1_iln----ejo----f-d13"},
    "2_af-----deh----ki-22": {"8": "1_af-----de-----k-h23"},
    "2_cgil---bdehm--an-02": {"13": "1_cgil---bdeh---a-m03"},
    "2_-------d------fc-15": {"4": "1_--------------f-d25"},
    "1_--------------a-e25": {},
}
"""Recorded positions, and where each of their moves leads."""


@pytest.mark.parametrize("position", MOVES)
def test_moves_of_sample_positions_equal_the_recorded_ones(position: str):
    assert moves_from(ID, position) == MOVES[position]


def test_a_five_calls_for_the_highest_card_or_the_swan():
    assert set(moves_from(ID, "2_bcd----fghi---oj-12")) == {"9", "6"}
    assert set(moves_from(ID, "2_bcd----ghim---oj-12")) == {"9"}
    assert set(moves_from(ID, "2_bcd----klmn---oj-12")) == {"11", "12", "13", "14"}


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ("2_-------c------kb-06", "3", "1_--------------k-c07"),  # a three is trump
        ("2_-------m------kl-06", "13", "1_--------------k-m07"),  # and here it is anyway
        ("2_-------h------bc-06", "8", "1_--------------b-h16"),  # two threes are not
        ("2_-------f------bg-06", "6", "1_--------------f-b16"),  # the old decree is of another suit
        ("2_-------f------jg-06", "6", "1_--------------f-j07"),  # or of this suit, and higher
    ],
)
def test_trick_goes_to_the_card_that_takes_it_with_threes_as_trump(before: str, card: str, after: str):
    assert moves_from(ID, before) == {card: after}


@pytest.mark.parametrize("tricks", range(8))
def test_player_with_few_tricks_or_just_over_half_wins(tricks: int):
    rules = load(ID)
    end = rules.parse(f"1_--------------a-e{tricks}{7 - tricks}")
    assert rules.primitive(end) is (Value.WIN if tricks in (0, 1, 4, 5) else Value.LOSE)


def test_whole_deal_has_the_known_counts_and_result_of_the_start():
    """The counts come from an independent search without symmetry."""
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 14)
    assert by_value(ID) == {"win": 4671, "lose": 4130}


@pytest.mark.parametrize(
    "text",
    [
        "2_acfgilnbdehjmok--00",  # nobody has led
        "1_acfgilnbdehjmok--10",  # a trick too many
        "1_acfgilnbdehjmoa--00",  # a card twice
        "1_cafgilnbdehjmok--00",  # out of order
        "1_-acfgilbdehjmok--00",
        "1_afgin--dehjm--k--11",  # no card was played last
        "1_acfgilnbdehjmo---00",  # no decree
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)


@pytest.mark.parametrize("text", ["1_acfgilnbdehjmok-00", "1_acfgilnbdehjmop--00", "acfgilnbdehjmok--00"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load(ID).parse(text)

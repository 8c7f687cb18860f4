"""Chip's Challenge: the counts of GamesmanPy, doors and keys, and invalid texts."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition
from tests.helpers import class_histogram, load, solved
from tests.puzzles.reached import moves_from

COUNTS = [
    *(1, 1, 1, 11, 60, 221, 625, 1449, 2861, 4934, 7564, 10432, 13036, 14815),
    *(15352, 14526, 12547, 9916, 7224, 4884, 3074, 1809, 995, 505, 231, 91, 29, 7, 1),
]
SMALL = "WWWWWWWWWc-Yp-rWWWWWy-RWWPC---cWWWWWWWWW"


@pytest.mark.exhaustive
def test_states_of_the_first_level_have_the_expected_histogram():
    """Every state can be won, and the start is farthest from the end."""
    assert class_histogram("chipschallenge/1") == COUNTS
    assert sum(COUNTS) == 127_202


def test_start_of_the_smaller_room_is_solved_in_six_moves():
    """Two keys are not needed for the exit, but both chips are, and one of them is behind a door."""
    results = solved("chipschallenge/small").results
    assert len(results) == 30
    assert results[load("chipschallenge/small").start()].remoteness == 6


def test_first_moves_go_to_seven_cells():
    moves = moves_from("chipschallenge/1", load("chipschallenge/1").format(load("chipschallenge/1").start()))
    assert set(moves) == {"(5, 5)", "(9, 5)", "(5, 7)", "(9, 7)", "(5, 6)", "(9, 6)", "(7, 8)"}


def test_doors_need_keys_and_the_socket_all_chips():
    moves = moves_from("chipschallenge/small", SMALL)
    assert set(moves) == {"(4, 2)", "(6, 1)", "(6, 3)"}
    with_key = moves["(4, 2)"]
    assert "(3, 1)" in moves_from("chipschallenge/small", with_key)
    assert "(2, 3)" not in moves_from("chipschallenge/small", with_key)
    assert set(moves_from("chipschallenge/small", "WWWWWWWWWp----rWWWWW--RWWPC----WWWWWWWWW")) >= {"(2, 3)"}


def test_a_key_is_used_up_but_the_green_one():
    rules = load("chipschallenge/1")
    text = rules.format(rules.start())
    first = 5 * 15 + 5  # a blue key
    taken = text[:first] + "p" + text[first + 1 : 97] + "-" + text[98:]
    assert {"(10, 8)", "(4, 4)"} <= set(moves_from("chipschallenge/1", taken))
    door = moves_from("chipschallenge/1", taken)["(4, 4)"]
    assert "(10, 8)" not in moves_from("chipschallenge/1", door)


def test_positions_that_differ_in_the_player_alone_are_images():
    rules = load("chipschallenge/small")
    here = rules.parse("WWWWWWWWWc-Y--rWWWWWp-RWWPC----WWWWWWWWW")
    assert {rules.format(image) for image in rules.images(here)} == {
        "WWWWWWWWWc-Y--rWWWWWp-RWWPC----WWWWWWWWW",
        "WWWWWWWWWc-Y--rWWWWW--RWWPC---pWWWWWWWWW",
    }


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("p", "-"),  # no player
        SMALL.replace("p-", "-p"),  # where nothing was
        SMALL.replace("Wc-", "Wr-"),
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("chipschallenge/small").parse(text)


@pytest.mark.parametrize("text", ["", SMALL[1:], SMALL.replace("c", "x")])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("chipschallenge/small").parse(text)

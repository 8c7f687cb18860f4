"""Marble Circuit: the counts of GamesmanPy, where marbles roll, and invalid texts."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.one_player.marblecircuit import MarbleCircuit, exits
from perfect_play.puzzles.picture import picture_of
from tests.helpers import exact_histogram, load, reachable
from tests.puzzles.reached import moves_from

COUNTS = {
    "ch1": ([1, 1, 2, 1, 2, 1], 9),
    "ch11": ([1, 1, 4, 6, 14, 24, 30, 22, 12, 2], 127),
    "ch23": ([1, 1, 5, 10, 26, 55, 85, 96, 86, 59, 29, 4], 486),
}
"""The won positions by remoteness, and the number of reachable positions."""


@pytest.mark.parametrize("name", COUNTS)
def test_every_count_is_that_of_gamesmanpy(name: str):
    won, count = COUNTS[name]
    assert exact_histogram(f"marblecircuit/{name}") == won
    assert len(reachable(load(f"marblecircuit/{name}"), stop_at_end=True)) == count


def test_every_challenge_has_a_solution():
    """By default, only challenges with up to six free slots; the supply fills them exactly."""
    for variant in MarbleCircuit.variants:
        rules = registry.load("marblecircuit", variant.id)
        assert isinstance(rules, MarbleCircuit)
        tiles, _ = rules.start()
        assert sum(rules.supply(tiles)) == tiles.count("0")
        assert sum(rules.goal) == 8
        if tiles.count("0") <= 6:
            assert rules.solutions(), variant.id


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["ch60", "ch63", "ch64"])
def test_the_hardest_have_solutions(name: str):
    rules = load(f"marblecircuit/{name}")
    assert isinstance(rules, MarbleCircuit)
    assert rules.solutions()


@pytest.mark.parametrize(
    ("tiles", "counts"),
    [
        ("1111111111", [1, 2, 2, 2, 1]),  # straight down, from the upper corners to the same sides below
        ("2222222222", [0, 1, 1, 1, 5]),
        ("3333333333", [5, 1, 1, 1, 0]),
        ("1434412321", [0, 5, 0, 2, 1]),
        ("3344412121", [0, 5, 1, 1, 1]),
        ("3141421243", [1, 1, 2, 4, 0]),
    ],
)
def test_exits_of_marbles_follow_the_tiles(tiles: str, counts: list[int]):
    assert exits(tiles) == counts


def test_confirming_ends_play():
    rules = load("marblecircuit/ch1")
    moves = moves_from("marblecircuit/ch1", "1434412321_0_0_0_0_0")
    assert moves == {
        "2-": "1404412321_0_0_1_0_0",
        "3-": "1430412321_0_0_0_1_0",
        "=": "1434412321_0_0_0_0_1",
    }
    assert rules.primitive(rules.parse(moves["="])) is Value.WIN
    assert rules.primitive(rules.parse("1443412321_0_0_0_0_1")) is Value.LOSE
    assert moves_from("marblecircuit/ch1", moves["="]) == {}


def test_start_has_the_expected_first_moves():
    assert list(moves_from("marblecircuit/ch11", "0340012021_1_0_1_2_0"))[:4] == ["0H", "0y", "0x", "3H"]


def test_picture_shows_the_goal_and_the_result():
    rules = load("marblecircuit/ch1")
    picture = picture_of(rules)
    assert picture.cells(rules.start()) == "1400412321TOYMaabbFKFHGRRRRR"
    assert picture.cells(rules.parse("1434412321_0_0_0_0_1")) == "1434412321TOYMaaaaFKFHGRZRVU"
    assert rules.board(rules.start()).cells == "1****4-***-41**2321*0011-05021-----"


@pytest.mark.parametrize(
    "text",
    [
        "0400412321_0_0_1_1_0",  # a fixed tile is missing
        "1433412321_0_0_0_0_0",  # more of a kind than exist
        "1400412321_0_0_1_1_1",  # confirmed too early
        "1400412321_0_0_1_0_0",  # a wrong supply
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("marblecircuit/ch1").parse(text)


@pytest.mark.parametrize("text", ["", "1400412321", "1500412321_0_0_1_1_0", "1400412321_0_0_1_1_x"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("marblecircuit/ch1").parse(text)

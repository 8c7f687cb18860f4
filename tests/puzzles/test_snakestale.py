"""Snake's Tale: the counts of GamesmanPy, how snakes turn and follow, and texts with incomplete snakes."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from tests.helpers import exact_histogram, load, solved
from tests.puzzles.reached import moves_from

COUNTS = {
    "lvl1": ([10, 22, 38, 44, 54, 36, 10], 0),
    "lvl2": ([1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 1, 1, 1, 1, 1], 2),
    "lvl4": ([14, 20, 16, 18, 21, 24, 21, 24, 25, 23, 19, 11, 10, 8, 9, 7, 7, 4, 4, 4, 3, 1], 81),
    "lvl5": ([50, 50, 49, 9, 9, 7, 9, 11, 9, 8, 5, 4, 3, 2, 1], 110),
}
"""The won positions by remoteness, and the number of lost ones."""


@pytest.mark.parametrize("level", COUNTS)
def test_every_count_is_that_of_gamesmanpy(level: str):
    full_id = f"snakestale/{level}"
    won, lost = COUNTS[level]
    assert exact_histogram(full_id) == won
    assert len(solved(full_id).results) == sum(won) + lost


def test_counts_with_three_snakes_agree_with_gamesmanpy():
    """The number of positions and the remoteness of the start agree with GamesmanPy."""
    results = solved("snakestale/lvl3").results
    assert len(results) == 42_219
    assert results[load("snakestale/lvl3").start()].remoteness == 5


@pytest.mark.parametrize(
    ("level", "text", "moves"),
    [
        (
            "lvl4",  # the snake of two cells cannot turn on the spot
            "AOWTQkQvQkQ-HPVX",
            {"Player (2, 3)": "AOW-QkQTQkQvHPVX", "LandSnake (0, 1)": "MC-TQkWvQkQ-HPVX"},
        ),
        (
            "lvl4",
            "MPPnSkMViNQ---BX",
            {"Player (3, 0)": "MPPnSkMVTkQ-v-BX", "LandSnake (3, 1)": "YPPn-kMViNQ--DVX"},
        ),
        (
            "lvl1",
            "-----ic---q-O-J-",
            {
                "Player (0, 1)": "-w---dc---J-O---",
                "Player (2, 1)": "-----bc--vJ-O---",
                "Player (1, 0)": "----ipc---J-O---",
            },
        ),
    ],
)
def test_moves_of_snakes_turn_and_follow_through_free_cells(level: str, text: str, moves: dict[str, str]):
    assert moves_from(f"snakestale/{level}", text) == moves


def test_a_head_follows_its_tail():
    assert moves_from("snakestale/lvl1", "bc--vJ------O---") == {
        "Player (1, 1)": "bN--dr------O---",
        "Player (2, 0)": "bN--q---v---O---",
    }


def test_tail_over_the_hole_does_not_solve():
    rules = load("snakestale/lvl2")
    assert rules.primitive(rules.start()) is None  # its tail lies over the hole
    assert rules.primitive(rules.parse("T---qX-XqX--vX--")) is Value.WIN


@pytest.mark.parametrize(
    "text",
    [
        "----------------",  # no snake
        "-Tpc---v----O---",  # the tail points elsewhere
        "-Kpc--------O---",
        "-Kpc---v--v-O---",
        "Kppc---v----O---",  # too long
        "-Kpc---v--------",  # no hole
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("snakestale/lvl1").parse(text)


@pytest.mark.parametrize("text", ["", "-Kpc---v----O--", "-Kpc---v----O--A"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("snakestale/lvl1").parse(text)

"""Flow Free: the counts of GamesmanPy, when dots are joined, and invalid texts."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.picture import picture_of
from tests.helpers import exact_histogram, load, result_of, solved
from tests.puzzles.reached import moves_from

WON = {
    "a": [1, 10, 10, 8, 20, 34, 30, 30, 47, 46, 40, 46, 47, 30, 30, 34, 20, 8, 10, 10, 1],
    "b": [1, 10, 10, 7, 28, 27, 24, 46, 37, 38, 56, 38, 37, 46, 24, 27, 28, 7, 10, 10, 1],
    "c": [1, 10, 9, 14, 27, 28, 32, 36, 40, 40, 38, 40, 40, 36, 32, 28, 27, 14, 9, 10, 1],
    "e": [12, 72, 73, 70, 91, 87, 109, 101, 112, 112, 106, 115, 99, 89, 83, 59, 56, 34, 29, 17, 12, 9, 1],
    "f": [7, 44, 43, 46, 45, 48, 40, 65, 54, 73, 66, 70, 58, 60, 42, 46, 26, 28, 23, 21, 15, 12, 1],
}
LOST = {"a": 5438, "b": 8951, "c": 4107, "e": 74_120, "f": 11_850}
NAMES = [pytest.param(name, marks=pytest.mark.exhaustive if name == "e" else ()) for name in WON]


@pytest.mark.parametrize("name", NAMES)
def test_every_count_is_that_of_gamesmanpy(name: str):
    full_id = f"flowfree/{name}"
    assert exact_histogram(full_id) == WON[name]
    assert len(solved(full_id).results) == sum(WON[name]) + LOST[name]


def test_puzzle_d_is_solved_in_twenty_moves():
    found = result_of("flowfree/d", load("flowfree/d").start())
    assert found is not None
    assert found.remoteness == 20


def test_a_path_goes_on_until_it_steps_onto_its_dot():
    moves = moves_from("flowfree/a", "1203300433514435444355523_4_17_7")
    assert moves == {"3,2-3,1": "1203300433514435444355523_0_25_25"}
    anew = moves_from("flowfree/a", "1203300433514435444355523_0_25_25")
    assert set(anew) == {"0,0-1,0", "0,1-0,2", "0,1-1,1", "2,1-1,1"}
    assert anew["0,1-0,2"] == "1223300433514435444355523_2_2_1"


def test_neighbors_of_one_color_join_dots():
    """Whether the path took its last step makes no difference."""
    moves = moves_from("flowfree/a", "1200311400510000400000523_0_25_25")
    assert {move[:3] for move in moves} == {"0,1", "0,4", "1,2", "2,0", "3,1", "4,2", "4,3", "4,4"}


def test_solution_covers_all_cells_and_is_the_only_one():
    rules = load("flowfree/a")
    won = [position for position in solved("flowfree/a").results if rules.primitive(position) is Value.WIN]
    assert len(won) == 1
    assert "0" not in won[0].cells
    assert won[0].head == 25


def test_picture_is_drawn_without_the_head():
    rules = load("flowfree/a")
    position = rules.parse("1200310400510000400000523_1_5_0")
    assert rules.board(position).cells == "A2--3a-4--51----4-----523"
    assert picture_of(rules).cells(position) == "12--31-4--51----4-----523"


@pytest.mark.parametrize(
    "text",
    [
        "0200300400510000400000523_0_25_25",  # a dot is missing
        "1200300400510000400000523_1_5_0",  # the head is on an empty cell
        "1200310400510000400000523_2_5_0",  # the color is not the head's
        "1200310400510000400000523_1_5_25",
        "1200310400510000400000523_1_11_0",  # the head is on a dot
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("flowfree/a").parse(text)


@pytest.mark.parametrize("text", ["1200300400510000400000523", "1200300400510000400000523_0_25_-5", "12_0_25_25"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("flowfree/a").parse(text)

"""Odd or Even: every count of GamesmanClassic, and positions that can be reached."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, PositionError, Value
from perfect_play.puzzles.picture import Letter, picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load, reachable, result_of
from tests.puzzles.reached import moves_from, reached

ID = "oddoreven/regular"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": {0: 8, 1: 20, 2: 19, 4: 27, 6: 15, 8: 3},
        "lose": {0: 8, 1: 7, 3: 11, 5: 7, 7: 3},
    }
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 8)


def test_legal_is_what_can_be_reached():
    rules = load(ID)
    found = set()
    for turn in (1, 2):
        for first in range(17):
            for second in range(17):
                try:
                    found.add(rules.parse(f"{turn}_{first}_{second}"))
                except IllegalPosition:
                    continue
    assert found == reachable(rules)


def test_moves_take_one_or_two_and_the_end_depends_on_parity():
    assert moves_from(ID, "2_7_6") == {"1": "1_7_7", "2": "1_7_8"}
    rules = load(ID)
    assert rules.primitive(rules.parse("1_7_8")) is Value.LOSE
    assert rules.primitive(rules.parse("2_9_6")) is Value.WIN


def test_picture_shows_the_piles_and_moves_as_letters():
    rules = load(ID)
    picture, position = picture_of(rules), rules.parse("1_4_7")
    assert picture.cells(position) == "nnnn-----------xxxx--------ooooooo-----...~4~4~7"
    assert [picture.button(position, move) for move in rules.moves(position)] == [
        Letter("1", 3),
        Letter("2", 2),
        Letter("3", 1),
    ]


@pytest.mark.parametrize("text", ["1_1_0", "2_0_1", "1_12_0", "1_00_0", "1_8_8", "0_0_0", "1_0"])
def test_illegal_and_malformed_positions_are_refused(text: str):
    with pytest.raises(PositionError):
        load(ID).parse(text)

"""Abrobad: every count of GamesmanClassic, and when each move is allowed."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "abrobad/standard"


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": row(1, 150474, 144253, 66716, 23907, 9850, 3375, 364, 70, 9) | row(0, 3060, 1659, 534),
        "lose": row(1, 2775, 783, 54) | row(0, 4611, 140100, 90979, 34640, 15411, 5368, 804, 165, 60, 9),
    }
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 15)


def test_stones_are_placed_apart_until_they_cannot():
    assert list(moves_from(ID, "1_X-----------")) == ["4", "5", "6", "7", "8", "9", "10", "11"]
    slides = moves_from(ID, "1_-X---X--X-O-")
    assert slides == {
        "1-4": "2_----XX--X-O-",
        "1-3": "2_---X-X--X-O-",
        "1-0": "2_X----X--X-O-",
        "5-2": "2_-XX-----X-O-",
        "5-6": "2_-X----X-X-O-",
        "5-9": "2_-X------XXO-",
        "8-11": "2_-X---X----OX",
        "8-7": "2_-X---X-X--O-",
        "8-4": "2_-X--XX----O-",
        "end": "2_OXOOOXOOXOOO",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [("1_XXXXXXXOOOOO", Value.LOSE), ("1_XOXXXXXXXOXX", Value.WIN), ("2_OXOOOXOOXOOO", Value.WIN)],
)
def test_fewer_groups_win(text: str, value: Value):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value


def test_button_that_ends_the_game_has_a_sound_of_its_own():
    rules = load(ID)
    picture = picture_of(rules)
    here = rules.parse("1_-X---X--X-O-")
    sounds = {rules.format_move(here, move): picture.sound(here, move) for move in rules.moves(here)}
    assert (sounds["end"], sounds["1-4"]) == ("x", "y")

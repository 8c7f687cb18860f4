"""Rubik's Magic: moves recorded from GamesmanClassic, and locked and unlocked lines."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

REGULAR = "rubiksmagic/regular"


def test_an_enemy_tile_must_slide():
    moves = moves_from(REGULAR, "2_-dDDDd-du-dDuDDD")
    assert len(moves) == 18
    assert moves["b1-b2 b1U"] == "1_-dDDDd-duUdDuuDD"
    assert moves["b1-b2 b1D"] == "1_-dDDDd-duUdDudDD"
    assert moves["b1-b2 c3U"] == "1_-dDDDduduUdDu-DD"


def test_first_turn_places_without_a_slide():
    assert len(moves_from(REGULAR, "1_----------------")) == 32
    assert len(moves_from("rubiksmagic/2x3", "1_------")) == 12


@pytest.mark.parametrize(
    ("variant", "text", "value"),
    [
        ("regular", "2_UUU-u--d--------", None),  # it may still be broken
        ("regular", "1_UUU-u--d-d------", Value.WIN),  # it has survived
        ("regular", "2_UUUduUd---------", Value.LOSE),  # locked
        ("regular", "2_UUDduUd---------", None),
        ("2x3", "1_UduDuD", Value.TIE),
        ("2x3", "1_uuuDUD", Value.LOSE),
    ],
)
def test_line_ends_the_game_if_it_is_locked_or_has_survived_a_turn(variant: str, text: str, value: Value | None):
    rules = load(f"rubiksmagic/{variant}")
    assert rules.primitive(rules.parse(text)) is value


def test_the_small_board_is_a_tie():
    full_id = "rubiksmagic/2x3"
    assert result_of(full_id, load(full_id).start()) == Result(Value.TIE, 6)


def test_buttons_have_their_places_and_a_pass_has_none():
    rules = load(REGULAR)
    buttons = [picture_of(rules).click(rules.start(), move) for move in rules.moves(rules.start())]
    assert (buttons[0], buttons[-1]) == (Add("r", 16), Add("s", 47))
    here = rules.parse("2_-dDDDd-du-dDuDDD")
    assert picture_of(rules).click(here, rules.moves(here)[0]) is None

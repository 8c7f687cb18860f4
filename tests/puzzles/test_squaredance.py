"""Square Dance: the squares, and what completes one."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.boards.shapes import tilted_squares
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

REGULAR = "squaredance/regular"


def test_squares_of_the_board_are_twenty_with_the_tilted_ones():
    found = {tuple(sorted(square)) for square in tilted_squares(4, 4)}
    assert len(found) == len(tilted_squares(4, 4)) == 20
    assert {(0, 2, 8, 10), (0, 3, 12, 15), (1, 4, 6, 9), (1, 7, 8, 14), (2, 4, 11, 13)} <= found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_UD--DU---u-u-d--", Value.LOSE),  # one owner
        ("1_Uu--uU----------", Value.LOSE),  # one side, two owners
        ("1_-D--d-D--d------", Value.LOSE),  # tilted
        ("1_Uu--Ud----------", None),
    ],
)
def test_game_is_lost_by_who_faces_a_square_of_one_owner_or_one_side(text: str, value: Value | None):
    rules = load(REGULAR)
    assert rules.primitive(rules.parse(text)) is value


def test_a_full_board_is_a_tie():
    rules = load("squaredance/3x2")
    assert rules.primitive(rules.parse("1_dUUDud")) is Value.TIE


def test_moves_place_a_tile_either_side_up_by_a_button_of_its_own():
    moves = moves_from(REGULAR, "1_Dd-dDu-d--Uu-DD-")
    assert (moves["d1U"], moves["d1D"]) == ("2_Dd-dDu-d--Uu-DDU", "2_Dd-dDu-d--Uu-DDD")
    rules = load(REGULAR)
    here = rules.parse("1_Dd-dDu-d--Uu-DD-")
    buttons = {rules.format_move(here, move): picture_of(rules).button(here, move) for move in rules.moves(here)}
    assert (buttons["d1U"], buttons["d1D"]) == (Add("q", 31), Add("s", 47))


def test_small_board_has_the_known_result_of_the_start():
    full_id = "squaredance/3x2"
    assert result_of(full_id, load(full_id).start()) == Result(Value.TIE, 6)

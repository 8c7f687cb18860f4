"""Neutron: slides, home rows and the first move. No published values are known to compare with."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

REGULAR = "neutron/regular"


def test_the_first_move_is_of_a_piece_alone():
    moves = moves_from(REGULAR, "1_OOOOO-------N-------XXXXX")
    assert len(moves) == 13
    assert moves["a1-a4"] == "2_OOOOOX------N--------XXXX"
    assert moves["c1-e3"] == "2_OOOOO-------N-X-----XX-XX"


def test_the_neutron_slides_first():
    assert moves_from("neutron/3x3", "2_OOOX-N-XX") == {"Nb2 b3-c2": "1_O-OXNO-XX", "Nb2 c3-c2": "1_OO-XNO-XX"}
    moves = moves_from(REGULAR, "2_OOOOO--X----N--------XXXX")
    assert moves["Nb4 a5-a1"] == "1_-OOOO-NX------------OXXXX"


def test_a_home_row_ends_the_game():
    moves = moves_from(REGULAR, "2_OO-OOX---O--N-------XX-XX")
    assert {name for name in moves if " " not in name} == {"Nc5", "Nc1"}
    rules = load(REGULAR)
    assert rules.primitive(rules.parse(moves["Nc5"])) is Value.LOSE  # the home of player 2, who moved
    assert rules.primitive(rules.parse(moves["Nc1"])) is Value.WIN


def test_player_without_a_full_turn_loses():
    rules = load("neutron/3x3")
    assert rules.primitive(rules.parse("1_XO-NO-XOX")) is Value.LOSE


def test_small_board_is_lost_in_four():
    full_id = "neutron/3x3"
    assert result_of(full_id, load(full_id).start()) == Result(Value.LOSE, 4)
    assert by_value(full_id) == {"win": 1225, "lose": 949}


@pytest.mark.parametrize(("name", "button"), [("Nc5", Move(12, 2)), ("Nb4 b5-c5", None)])
def test_single_slides_have_arrows_and_other_moves_buttons(name: str, button: Move | None):
    rules = load(REGULAR)
    here = rules.parse("2_OO-OOX---O--N-------XX-XX")
    buttons = {rules.format_move(here, move): picture_of(rules).click(here, move) for move in rules.moves(here)}
    assert buttons[name] == button

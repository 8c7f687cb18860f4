"""Quixo: legal pushes, and who has won."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import result
from tests.helpers import load, result_of


@pytest.mark.parametrize(("variant", "moves"), [("3x3", 20), ("4x4", 32)])
def test_start_has_the_expected_number_of_moves(variant: str, moves: int):
    rules = load(f"quixo/{variant}")
    assert len(rules.moves(rules.start())) == moves


def test_push_slides_the_row_and_takes_no_cube_of_the_opponent():
    rules = load("quixo/3x3")
    names = {rules.format_move(rules.start(), move): move for move in rules.moves(rules.start())}
    assert sorted(name for name in names if name[0] in "12") == ["1 D", "1 R", "2 D", "2 L", "2 R"]
    assert not any(name.startswith("5") for name in names)  # not on the rim
    assert rules.do_move(rules.start(), names["1 R"]) == (2, "--X------")
    assert rules.button(rules.start(), names["1 R"]) == Move(0, 2)
    row = rules.parse("1_XO-------")
    assert rules.do_move(row, names["1 R"]) == (2, "O-X------")
    assert "2 R" not in {rules.format_move(row, move) for move in rules.moves(row)}  # the opponent's cube


def test_player_who_completed_an_opposing_line_loses():
    rules = load("quixo/3x3")
    assert rules.primitive(rules.parse("1_OOO-X-X--")) is Value.LOSE
    assert rules.primitive(rules.parse("2_OOO-X-X--")) is Value.WIN
    assert rules.primitive(rules.parse("1_OOOXXX---")) is Value.WIN


def test_the_first_player_wins():
    """In 7 moves on 3x3 (GamesmanOne), by pushing a corner or middle cube in at another corner."""
    rules = load("quixo/3x3")
    assert result_of("quixo/3x3", rules.start()) == result(Value.WIN, 7)
    best = [
        rules.format_move(rules.start(), move)
        for move in rules.moves(rules.start())
        if result_of("quixo/3x3", rules.do_move(rules.start(), move)) == result(Value.LOSE, 6)
    ]
    assert {"1 R", "2 L", "1 D", "4 U"} <= set(best)


def test_the_usual_board_can_be_played():
    """GamesmanOne has the same number of first moves."""
    rules = load("quixo/5x5")
    assert len(rules.moves(rules.start())) == 44
    assert rules.primitive(rules.parse("2_XXXXX-OOO----------------")) is Value.LOSE
    assert rules.rank(rules.unrank(rules.rank(rules.start()))) == rules.rank(rules.start())

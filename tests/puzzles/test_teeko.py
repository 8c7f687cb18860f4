"""Teeko: the ways to win, legality, and moves."""

from __future__ import annotations

from math import comb

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.view import Add, Move
from tests.helpers import load


@pytest.mark.parametrize(("variant", "ways"), [("standard", 44), ("advanced", 58)])
def test_shapes_that_win_are_as_many_as_the_rules_say(variant: str, ways: int):
    wins = load(f"teeko/{variant}").wins
    assert len(wins) == len({frozenset(win) for win in wins}) == ways


def test_positions_are_as_many_as_published_and_few_ranks_are_holes():
    """One position per placement, two with all pieces on the board: the number of GamesmanOne's slots."""
    rules = load("teeko/standard")
    placements = [
        comb(25, x) * comb(25 - x, o) for x, o in ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3))
    ]
    all_placed = comb(25, 4) * comb(21, 4)
    assert sum(placements) + 2 * all_placed == 172_401_726
    assert rules.size == 12_765_414  # up to symmetry, as the player to move sees them, with few holes
    assert all_placed + sum(placements) < 8 * rules.size


def test_pieces_are_placed_before_they_move():
    rules = load("teeko/standard")
    assert len(rules.moves(rules.start())) == 25
    assert rules.button(rules.start(), 12) == Add("X", 12)
    assert rules.format_move(rules.start(), 12) == "c3"
    placed = rules.parse("1_XO-----XO-----XO-----XO--")
    names = [rules.format_move(placed, move) for move in rules.moves(placed)]
    assert names[0] == "a5-a4"
    assert rules.button(placed, rules.moves(placed)[0]) == Move(0, 5)
    assert all("-" in name for name in names)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_XXXX-OOO-----------------", Value.LOSE),
        ("2_XX---XX---OOO------------", Value.LOSE),
        ("1_OO---OO---XX---X----X----", Value.LOSE),
        ("1_X-X--OOOO-X-X------------", Value.LOSE),  # both: the last player to move has won
        ("2_X-X--OOO-X-X-------------", None),
    ],
)
def test_rows_and_squares_of_four_win(text: str, value: Value | None):
    rules = load("teeko/standard")
    assert rules.primitive(rules.parse(text)) is value


def test_larger_squares_win_in_the_advanced_game():
    rules = load("teeko/advanced")
    assert rules.primitive(rules.parse("2_X-X--OOO--X-X------------")) is Value.LOSE


@pytest.mark.parametrize(
    "text", ["2_-------------------------", "1_X------------------------", "1_XXXXX---OOOO-------------"]
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("teeko/standard").parse(text)

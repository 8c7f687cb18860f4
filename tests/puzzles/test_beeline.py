"""Beeline: every count of GamesmanClassic, flights, and surrounded bees."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import DRAWN
from tests.helpers import exhaustive, load, result_of
from tests.puzzles.reached import Histogram, moves_from, reached, row

ID = "beeline/regular"
COUNTS: dict[str, Histogram] = {
    "3x3": {
        "win": {0: 426, **row(1, 848, 198, 112, 60, 40, 32, 40, 26, 4)},
        "lose": row(0, 466, 80, 82, 68, 54, 32, 40, 48, 22, 4),
        "draw": {None: 274},
    },
    "regular": {
        "win": {0: 12_236, **row(1, 59_534, 9496, 2970, 1604, 910, 376, 240, 88, 36, 28, 10)},
        "lose": row(0, 13_644, 1872, 616, 348, 226, 94, 60, 22, 8, 8, 2),
        "draw": {None: 213_636},
    },
}
"""GamesmanClassic's counts for the regular board; our own for the small one."""


@pytest.mark.parametrize("variant", ["3x3", exhaustive("regular")])
def test_counts_and_result_of_the_start_are_those_of_gamesman_classic(variant: str):
    full_id = f"beeline/{variant}"
    assert reached(full_id) == COUNTS[variant]
    assert result_of(full_id, load(full_id).start()) == DRAWN


def test_first_moves_are_the_expected_four():
    assert moves_from(ID, "1_WW--W------B--BB") == {
        "a3-a1": "2_WW---------BW-BB",
        "a3-d3": "2_WW-----W---B--BB",
        "b4-b1": "2_W---W------B-WBB",
        "b4-d4": "2_W--WW------B--BB",
    }


def test_arrows_lead_to_the_first_cell():
    rules = load(ID)
    picture = picture_of(rules)
    buttons = {picture.button(rules.start(), move) for move in rules.moves(rules.start())}
    assert buttons == {Move(4, 8), Move(4, 5), Move(1, 5), Move(1, 2)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1_-B--BW--B-----WW", Value.LOSE),  # three beside the bee on b3
        ("2_-B--BW--B-----WW", Value.WIN),
        ("1_-B--BW---B----WW", Value.LOSE),
        ("1_B---BW---B----WW", None),  # a4 and b3 share no side
    ],
)
def test_bee_with_three_enemies_beside_it_decides_the_game(text: str, value: Value | None):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value


def test_a_player_without_a_move_loses():
    """The bees in the corner are blocked, though none is surrounded."""
    rules = load("beeline/3x3")
    stuck = [position for position in rules.positions() if not rules.moves(position)]
    assert stuck
    assert all(rules.primitive(position) is not None for position in stuck)

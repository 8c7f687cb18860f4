"""Ho-Bag Gonu: every count of GamesmanClassic, and the homes."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "hobaggonu/regular"


@pytest.mark.second_ring
def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": row(1, 292, 464, 368, 72),
        "lose": row(0, 190, 146, 330, 72, 24),
        "draw": {None: 14004},
    }
    assert result_of(ID, load(ID).start()) == DRAWN


def test_stones_neither_return_home_nor_leave_the_goal():
    assert moves_from(ID, "1_XXX-----OOO") == {"1-3": "2_X-XX----OOO"}
    assert sorted(moves_from(ID, "1_--XX-O-O-XO")) == ["2-1", "3-4", "3-6", "9-8"]


def test_game_is_lost_by_who_faces_a_full_home_or_cannot_move():
    rules = load(ID)
    lost = ("2_---OOO--XXX", "1_OOO-X-X---X", "1_XOX-----OXO", "2_XOX-----OXO", "1_XXXO----O-O")
    for text in lost:
        assert rules.primitive(rules.parse(text)) is Value.LOSE

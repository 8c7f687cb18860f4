"""Horses: every count of GamesmanPy, and its lines."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import Histogram, moves_from, reached, row

COUNTS: dict[str, Histogram] = {
    "regular": {"win": row(1, 2212, 656, 172), "lose": row(0, 580, 368, 88, 16), "draw": {None: 1138}},
    "misere": {"win": row(0, 580), "draw": {None: 4650}},
}


@pytest.mark.parametrize("variant", COUNTS)
def test_every_count_is_that_of_gamesmanpy(variant: str):
    full_id = f"horses/{variant}"
    assert reached(full_id) == COUNTS[variant]
    assert result_of(full_id, load(full_id).start()) == DRAWN


def test_moves_place_a_horse_first_and_slide_along_lines_later():
    assert len(moves_from("horses/regular", "2_x--------")) == 8
    assert moves_from("horses/regular", "1_xo-xo-ox-") == {
        "0-8": "2_-o-xo-oxx",
        "3-2": "2_xox-o-ox-",
        "3-8": "2_xo--o-oxx",
        "7-8": "2_xo-xo-o-x",
    }


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("2_x-o-x-o-x", True),  # through the center
        ("2_xx-o-o--x", False),
        ("1_oo-x-x-ox", True),  # on the ring, across 0
        ("2_xox-o--xo", False),
    ],
)
def test_lines_through_the_center_or_on_the_ring_end_the_game(text: str, ended: bool):
    for variant, value in (("regular", Value.LOSE), ("misere", Value.WIN)):
        rules = load(f"horses/{variant}")
        assert rules.primitive(rules.parse(text)) is (value if ended else None)

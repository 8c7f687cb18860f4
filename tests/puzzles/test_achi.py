"""Achi: every count of GamesmanClassic, and some moves."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "achi/regular"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": row(1, 1860, 688, 300, 92, 57),
        "lose": row(0, 416, 368, 184, 92, 109, 16),
        "draw": {None: 1208},
    }
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 9)


def test_moves_drop_stones_first_and_slide_them_along_lines_later():
    assert moves_from(ID, "1_xoxo-x-o-") == {
        "b3-b2": "2_x-xoox-o-",
        "a2-b2": "2_xox-ox-o-",
        "a2-a1": "2_xox--xoo-",
        "b1-b2": "2_xoxoox---",
        "b1-a1": "2_xoxo-xo--",
        "b1-c1": "2_xoxo-x--o",
    }
    assert moves_from(ID, "2_-----oxo-") == {
        **{"a3": "1_x----oxo-", "b3": "1_-x---oxo-", "c3": "1_--x--oxo-", "a2": "1_---x-oxo-"},
        **{"b2": "1_----xoxo-", "c1": "1_-----oxox"},
    }


@pytest.mark.parametrize("text", ["2_o-x------", "1_o--------", "1_ooo-xx---", "1_oooo-xxx-"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition, match="there is no position with"):
        load(ID).parse(text)

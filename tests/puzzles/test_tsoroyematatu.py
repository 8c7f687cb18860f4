"""Tsoro Yematatu: every count of GamesmanClassic, and when a piece may jump."""

from __future__ import annotations

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "tsoroyematatu/regular"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": row(1, 177, 31, 65, 96, 56, 10),
        "lose": row(0, 64, 10, 32, 66, 53, 15),
        "draw": {None: 131},
    }
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 11)


def test_a_piece_jumps_only_without_a_step():
    assert moves_from(ID, "1_xo-oxox") == {"0-2": "2_-oxoxox"}
    assert moves_from(ID, "1_xoo-xox") == {"0-3": "2_-ooxxox", "6-3": "2_xooxxo-"}
    assert moves_from(ID, "1_xoxx-oo") == {"0-4": "2_-oxxxoo"}

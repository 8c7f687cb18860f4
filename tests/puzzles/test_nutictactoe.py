"""Nu Tic-Tac-Toe: its moves, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID, SMALL = "nutictactoe/regular", "nutictactoe/3x4"


@pytest.mark.second_ring
def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {
        "win": row(1, 10492, 2357, 508, 232, 164, 88, 48, 28),
        "lose": row(0, 6355, 3580, 841, 234, 158, 172, 60, 48, 12),
        "draw": {None: 334},
    }
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.LOSE, 10)


def test_moves_step_to_empty_neighbors():
    assert moves_from(ID, "1_XOXO------------OXOX") == {
        "a5-a4": "2_-OXOX-----------OXOX",
        "c5-c4": "2_XO-O--X---------OXOX",
        "b1-b2": "2_XOXO---------X--O-OX",
        "d1-d2": "2_XOXO-----------XOXO-",
    }

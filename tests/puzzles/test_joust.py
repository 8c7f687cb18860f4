"""Joust: every count of GamesmanClassic, and burnt squares."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from tests.helpers import late, load, result_of
from tests.puzzles.reached import Histogram, moves_from, reached, row

COUNTS: dict[str, tuple[Histogram, int]] = {
    "joust/4x4": ({"win": row(1, 136, 48, 28, 16, 4, 2), "lose": row(0, 154, 70, 32, 20, 8, 2, 1)}, 12),
    "joust/5x4": (
        {
            "win": row(1, 4095, 1807, 828, 329, 135, 27, 4),
            "lose": row(0, 4844, 2234, 1135, 469, 211, 76, 14, 3),
        },
        14,
    ),
}


@pytest.mark.parametrize("full_id", ["joust/4x4", late("joust/5x4")])
def test_every_count_is_that_of_gamesmanclassic(full_id: str):
    expected, remoteness = COUNTS[full_id]
    assert reached(full_id) == expected
    assert result_of(full_id, load(full_id).start()) == Result(Value.LOSE, remoteness)


def test_the_square_left_burns():
    assert moves_from("joust/4x4", "1_B-X---B-OB-----B") == {
        "c4-a3": "2_B-B-X-B-OB-----B",
        "c4-d2": "2_B-B---B-OB-X---B",
    }

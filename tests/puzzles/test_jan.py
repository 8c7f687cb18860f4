"""Jan: its moves, its ends, and the small board whole."""

from __future__ import annotations

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID, SMALL = "jan/4x4", "jan/3x3"


def test_small_board_has_the_known_counts_and_result_of_the_start():
    expected = {"win": row(1, 344, 364, 48), "lose": row(0, 148, 192, 88, 4), "draw": {None: 332}}
    assert reached(SMALL) == expected
    assert result_of(SMALL, load(SMALL).start()) == DRAWN


def test_moves_step_to_empty_neighbors():
    assert moves_from(ID, "1_bwbw--------wbwb") == {
        "b4-b3": "2_b-bw-w------wbwb",
        "d4-d3": "2_bwb----w----wbwb",
        "a1-a2": "2_bwbw----w----bwb",
        "c1-c2": "2_bwbw------w-wb-b",
    }


def test_a_row_of_three_wins():
    rules = load(ID)
    for lost in ("2_bbwb-w--w-----wb", "1_bbb-wwbw------w-", "1_b----b--w-b-wwwb"):
        assert rules.primitive(rules.parse(lost)) is Value.LOSE
    assert rules.primitive(rules.parse("2_bbwbb-w-w-----w-")) is None

"""Four Field Kono: how pieces step and capture, who loses, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID, SMALL = "fourfieldkono/standard", "fourfieldkono/4x2"


def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {
        "win": row(1, 412, 160, 120, 132, 120, 184, 96, 84, 32, 28, 8),
        "lose": row(0, 356, 108, 84, 120, 124, 144, 116, 108, 92, 28, 4, 4),
        "draw": {None: 1247},
    }
    assert result_of(SMALL, load(SMALL).start()) == DRAWN


def test_first_moves_are_jumps():
    assert moves_from(ID, "1_xxxxxxxxoooooooo") == {
        "a4-a2": "2_-xxxxxxxxooooooo",
        "b4-b2": "2_x-xxxxxxoxoooooo",
        "c4-c2": "2_xx-xxxxxooxooooo",
        "d4-d2": "2_xxx-xxxxoooxoooo",
    }


def test_pieces_step_to_a_neighbor_and_jump_only_to_capture():
    assert moves_from(ID, "1_xxo----------oo-") == {
        "a4-c4": "2_-xx----------oo-",
        "a4-a3": "2_-xo-x--------oo-",
        "b4-b3": "2_x-o--x-------oo-",
    }


def test_position_lost_by_the_player_not_to_move_is_refused():
    rules = load(ID)
    assert rules.primitive(rules.parse("1_x------------oo-")) is Value.LOSE
    assert rules.primitive(rules.parse("1_xooxo--o--------")) is Value.LOSE  # no move
    with pytest.raises(IllegalPosition, match="there is no position with"):
        rules.parse("2_x------------oo-")

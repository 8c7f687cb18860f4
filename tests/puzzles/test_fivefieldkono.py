"""Five Field Kono: diagonal moves, the goal, players without a move, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached

REGULAR, SMALL = "fivefieldkono/regular", "fivefieldkono/3x4"


@pytest.mark.second_ring
def test_small_board_has_the_known_counts_and_result_of_the_start():
    table = reached(SMALL)
    assert {value: sum(row.values()) for value, row in table.items()} == {"win": 187, "lose": 82, "tie": 7691}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.TIE, 6)


def test_pieces_move_diagonally():
    assert moves_from(REGULAR, "1_oooooo---o-----x---xxxxxx") == {
        "a2-b3": "2_oooooo---o-x-------xxxxxx",
        "e2-d3": "2_oooooo---o---x-x----xxxxx",
        "a1-b2": "2_oooooo---o-----xx--x-xxxx",
        "b1-c2": "2_oooooo---o-----x-x-xx-xxx",
        "c1-b2": "2_oooooo---o-----xx--xxx-xx",
        "c1-d2": "2_oooooo---o-----x--xxxx-xx",
        "d1-c2": "2_oooooo---o-----x-x-xxxx-x",
        "e1-d2": "2_oooooo---o-----x--xxxxxx-",
    }


@pytest.mark.parametrize(("variant", "value"), [("regular", Value.TIE), ("delta", Value.LOSE), ("omega", Value.WIN)])
def test_a_player_who_cannot_move(variant: str, value: Value):
    rules = load(f"fivefieldkono/{variant}")
    assert rules.primitive(rules.parse("1_x-x-x-o-oo-o-o-x-o-xox-x-")) is value


def test_goal_reached_by_the_opponent_loses_and_pieces_never_change_color():
    rules = load(REGULAR)
    arrived = rules.parse("2_xxxxxx---x-----o---oooooo")
    assert rules.primitive(arrived) is Value.LOSE
    with pytest.raises(IllegalPosition, match="there is no position with"):
        rules.parse("1_oooooo---ox----x----xxxxx")  # a piece on the other color


def test_cells_of_one_color_are_mirrored_by_themselves():
    rules = load(REGULAR)
    images = {rules.format(image) for image in rules.images(rules.parse("2_o-oooo-o-o-x----x--x-xxxx"))}
    assert images == {
        *("2_o-oooo-o-o-x----x--x-xxxx", "2_o-oooo-o-o-x------xxxxxx-"),
        *("2_ooo-oo-o-o---x-xx----xxxx", "2_ooo-oo-o-o---x-x--x-xxxx-"),
        *("1_-oooo-o--o-o---x-x-xx-xxx", "1_oooo----oo-o---x-x-xx-xxx"),
        *("1_-oooooo------o-x-x-xxxx-x", "1_oooo-o--o----o-x-x-xxxx-x"),
    }

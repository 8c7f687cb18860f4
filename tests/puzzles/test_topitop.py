"""Topitop: positions recorded from GamesmanClassic, the ban on taking back, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.notation.autogui import write_cells, write_drawn
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load
from tests.puzzles.reached import assert_moves, moves_from, reached_and_start, row

ID, SMALL = "topitop/regular", "topitop/2x3"

MOVES = {
    "1_---------": (27, {"2_--------L", "2_--------S", "2_--------B"}),
    "2_RQ--CPB-C53": (
        7,
        {
            *("1_RQ--CPBC-89", "1_RQ---PBCC85", "1_-Q--QPB-C", "1_RQ-C-PB-C45", "1_R--QCPB-C", "1_-Q-RCPB-C"),
            "1_R-Q-CPB-C",
        },
    ),
    "2_Q-CP-RL-X32": (9, {"1_Q-CP-R-LX87", "1_Q-CPLR--X57", "1_Q--PCRL-X53", "1_Q-QP--L-X", "1_-QCP-RL-X"}),
    "1_-Q--CPXLR54": (6, {"2_-Q--CP-PR", "2_-Q-LCPX-R48", "2_-QP-C-XLR", "2_CQ---PXLR15"}),
    "2_-CPLSRXLR": (8, {"1_-CPLORXL-", "1_-CPLO-XLR", "1_-CPC-RXLR", "1_-QPLS-XLR", "1_SCPL-RXLR15"}),
    "1_-CS-LSCL-59": (14, {"2_-CS-LSC-L98", "2_-CS-LSCLB", "2_-CS-L-CC-", "2_BCS-LSCL-", "2_-CSCLS-L-47"}),
}
"""Recorded positions, each with the number of moves and some positions they lead to."""


@pytest.mark.parametrize("position", MOVES)
def test_moves_of_sample_positions_equal_the_recorded_ones(position: str):
    assert_moves(ID, position, *MOVES[position])


def test_a_stack_may_not_be_moved_straight_back():
    assert "5-3" not in moves_from(ID, "2_RQ--CPB-C53")
    assert moves_from(ID, "2_RQ--CPB-C")["5-3"] == "1_RQC--PB-C35"


@pytest.mark.second_ring
def test_two_castles_win():
    rules = load(ID)
    assert rules.primitive(rules.parse("1_QBQC---P-")) is Value.LOSE
    with pytest.raises(IllegalPosition):
        rules.parse("2_QBQC---P-")


def test_a_player_who_cannot_move_passes():
    """Every cell is taken, and no large castle is beside a small one."""
    assert moves_from(ID, "1_SSSCRRLLL") == {"P": "2_SSSCRRLLL"}
    assert "P" not in moves_from(ID, "2_SSSCRRLLL"), "a bucket goes on a castle"


@pytest.mark.second_ring
def test_small_board_has_the_known_counts_and_result_of_the_start():
    """The counts of an independent search, with stacks as texts and without symmetry."""
    assert reached_and_start(SMALL) == (
        {
            "win": row(1, 1464, 2284, 2234, 1696, 446, 246, 4),
            "lose": row(0, 72, 664, 784, 1372, 396, 260, 8, 1),
        },
        Result(Value.LOSE, 14),
    )


def test_picture_has_six_layers_per_cell_and_the_ban():
    """As GamesmanUni reads it: six layers per cell, and the ban."""
    rules = load(ID)
    picture, position = picture_of(rules), rules.parse("2_RQ--CPB-C53")
    layers = ("--R---", "R--S-L", "------", "------", "---S-L", "B--S-L", "--B---", "------", "---S-L")
    assert write_cells(picture, position) == "2_" + "".join(layers) + "53"
    drawn = {rules.format_move(position, move): write_drawn(picture, position, move) for move in rules.moves(position)}
    assert (drawn["9-8"], drawn["5-4"], drawn["1-5"]) == ("M_95_94_z", "M_75_74_z", "M_60_61_z")
    first = {write_drawn(picture, rules.start(), move) for move in rules.moves(rules.start())}
    assert {"A_t_104_y", "A_v_113_w", "A_w_122_x"} <= first


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1_--C------32", None),
        ("1_--C------37", IllegalPosition),  # not a neighbor
        ("1_-BC------32", MalformedPosition),  # not empty
        ("1_--X------32", MalformedPosition),  # it has a bucket
        ("1_--c------", MalformedPosition),
        ("1_--C------3x", MalformedPosition),
        ("1_SSSSC----", IllegalPosition),  # five small castles
    ],
)
def test_texts_are_read_back_as_written_or_refused(text: str, error: type[PositionError] | None):
    rules = load(ID)
    if error is None:
        assert rules.format(rules.parse(text)) == text
    else:
        with pytest.raises(error):
            rules.parse(text)

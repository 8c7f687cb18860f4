"""Adugo: positions recorded from the GamesCrafters' page, chains of jumps, ends, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import assert_moves, moves_from, reached, row

ID, SMALL = "adugo/5x5", "adugo/3x3"

MOVES = {
    "1_NWWWWWWWWWWWWBWW----------": (
        3,
        {"2_NWWWWWWWWWWWW-WW-B--------", "2_NWWWWWWWWWWWW-WW---B------", "2_NWWWWWWWWWWWW-WW--B-------"},
    ),
    "1_NW-W-WWWWWWWWWB--W----W---": (3, {"1_IW-WBWWWW-WWWW---W----W---"}),
}
"""Recorded positions, each with the number of moves and some positions they lead to."""


@pytest.mark.parametrize("position", MOVES)
def test_moves_of_sample_positions_equal_the_recorded_ones(position: str):
    count, some = MOVES[position]
    assert_moves(ID, position, count, some)


def test_the_jaguar_jumps_on_or_stops():
    jumped = "1_IW-WBWWWW-WWWW---W----W---"
    assert moves_from(ID, jumped) == {"d5": "2_NW-WBWWWW-WWWW---W----W---", "d5-b5": "2_NWB--WWWW-WWWW---W----W---"}


def test_chain_without_a_further_jump_is_no_position():
    rules = load(SMALL)
    assert isinstance(rules, BoardGame)
    jumping = [position for position in rules.positions() if rules.format(position)[2] == "I"]
    assert len(jumping) > 10
    assert all(len(list(rules.moves(position))) > 1 for position in jumping)
    with pytest.raises(IllegalPosition):
        load(ID).parse("1_IWB--WWWW-WWWW---W----W---")


def test_the_last_capture_ends_play_at_once():
    rules = load(ID)
    before = rules.parse("1_NWW-W-WWW--B----WW-----W-W")
    after = [rules.do_move(before, move) for move in rules.moves(before)]
    taken = [position for position in after if rules.format(position).count("W") == 9]
    assert len(taken) == 2
    assert all(rules.primitive(position) is Value.LOSE and position[0] == 2 for position in taken)


def test_a_jaguar_that_is_shut_in_has_lost():
    rules = load(ID)
    assert rules.primitive(rules.parse("1_NBWW--WWWWWWWW------------")) is Value.LOSE
    assert rules.primitive(rules.parse("1_NBW-W-WWWWWWWW------------")) is None, "it can jump"


def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert result_of(SMALL, load(SMALL).start()) == DRAWN
    assert reached(SMALL) == {
        "draw": {None: 1714},
        "win": {1: 412, 3: 17, 2: 52},
        "lose": row(0, 292, 16, 1),
    }


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1_WWWWBW---", MalformedPosition),
        ("1_XWWWWBW---", MalformedPosition),
        ("2_IWW-WB---W", PositionError),
        ("1_NWWWWWW---", PositionError),
        ("1_NBWWWWWW--", PositionError),
        ("1_IWWWWBW---", PositionError),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error):
        load(SMALL).parse(text)

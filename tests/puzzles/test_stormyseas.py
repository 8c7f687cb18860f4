"""Stormy Seas: the counts of GamesmanPy, rows that shift together, and invalid texts."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition
from perfect_play.puzzles.view import Move, Shift
from tests.helpers import exact_histogram, load, result_of
from tests.puzzles.reached import moves_from

COUNTS = {
    "beg1": (15_149, 3, 49),
    "beg2": (33_379, 8, 41),
    "int1": (35_425, 10, 41),
    "int2": (35_872, 17, 42),
}
"""Positions, moves from the start, and the number of different remotenesses."""
NAMES = [pytest.param(name, marks=() if name == "beg1" else pytest.mark.exhaustive) for name in COUNTS]


@pytest.mark.parametrize("name", NAMES)
def test_counts_are_those_of_gamesmanpy(name: str):
    full_id = f"stormyseas/{name}"
    counts = exact_histogram(full_id)
    start = result_of(full_id, load(full_id).start())
    assert start is not None
    assert (sum(counts), start.remoteness, len(counts)) == COUNTS[name]
    if name == "beg1":
        assert counts[:8] == [274, 434, 594, 857, 822, 752, 531, 365]
        assert counts[-7:] == [101, 166, 215, 195, 95, 15, 4]


def test_boats_that_share_a_row_are_shifted_together():
    moves = moves_from("stormyseas/beg1", "rwowwwoRwpwwwoowPwowooowwowwoowwwow8")
    together = "orwowwwoRwpwwwoowPwowoowwowwoowwwow"
    for what, last in (("row0", 0), ("row1", 1), ("row2", 2), ("boatr", 8), ("boatp", 9)):
        assert moves[f"{what}-right"] == f"{together}{last}"
        assert f"{what}-left" not in moves  # the red boat would leave the board
    assert moves["boatr-down"].endswith("7")
    assert len(moves) == 9


def test_a_boat_sails_where_there_is_a_gap():
    moves = moves_from("stormyseas/beg1", load("stormyseas/beg1").format(load("stormyseas/beg1").start()))
    assert set(moves) == {"row0-left", "row1-left", "row1-right", "boatp-up"}
    assert moves["boatp-up"] == "oowowwwowowwwopowrwowPwwRwwoowwwowo7"


def test_rows_are_drawn_as_shifts_and_boats_as_arrows():
    rules = load("stormyseas/beg1")
    buttons = {move: rules.button(rules.start(), move) for move in rules.moves(rules.start())}
    assert buttons["row1-right"] == Shift("R", 1, 1)
    assert buttons["boatp-up"] == Move(28, 21)


@pytest.mark.parametrize(
    "text",
    [
        "oowowwwowowwwooowrwowpwwRwwowwwwowo7",  # half a boat
        "owwowwwowowwwooowrwowpwwRwwoPwwwowo7",  # other waves
        "oowowwwowowwwooowowowpwwowwoPwwwowo7",  # no red boat
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("stormyseas/beg1").parse(text)


@pytest.mark.parametrize("text", ["", "oowowwwowowwwooowrwowpwwRwwoPwwwowo", "oowowwwowowwwooowrwowpwwRwwoPwwwowo77"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("stormyseas/beg1").parse(text)

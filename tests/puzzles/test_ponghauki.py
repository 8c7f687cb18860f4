"""Pong Hau K'i: published numbers, the lines of the board, and what is refused."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.boards.moves import step
from perfect_play.puzzles.two_player.ponghauki import MIRRORED, NEIGHBORS
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import DRAWN, Result
from tests.helpers import load, reachable, result_of, solved
from tests.puzzles.reached import by_value

ID = "ponghauki/regular"


def test_start_is_drawn_and_play_reaches_56_positions():
    rules = load(ID)
    assert by_value(ID) == {"win": 8, "lose": 4, "draw": 44}
    assert len(solved(ID).results) == rules.variant.positions
    assert len(reachable(rules)) == 56
    assert result_of(ID, rules.start()) == DRAWN


def test_lines_are_seven_two_way_and_symmetric_with_none_at_the_top():
    """All seven are two-way and join adjacent points; the top side has none."""
    lines = {frozenset((a, b)) for a in range(5) for b in NEIGHBORS[a]}
    assert len(lines) == 7
    assert all(a in NEIGHBORS[b] for a in range(5) for b in NEIGHBORS[a])
    assert frozenset((0, 1)) not in lines
    assert {frozenset(MIRRORED[point] for point in line) for line in lines} == lines


def test_player_shut_in_loses():
    rules = load(ID)
    for text in ("1_xox-o", "2_oxo-x"):  # the empty point is bottom left
        position = rules.parse(text)
        assert (rules.primitive(position) is Value.LOSE) == (list(rules.moves(position)) == [])
    shut = rules.parse("1_x-oxo")
    assert rules.primitive(shut) is Value.LOSE
    assert list(rules.moves(shut)) == []
    before = rules.parse("2_xo-xo")
    assert result_of(ID, before) == Result(Value.WIN, 1)


def test_moves_go_to_the_empty_place():
    rules = load(ID)
    assert rules.board(rules.start()).cells == "o*o*-*x*x"
    assert [rules.button(rules.start(), move) for move in rules.moves(rules.start())] == [Move(6, 4), Move(8, 4)]
    assert rules.do_move(rules.start(), step(3, 2)) == (2, "oox-x")
    assert rules.format_move(rules.start(), step(3, 2)) == "bottom left"
    assert rules.board(rules.start()).cells[::2] == "oo-xx"


REFUSED: list[tuple[str, type[PositionError]]] = [
    ("oo-xx", MalformedPosition),
    ("3_oo-xx", MalformedPosition),
    ("1_oo-x", MalformedPosition),
    ("1_oo-xX", MalformedPosition),
    ("1_oooxx", IllegalPosition),
    ("1_oo-x-", IllegalPosition),
    ("1_oo-ox", IllegalPosition),
]


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match=r"expected|no position"):
        load(ID).parse(text)

"""Hare and Hounds: the lines of the board, legal moves, and wins."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import result
from tests.helpers import load, result_of

SMALL = "hareandhounds/s-hounds-first"


def test_lines_of_the_small_board_run_both_ways_with_diagonals_at_odd_points():
    neighbors = load(SMALL).neighbors
    assert neighbors[0] == (1, 2, 3)
    assert neighbors[2] == (0, 1, 3, 5)  # diagonals meet at odd points
    assert neighbors[5] == (1, 2, 3, 4, 6, 7, 8, 9)
    assert neighbors[10] == (7, 8, 9)
    assert all(a in neighbors[b] for a, others in enumerate(neighbors) for b in others)


def test_hounds_never_turn_back():
    rules = load(SMALL)
    middle = rules.parse("1_----ddd---r")
    assert {rules.format_move(middle, move) for move in rules.moves(middle)} == {"4-7", "5-7", "5-8", "5-9", "6-9"}
    hare = rules.parse("2_d-d-dr-----")
    assert {rules.format_move(hare, move) for move in rules.moves(hare)} == {"5-1", "5-3", "5-6", "5-7", "5-8", "5-9"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_-------dddr", Value.LOSE),  # the hare is shut in
        ("1_r---d--d-d-", Value.LOSE),  # the hare has slipped past
        ("2_dd-d------r", None),
    ],
)
def test_game_ends_with_the_hare_shut_in_or_past_the_hounds(text: str, value: Value | None):
    rules = load(SMALL)
    assert rules.primitive(rules.parse(text)) is value


@pytest.mark.parametrize(("who", "expected"), [("hounds", result(Value.WIN, 23)), ("hare", result(Value.LOSE, 24))])
def test_the_hounds_win_on_the_small_board(who: str, expected: object):
    full_id = f"hareandhounds/s-{who}-first"
    assert result_of(full_id, load(full_id).start()) == expected

"""Mancala: published counts, each rule by example, and the kernel on a whole small board."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Rules, Value
from perfect_play.puzzles.sowing import PASS
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, reachable, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules


def after(rules: Rules, text: str, move: int) -> str:
    return rules.format(rules.do_move(rules.parse(text), move))


def test_positions_are_as_many_as_published_and_the_start_is_a_tie():
    rules, solution = load("mancala/3x3"), solved("mancala/3x3")
    assert len({rules.rank(position) for position in reachable(rules)}) == len(solution.results) == 15_333
    assert solution.result(rules, rules.start()) == Result(Value.TIE, 5)
    assert load("mancala/3x4").variant.positions == 104_065  # and a win in 24


@pytest.mark.parametrize("variant", ["3x1", "3x2"])
def test_the_kernel_reaches_what_the_rules_reach(variant: str):
    """From the start, by ranks alone: the same ranks and ends, and the same player on extra turns."""
    rules = load(f"mancala/{variant}")
    assert graph_by_kernel(rules) == graph_by_rules(rules)


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("1_3,3,3,0_3,3,3,0", 2, "2_3,3,0,1_4,4,3,0"),  # counterclockwise, through its own store
        ("1_3,3,3,0_3,3,3,0", 0, "2_0,4,4,1_3,3,3,0"),  # no extra turn
        ("1_1,0,5,2_2,2,3,3", 0, "2_0,0,5,5_2,0,3,3"),  # into its own empty pit: the pit opposite is captured too
        ("1_1,0,5,2_2,0,3,5", 0, "2_0,0,5,3_2,0,3,5"),  # even if it is empty
        ("2_2,2,3,3_1,0,5,2", 4, "1_2,0,3,3_0,0,5,5"),  # the same for the other player
        ("1_7,1,1,0_3,3,3,0", 0, "2_0,2,2,6_4,4,0,0"),  # not into the opponent's store; its own pit was empty too
        ("1_0,0,1,2_5,5,5,0", 2, "2_0,0,0,3_0,0,0,15"),  # the mover's side is empty: the game is over
        ("1_3,3,3,9_0,0,0,0", 0, "2_0,4,4,10_0,0,0,0"),  # the opponent's side is empty: play goes on
        ("2_0,4,4,10_0,0,0,0", PASS, "1_0,4,4,10_0,0,0,0"),
    ],
)
def test_sowing_follows_each_rule_of_stores_captures_and_the_end(before: str, move: int, expected: str):
    rules = load("mancala/3x3")
    assert move in rules.moves(rules.parse(before))
    assert after(rules, before, move) == expected


def test_player_without_stones_passes():
    rules = load("mancala/3x3")
    position = rules.parse("2_2,2,2,10_0,0,0,2")
    assert rules.moves(position) == [PASS]
    assert rules.format_move(position, PASS) == "pass"
    assert rules.button(position, PASS) == Add("2", 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1_0,0,0,10_0,0,0,8", Value.WIN),
        ("2_0,0,0,10_0,0,0,8", Value.LOSE),
        ("1_0,0,0,9_0,0,0,9", Value.TIE),
        ("1_0,0,1,17_0,0,0,0", None),
    ],
)
def test_game_ends_by_majority_when_the_pits_are_empty(text: str, value: Value | None):
    rules = load("mancala/3x3")
    assert rules.primitive(rules.parse(text)) is value
    assert bool(rules.moves(rules.parse(text))) == (value is None)


def test_board_shows_player_1_at_the_bottom_with_buttons_on_pits():
    """Player 1 is at the bottom, with the store on the right."""
    rules = load("mancala/3x3")
    position = rules.parse("1_1,2,3,0_0,10,1,1")
    board = rules.board(position)
    assert (board.rows, board.cols, board.cells) == (2, 5, "11a-*" + "*123-")
    assert [rules.button(position, move) for move in rules.moves(position)] == [Add("-", cell) for cell in (6, 7, 8)]
    position = rules.parse("2_1,2,3,0_0,10,1,1")
    assert [rules.button(position, move) for move in rules.moves(position)] == [Add("-", cell) for cell in (2, 1)]
    assert [rules.format_move(position, move) for move in rules.moves(position)] == ["2", "3"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", MalformedPosition),
        ("3,3,3,0_3,3,3,0", MalformedPosition),
        ("3_3,3,3,0_3,3,3,0", MalformedPosition),
        ("1_3,3,3,0,3,3,3,0", MalformedPosition),
        ("1_3,3,3_0,3,3,3,0", MalformedPosition),
        ("1_3,3,3,0_3,3,3,00", MalformedPosition),
        ("1_3,3,3,0_3,3,3,", MalformedPosition),
        ("1_3,3,3,0_3,3,3,1", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error, match="expected"):
        load("mancala/3x3").parse(text)


@pytest.mark.parametrize(
    ("cells", "error"),
    [("-333", MalformedPosition), ("-333+*333-", MalformedPosition), ("-333**3333", IllegalPosition)],
)
def test_cells_that_are_no_board_are_refused(cells: str, error: type[Exception]):
    with pytest.raises(error, match="expected"):
        load("mancala/3x3").from_board(cells, 1)

"""Tic-tac-toe: published counts, and legal boards against those play reaches."""

from __future__ import annotations

from itertools import product

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import histograms, load, reachable, result_of, solved

REGULAR = {
    "win": {"1": 2358, "3": 356, "5": 122},
    "lose": {"0": 942, "2": 508, "4": 124},
    "tie": {"0": 16, "1": 80, "2": 200, "3": 200, "4": 264, "5": 136, "6": 138, "7": 24, "8": 9, "9": 1},
}


@pytest.mark.parametrize(
    ("variant", "win", "lose", "tie"), [("regular", 2836, 1574, 1068), ("misere", 3054, 1444, 980)]
)
def test_counts_of_positions_and_classes_are_the_published_ones(variant: str, win: int, lose: int, tie: int):
    full_id = f"tictactoe/{variant}"
    rules, solution = load(full_id), solved(full_id)
    exact, classes = histograms(rules, solution)
    assert {value: sum(row.values()) for value, row in exact.items()} == {"win": win, "lose": lose, "tie": tie}
    assert sum(sum(row.values()) for row in classes.values()) == 765
    assert solution.result(rules, rules.start()) == Result(Value.TIE, 9)


def test_remotenesses_have_the_published_histogram():
    assert histograms(load("tictactoe/regular"), solved("tictactoe/regular"))[0] == REGULAR


@pytest.mark.parametrize("variant", ["regular", "misere"])
def test_legal_is_what_play_reaches(variant: str):
    """Tries every board of nine cells."""
    rules = load(f"tictactoe/{variant}")
    legal = set()
    for cells in map("".join, product("xo-", repeat=9)):
        try:
            legal.add(rules.parse(cells))
        except PositionError:
            continue
    assert legal == reachable(rules)
    assert len(legal) == 5478


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("--------", MalformedPosition),
        ("----X----", MalformedPosition),
        ("o--------", IllegalPosition),
        ("xx-------", IllegalPosition),
        ("xxxoo-o--", IllegalPosition),  # x has won, and o has moved since
        ("xxxooo---", IllegalPosition),
        ("ooo-xxx-x", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match=r"expected|no position|since"):
        load("tictactoe/regular").parse(text)


def test_three_in_a_line_are_won_or_lost():
    for text in ("xxxoo----", "x--xo-xo-", "x-o-xo--x", "oox-xox-x"):  # x has just made a line
        assert load("tictactoe/regular").primitive(load("tictactoe/regular").parse(text)) is Value.LOSE
        assert load("tictactoe/misere").primitive(load("tictactoe/misere").parse(text)) is Value.WIN
        assert list(load("tictactoe/regular").moves((2, text))) == []
    assert load("tictactoe/regular").primitive((2, "xoxxoooxx")) is Value.TIE


def test_two_lines_at_once_are_legal():
    assert load("tictactoe/regular").parse("xxxxooxoo") == (2, "xxxxooxoo")


def test_turns_alternate_and_buttons_are_on_their_cells():
    rules = load("tictactoe/regular")
    position = (1, "x---o----")
    assert [rules.turn(rules.parse(text)) for text in ("---------", "x--------", "x---o----")] == [1, 2, 1]
    assert [rules.button(position, move) for move in (1, 8)] == [Add("x", 1), Add("x", 8)]
    assert [rules.format_move(position, move) for move in (1, 8)] == ["b3", "c1"]
    assert load("tictactoe/regular").id == load("ttt/regular").id


def test_corner_wins_against_an_edge_and_ties_against_the_center():
    """After corner, edge, x wins; after corner, center, it is a tie."""
    assert result_of("tictactoe/regular", (1, "xo-------")).value is Value.WIN
    assert result_of("tictactoe/regular", (1, "x---o----")).value is Value.TIE

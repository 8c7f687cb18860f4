"""Spinout: the rows, turns and slides, and the drawing."""

from __future__ import annotations

from collections import Counter

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.one_player.spinout import Spinout
from perfect_play.puzzles.view import Add, Board, Move
from perfect_play.solvers.result import Result
from tests.helpers import exact_histogram, load, reachable, solved

START = "↑←←←(⇐)"


def spinout() -> Spinout:
    rules = load("spinout/5_piece")
    assert isinstance(rules, Spinout)
    return rules


def test_rows_and_moves_from_the_start_are_as_many_as_known():
    """347 rows, ten of them solved; 61 moves from the start, 62 from the farthest row."""
    rules = spinout()
    found = reachable(rules)
    assert len(found) == 347 == sum(exact_histogram("spinout/5_piece"))
    assert solved("spinout/5_piece").result(rules, rules.start()) == Result(Value.WIN, 61)
    assert len(exact_histogram("spinout/5_piece")) - 1 == 62
    assert sum(rules.primitive(row) is Value.WIN for row in found) == 10


def test_solved_rows_point_left_with_the_flat_piece_to_either_side():
    """The four pieces point left, the flat one to either side, and any of the five may be in the rotor."""
    rules = spinout()
    texts = {rules.format(row) for row in rules.solutions()}
    assert {text.replace("(", "").replace(")", "") for text in texts} == {"←←←←⇐", "←←←←⇒"}
    assert Counter(text.index("(") for text in texts) == dict.fromkeys(range(5), 2)


def test_every_move_can_be_taken_back():
    rules = spinout()
    for row in reachable(rules):
        assert all(row in rules.children(child) for child in rules.children(row))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (START, ["cw", "ccw", "left_1", "left_2", "left_3", "left_4"]),
        ("↑←←←(⇓)", ["cw", "ccw"]),  # it points down
        ("↑←←(↑)⇐", ["left_1", "right_1"]),  # the flat piece has no hollow; beside the rotor there is room for `↑`
        ("←←(←)←⇐", ["left_1", "left_2", "right_1", "right_2"]),  # the next one to the right points here
        ("←↑←(↑)⇑", ["cw", "ccw", "right_1"]),  # the flat piece has a hollow, but is upright
    ],
)
def test_moves_turn_the_rotor_or_slide_as_the_pieces_beside_it_allow(text: str, names: list[str]):
    rules = spinout()
    row = rules.parse(text)
    assert [rules.format_move(row, move) for move in rules.moves(row)] == names


def test_board_is_read_back_and_buttons_show_turns_and_slides():
    rules = spinout()
    row = rules.parse("↑←(←)↑⇒")
    assert rules.board(row) == Board(3, 12, "*******-****" + "-----ulluR--" + "*******-****")
    assert rules.parse("↑←(←)↑⇒") == rules.from_board(rules.board(row).cells, 1)
    start = rules.start()
    buttons = {rules.format_move(start, move): rules.button(start, move) for move in rules.moves(start)}
    assert buttons == {
        "cw": Add("c", 7),
        "ccw": Add("w", 31),
        **{f"left_{places}": Move(19 - places, 19) for places in range(1, 5)},
    }


@pytest.mark.parametrize("text", ["", "↑←←←⇐", "↑←←←(⇐", "↑←←(←)(⇐)", "↑←←←(←)", "⇑←←←(⇐)", "↑←←←()⇐", "ulll(L)"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition, match="parentheses around the one in the rotor"):
        spinout().parse(text)


@pytest.mark.parametrize("text", ["↓←←←(⇐)", "→→→→(⇒)", "(↑)↑↑↑⇑"])
def test_unreachable_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition, match="no play from the start"):
        spinout().parse(text)

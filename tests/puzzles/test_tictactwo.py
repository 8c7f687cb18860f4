"""Tic-Tac-Two: positions recorded from GamesmanClassic, lines in the window, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import assert_moves, moves_from, reached, row

ID, SMALL = "tictactwo/regular", "tictactwo/3x3"


@pytest.mark.second_ring
def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {
        "win": row(1, 5520, 1032, 146),
        "lose": row(0, 536, 856, 184),
        "draw": {None: 1412},
    }
    assert result_of(SMALL, load(SMALL).start()) == DRAWN


MOVES = {
    "2_---O----X-X-XO--OOX-----------G---": (
        21,
        {
            "1_--------X-X-XO--OOXO----------G---",
            "1_---O----X-X-XO--OOX----------G----",
            "1_---O---OX-X-XO--O-X-----------G---",
        },
    ),
    "1_------X----OOX---X---XO-O--------G": (
        19,
        {
            "2_-----------OOX---X---XOXO--------G",
            "2_------X----OOX-----X-XO-O--------G",
            "2_------X----OOXX--X----O-O--------G",
        },
    ),
    "1_------X-O-XXOX--O-----------G-----": (
        21,
        {
            "2_--------O-XXOX--OX----------G-----",
            "2_------X-O-XXOX--O--------------G--",
            "2_-----XX-O-XXO---O-----------G-----",
        },
    ),
}
"""Positions of GamesmanClassic, each with the number of moves and some positions they lead to."""


@pytest.mark.parametrize("position", MOVES)
def test_moves_of_sample_positions_equal_the_recorded_ones(position: str):
    assert_moves(ID, position, *MOVES[position])


def test_moves_before_two_stones_each_are_placements():
    moves = moves_from(ID, "2_------X-----O-----X----------G----")
    assert sorted(moves) == ["b2", "b3", "c2", "c4", "d3", "d4"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1_-X--O-O-O---OXX-X----------G------", Value.LOSE),  # as recorded
        ("2_-----O-O--XXO--OX-----X--------G--", Value.LOSE),
        ("1_------XXX--OOO------XO-------G----", Value.TIE),
        ("1_XXX---------OO------O--------G----", None),  # outside the window
        ("1_------XXX--OO-------O--------G----", Value.WIN),
    ],
)
def test_lines_count_only_inside_the_window(text: str, value: Value | None):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value


def test_the_window_slides():
    rules = load(ID)
    position = rules.parse("1_------X-O-XXOX--O-----------G-----")
    picture = picture_of(rules)
    names = {rules.format_move(position, move): move for move in rules.moves(position)}
    slides = {name: picture.touches(position, move) for name, move in names.items() if name[0] == "G"}
    assert {touches.first.button for touches in slides.values()} == {Add("Z", 34)}
    targets = {name: touches.second[0].button for name, touches in slides.items()}
    assert targets == {f"G-{name}": Add("h", cell) for name, cell in SLIDES.items()}


SLIDES = {"b4": 6, "c4": 7, "c3": 12, "b2": 16, "c2": 17}
"""The cells that the middle of the window can go to from b3."""


@pytest.mark.parametrize(
    "text",
    [
        "2_" + "-" * 29 + "G----",
        "1_" + "-" * 34,
        "1_X" + "-" * 28 + "G----",
        "1_" + "X" * 5 + "O" * 5 + "-" * 19 + "G----",
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)

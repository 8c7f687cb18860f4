"""Bagh-Chal: positions recorded from GamesmanClassic, jumps, ends, and the small board whole."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import assert_moves, moves_from, reached, row

ID, SMALL = "baghchal/regular", "baghchal/3x3"


def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {"win": row(1, 784, 299, 253, 41), "lose": row(0, 836, 644, 712, 655, 140)}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.LOSE, 8)


MOVES = {
    "2_GGGGG-GG--TGGTGG--GTGGTGG0004": (
        7,
        {"1_GGGGG-GG---GGTGGT-GTGGTGG0004", "1_GGGGG-GG--TGGTGGT-GTGG-GG0004", "1_GGGGGTGG---GGTGG--GTGGTGG0004"},
    ),
    "2_T-G-TGGGG-GTT-GG-GGGGGGGG0004": (
        7,
        {"1_-TG-TGGGG-GTT-GG-GGGGGGGG0004", "1_T-G-TGGGG-GT--GGTGGGGGGGG0004", "1_TTG-TG-GG-G-T-GG-GGGGGGGG0005"},
    ),
    "1_TG-GTGGG--GTG-TGGGGGGGGG-0004": (
        12,
        {"2_T-GGTGGG--GTG-TGGGGGGGGG-0004", "2_TG-GTGGG--GTG-TGGGGGGGG-G0004", "2_TGGGTGG---GTG-TGGGGGGGGG-0004"},
    ),
    "1_T---T---------------T---T2000": (
        21,
        {"2_T---T---------------T--GT1900", "2_T---T-------G-------T---T1900", "2_TG--T---------------T---T1900"},
    ),
}
"""Positions of GamesmanClassic, each with the number of moves and some positions they lead to."""


@pytest.mark.parametrize("position", MOVES)
def test_moves_of_sample_positions_equal_the_recorded_ones(position: str):
    assert_moves(ID, position, *MOVES[position])


def test_game_is_lost_after_five_captures_or_with_all_tigers_shut_in():
    """Five goats taken; tigers shut in; tigers with one point left to jump to."""
    rules = load(ID)
    assert rules.primitive(rules.parse("1_G-GGG-GGTGGGGT-GG--TG-GTG0005")) is Value.LOSE
    assert rules.primitive(rules.parse("2_TTTGGTGGGGGGGGGG---------0503")) is Value.LOSE
    assert rules.primitive(rules.parse("2_TTTGGTGGGGGGGGG----------0603")) is None


def test_diagonals_are_open_only_from_every_other_point():
    """The tiger beside a corner has no diagonals, so it cannot jump over the goat; the tiger in the corner can."""
    tigers = set(moves_from(ID, "2_TT---GG----------------TT1800"))
    assert {name for name in tigers if name[:2] in ("a5", "b5")} == {"a5-a3", "a5-c3", "b5-c5", "b5-b3"}


def test_placing_goats_has_one_sound_and_tigers_start_in_the_corners():
    rules = load(ID)
    picture = picture_of(rules)
    assert {picture.sound(rules.start(), move) for move in rules.moves(rules.start())} == {"g"}
    assert picture.cells(rules.start()) == "T---T---------------T---T2000"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("2_T---T---------------T---T2000", IllegalPosition),
        ("1_T---T---------------T---T1900", IllegalPosition),
        ("1_T---T---------------T----2000", IllegalPosition),
        ("1_T---T---------------T---T20", MalformedPosition),
        ("1_T---T---------------T---T99xx", MalformedPosition),
        ("1_T---T---------------T---T9900", MalformedPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load(ID).parse(text)

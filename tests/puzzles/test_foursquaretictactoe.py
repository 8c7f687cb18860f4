"""4-Square-Tic-Tac-Toe: the counts and values of GamesmanClassic, and what wins."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import Limits, solve_from
from tests.helpers import exhaustive, load
from tests.puzzles.reached import Histogram, moves_from, reached_and_start, row

COUNTS: dict[str, tuple[Histogram, Result]] = {
    "3x3": (
        {
            "win": row(1, 2352, 356, 138, 1),
            "lose": row(0, 961, 504, 140, 1),
            "tie": {0: 16, 1: 80, 2: 196, 3: 192, 4: 260, 5: 112, 6: 122, 7: 8, 8: 8},
        },
        Result(Value.WIN, 7),
    ),
    "regular": (
        {
            "win": row(1, 3_266_528, 716_174, 288_040, 46_568, 3420, 204),
            "lose": row(0, 1_057_404, 579_912, 278_308, 54_504, 6372, 384),
            "tie": {
                **{0: 3432, 1: 27_456, 2: 93_360, 3: 249_976, 4: 389_252, 5: 625_552, 6: 545_348, 7: 553_496},
                **{8: 269_394, 9: 187_508, 10: 51_416, 11: 25_888, 12: 4228, 13: 1280, 14: 68, 15: 16, 16: 1},
            },
        },
        Result(Value.TIE, 16),
    ),
}
"""GamesmanClassic's counts for the regular board; our own for the small one."""


@pytest.mark.parametrize("variant", ["3x3", exhaustive("regular")])
def test_counts_and_result_of_the_start_are_those_of_gamesman_classic(variant: str):
    assert reached_and_start(f"4squaretictactoe/{variant}") == COUNTS[variant]


@pytest.mark.parametrize(
    ("variant", "text", "value", "remoteness"),
    [
        ("regular", "1_X-OXOO-OXOXXOXOX", Value.TIE, 2),
        ("regular", "2_XXO--X-OXO-OX---", Value.LOSE, 4),
        ("regular", "2_XXO--XXOXOXOXOO-", Value.LOSE, 2),
        ("diamond", "2_-XXXO-O-XXXO-OO-", Value.TIE, 5),
        ("diamond", "1_O--XO-XOXXOOOXX-", Value.TIE, 4),
        ("diamond", "2_-XOXXOXXOOXOXO--", Value.TIE, 3),
        ("diamond_misere", "1_XOX-O--OXXO-OOXX", Value.WIN, 4),
        ("diamond_misere", "2_XO-OXO-XX-XOOXOX", Value.LOSE, 3),
        ("diamond_misere", "2_OX-OXOXXX-XO---O", Value.TIE, 5),
    ],
)
def test_results_of_sample_positions_equal_the_recorded_ones(variant: str, text: str, value: Value, remoteness: int):
    rules = load(f"4squaretictactoe/{variant}")
    position = rules.parse(text)
    found = solve_from(rules, position, Limits(100_000, 1_000_000))
    assert found.result(rules, position) == Result(value, remoteness)


@pytest.mark.parametrize(
    ("text", "regular", "diamond"),
    [
        ("2_XXXX--O--O-----O", Value.LOSE, Value.LOSE),  # across
        ("1_OX--XO--X-O-X--O", Value.LOSE, Value.LOSE),  # diagonal
        ("2_XX-OXX-O---O----", Value.LOSE, Value.LOSE),  # a square
        ("2_X-OX-O------XO-X", Value.LOSE, Value.LOSE),  # the corners
        ("2_OX-OX-X--X-----O", None, Value.LOSE),  # around a cell
        ("2_-X-----XX-O--OXO", None, Value.LOSE),  # across the board
        ("2_-X--X-X---X-OO-O", None, None),
    ],
)
def test_lines_squares_and_diamonds_win(text: str, regular: Value | None, diamond: Value | None):
    for variant, expected in (("regular", regular), ("diamond", diamond)):
        rules = load(f"4squaretictactoe/{variant}")
        assert rules.primitive(rules.parse(text)) is expected
    misere = load("4squaretictactoe/diamond_misere")
    assert misere.primitive(misere.parse(text)) is (None if diamond is None else Value.WIN)


def test_a_full_board_is_a_tie():
    assert moves_from("4squaretictactoe/regular", "2_XXOOOOXXXXOOO-XX") == {"b1": "1_XXOOOOXXXXOOOOXX"}
    rules = load("4squaretictactoe/regular")
    assert rules.primitive(rules.parse("1_XXOOOOXXXXOOOOXX")) is Value.TIE


@pytest.mark.parametrize("text", ["2_" + "-" * 16, "1_X" + "-" * 15, "2_OX" + "-" * 14])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("4squaretictactoe/regular").parse(text)

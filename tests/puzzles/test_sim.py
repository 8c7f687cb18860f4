"""Sim: the counts of GamesmanClassic, and triangles."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import exhaustive, load
from tests.puzzles.reached import Histogram, reached_and_start, row

COUNTS: dict[str, tuple[Histogram, Result]] = {
    "5": (
        {
            "win": row(0, 3160, 2180, 3360, 990, 30),
            "lose": row(1, 590, 1770, 630, 30),
            "tie": {0: 12, 1: 60, 2: 180, 3: 360, 4: 570, 5: 510, 6: 300, 7: 150, 8: 60, 9: 10, 10: 1},
        },
        Result(Value.TIE, 10),
    ),
    "regular": (
        {
            "win": row(0, 880_680, 96_030, 319_950, 306_510, 102_600, 15_090, 1365, 15),
            "lose": row(1, 21_054, 135_660, 213_882, 106_125, 26_940, 4590, 210, 1),
        },
        Result(Value.LOSE, 15),
    ),
}
"""GamesmanClassic's counts for six points; our own for five."""


@pytest.mark.parametrize("variant", ["5", exhaustive("regular")])
def test_counts_and_result_of_the_start_are_those_of_gamesman_classic(variant: str):
    assert reached_and_start(f"sim/{variant}") == COUNTS[variant]


def test_lines_are_named_by_their_points():
    rules = load("sim/regular")
    names = [rules.format_move(rules.start(), move) for move in rules.moves(rules.start())]
    assert names == ["12", "13", "14", "15", "16", "23", "24", "25", "26", "34", "35", "36", "45", "46", "56"]


def test_the_color_pentagon_is_a_tie():
    """The two five-cycles, 1-2-3-4-5 and the pentagram, are the only coloring without a triangle."""
    rules = load("sim/5")
    assert rules.primitive(rules.parse("1_xooxxooxox")) is Value.TIE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_xx---x-o--o----", Value.WIN),  # 12, 13, 23
        ("2_xx---o-o--x----", None),
        ("2_-xx--o---x--o--", Value.WIN),  # 13, 14, 34
        ("1_xx-o-x-o--o----", Value.WIN),  # 12, 13, 23, though it is the turn of their owner
    ],
)
def test_triangles_win_for_the_other_player_whoever_is_to_move(text: str, value: Value | None):
    rules = load("sim/regular")
    assert rules.primitive(rules.parse(text)) is value


@pytest.mark.parametrize("text", ["2_" + "-" * 15, "1_x" + "-" * 14, "1_xxoo" + "-" * 12])
def test_illegal_and_malformed_positions_are_refused(text: str):
    with pytest.raises((IllegalPosition, MalformedPosition)):
        load("sim/regular").parse(text)

"""Y: every count of GamesmanClassic, and which chains join the sides."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import Histogram, reached, row

COUNTS: dict[str, tuple[Histogram, Result]] = {
    "dim4": (
        {"win": row(1, 5680, 4145, 771, 34), "lose": row(0, 1876, 2820, 1073, 106)},
        Result(Value.WIN, 7),
    ),
    "dim4-misere": (
        {"win": row(0, 1876, 3126, 4330, 1215, 88, 1), "lose": row(1, 849, 3169, 1611, 231, 9)},
        Result(Value.WIN, 10),
    ),
    "dim5": (
        {
            "win": row(1, 994_051, 867_640, 257_731, 33_907, 1738, 24),
            "lose": row(0, 289_020, 504_187, 306_495, 75_304, 7202, 285),
        },
        Result(Value.WIN, 9),
    ),
    "dim5-misere": (
        {
            "win": row(0, 289_020, 167_551, 616_323, 606_936, 219_289, 29_769, 1365, 15),
            "lose": row(1, 29_782, 323_548, 596_610, 365_058, 84_685, 7422, 210, 1),
        },
        Result(Value.LOSE, 15),
    ),
}
SMALL = [pytest.param(name, marks=pytest.mark.exhaustive if "5" in name else ()) for name in COUNTS]


@pytest.mark.second_ring
@pytest.mark.parametrize("variant", SMALL)
def test_every_count_is_that_of_gamesmanclassic(variant: str):
    full_id = f"y/{variant}"
    expected, start = COUNTS[variant]
    assert reached(full_id) == expected
    assert result_of(full_id, load(full_id).start()) == start


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_WWBWB-WB--", Value.LOSE),  # along the left side, whose ends are corners
        ("2_WWBBB-W--W", None),  # with a gap: two chains that touch two sides each
        ("1_WWWBBBW-B-", Value.LOSE),
        ("1_WWBBBBW--W", None),  # two sides
    ],
)
def test_chains_end_the_game_only_if_they_join_all_three_sides(text: str, value: Value | None):
    rules = load("y/dim4")
    assert rules.primitive(rules.parse(text)) is value


def test_moves_are_named_by_row_and_centers_spread_evenly():
    rules = load("y/dim4")
    names = [rules.format_move(rules.start(), move) for move in rules.moves(rules.start())]
    assert names == ["a0", "b0", "b1", "c0", "c1", "c2", "d0", "d1", "d2", "d3"]
    (theme,) = picture_of(rules).themes()
    assert [round(x, 3) for x, _ in theme.centers[-4:]] == [13.625, 37.875, 62.125, 86.375]


@pytest.mark.parametrize("text", ["2_----------", "1_W---------", "1_WW--------"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load("y/dim4").parse(text)

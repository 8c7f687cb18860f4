"""Change!: every count of GamesmanClassic, the lines, and arrivals."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from tests.helpers import exhaustive, load
from tests.puzzles.reached import Histogram, moves_from, reached_and_start, row

ID = "change/regular"
COUNTS: dict[str, tuple[Histogram, Result]] = {
    "small": (
        {"win": row(1, 274, 244, 105, 24, 2), "lose": row(0, 134, 171, 117, 42, 10)},
        Result(Value.WIN, 9),
    ),
    "regular": (
        {
            "win": row(1, 4917, 7783, 7390, 4197, 1650, 408, 55, 2),
            "lose": row(0, 2501, 4959, 6432, 4735, 2191, 674, 120, 14, 1),
        },
        Result(Value.LOSE, 16),
    ),
}
"""GamesmanClassic's counts for the regular board; our own for the small one."""


@pytest.mark.parametrize("variant", ["small", exhaustive("regular")])
def test_counts_and_result_of_the_start_are_those_of_gamesman_classic(variant: str):
    assert reached_and_start(f"change/{variant}") == COUNTS[variant]


def test_moves_lead_upward_over_empty_cells_and_never_sideways():
    """Pieces move upward as far as cells are empty, never sideways."""
    assert moves_from(ID, "1_oo-o---x----xx") == {
        "13-9": "2_oo-o---xx----x",
        "13-10": "2_oo-o---x-x---x",
        "13-6": "2_oo-o-x-x-----x",
        "13-3": "2_ooxo---x-----x",
        "14-10": "2_oo-o---x-x--x-",
        "14-5": "2_oo-ox--x----x-",
        "14-11": "2_oo-o---x--x-x-",
        "14-7": "2_oo-o--xx----x-",
    }


def test_game_is_lost_by_who_faces_a_full_goal_or_has_no_way_up():
    rules = load(ID)
    for text, value in {
        "2_xxxo---o----o-": Value.LOSE,
        "1_x-x-------xooo": Value.LOSE,
        "1_x--ooo---xx---": None,
        "1_oooxxx--------": Value.LOSE,  # no way up
    }.items():
        assert rules.primitive(rules.parse(text)) is value


def test_picture_draws_the_last_step_of_a_move_on_a_board_on_its_side():
    """An arrow is the last step of a move; the centers are those of the page, whose board lies on its side."""
    rules = load(ID)
    picture = picture_of(rules)
    position = rules.start()
    buttons = {rules.format_move(position, move): picture.button(position, move) for move in rules.moves(position)}
    assert buttons["14-7"] == Move(10, 6)
    assert buttons["14-11"] == Move(13, 10)
    assert buttons["14-5"] == Move(9, 4)
    (theme,) = picture.themes()
    assert theme.centers[:8] == ((70, 26), (70, 44), (70, 62), (50, 17), (50, 35), (50, 53), (50, 71), (30, 8))

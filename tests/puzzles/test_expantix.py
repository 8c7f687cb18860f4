"""ExpanTix: every count of GamesmanClassic, and runs that shift the tiles."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import Histogram, moves_from, reached, row

COUNTS: dict[str, tuple[Histogram, int]] = {
    "expantix/3": ({"win": row(1, 46, 160, 24, 1), "lose": row(0, 2, 48, 20, 1)}, 7),
    "expantix/4": (
        {"win": row(1, 112, 3804, 7408, 3886, 238, 4, 1), "lose": row(0, 2, 192, 1004, 2074, 192, 26, 1)},
        13,
    ),
}
CASES = [pytest.param(full_id, marks=pytest.mark.exhaustive if "4" in full_id else ()) for full_id in COUNTS]


@pytest.mark.parametrize("full_id", CASES)
def test_every_count_is_that_of_gamesmanclassic(full_id: str):
    expected, remoteness = COUNTS[full_id]
    assert reached(full_id) == expected
    assert result_of(full_id, load(full_id).start()) == Result(Value.WIN, remoteness)


def test_first_run_reaches_from_the_corner_in_both_directions():
    assert moves_from("expantix/3", "1_---------") == {
        "1,1": "2_X--------",
        "1,1r2": "2_XX-------",
        "1,1r3": "2_XXX------",
        "1,1d2": "2_X--X-----",
        "1,1d3": "2_X--X--X--",
    }


def test_runs_shift_the_tiles():
    moves = moves_from("expantix/3", "1_XX-X-----")
    assert moves["0,1"] == "2_X--XX-X--"
    assert moves["0,0r2"] == "2_XX--XX-X-"
    assert moves["1,0"] == "2_XXX-X----"
    assert moves["2,2d2"] == "2_XX-XX--X-"
    assert "1,-1r2" not in moves  # four across


def test_a_square_that_has_its_size_cannot_shift():
    assert sorted(moves_from("expantix/3", "1_XXXXXX-X-")) == ["3,1", "3,3"]


def test_buttons_of_moves_have_their_places_on_the_page():
    rules = load("expantix/3")
    here = rules.parse("1_XX-X-----")
    buttons = {rules.format_move(here, move): picture_of(rules).button(here, move) for move in rules.moves(here)}
    assert buttons["2,2"] == Add("-", 4)
    assert buttons["0,1"] == Add("-", 9)
    assert buttons["1,0"] == Add("-", 14)
    assert buttons["0,0r2"] == Add("r", 16 + 15)
    assert buttons["2,2d2"] == Add("u", 48 + 4)

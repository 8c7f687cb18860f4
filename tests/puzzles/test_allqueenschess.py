"""All Queens Chess: moves recorded from GamesmanClassic, and rows."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

STANDARD = "allqueenschess/standard"


def test_moves_of_one_queen_run_over_empty_cells_as_recorded():
    moves = moves_from(STANDARD, "1_W--B-B-WB-BWW----W--B--WB")
    ours = {name: child for name, child in moves.items() if name.startswith("d1")}
    assert ours == {
        "d1-e2": "2_W--B-B-WB-BWW----W-WB---B",
        "d1-d3": "2_W--B-B-WB-BWWW---W--B---B",
        "d1-d2": "2_W--B-B-WB-BWW----WW-B---B",
        "d1-b1": "2_W--B-B-WB-BWW----W--BW--B",
        "d1-c1": "2_W--B-B-WB-BWW----W--B-W-B",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_WWWW-BB-----W-BB----BW-B-", Value.LOSE),
        ("2_W-BB-BW-----W-BB---W--BWW", None),
        ("1_W-BB-BW-----W-BB--W---BWW", Value.LOSE),
    ],
)
def test_game_ends_as_soon_as_four_queens_stand_in_a_row(text: str, value: Value | None):
    rules = load(STANDARD)
    assert rules.primitive(rules.parse(text)) is value


def test_small_board_has_the_known_result_of_the_start():
    full_id = "allqueenschess/3x3"
    assert result_of(full_id, load(full_id).start()) == DRAWN

"""Winkers: lines, supplies and ends. No published values are known to compare with."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

REGULAR = "winkers/simplified"


def test_lines_of_the_regular_board_are_twenty_seven():
    assert len({frozenset(line) for line in load(REGULAR).wins}) == 27


def test_first_moves_place_a_disc_or_two_winkers():
    assert moves_from("winkers/small", "2_C------") == {
        "0": "1_O------",
        "1": "1_CC-----",
        "2": "1_C-C----",
        "3": "1_C--C---",
        "4": "1_C---C--",
        "5": "1_C----C-",
        "6": "1_C-----C",
    }


@pytest.mark.parametrize(
    ("variant", "text", "value"),
    [
        ("simplified", "2_XXXOO-C".ljust(21, "-"), Value.LOSE),
        ("simplified", "1_XX-OOCC".ljust(21, "-"), None),
        ("small", "1_XOXOXXO", Value.TIE),
        ("small", "1_OXXOXXO", Value.LOSE),
        ("small", "1_OXXOOO-", Value.WIN),  # nothing left to play
    ],
)
def test_game_ends_with_a_row_or_when_there_is_no_piece_to_place(variant: str, text: str, value: Value | None):
    rules = load(f"winkers/{variant}")
    assert rules.primitive(rules.parse(text)) is value


def test_the_small_board_is_a_tie():
    full_id = "winkers/small"
    assert result_of(full_id, load(full_id).start()) == Result(Value.TIE, 14)
    assert by_value(full_id) == {"win": 2861, "tie": 10156, "lose": 1269}


def test_remaining_supplies_are_drawn():
    rules = load(REGULAR)
    shown = picture_of(rules).cells(rules.parse("2_CX-O".ljust(21, "-")))
    assert shown[:4] == "CX-O"
    assert shown[19:] == "".join(("X" * 9 + "-", "O" * 9 + "-", "C" * 8 + "--", "C" * 9 + "-"))


def test_board_with_more_pieces_than_supplied_is_refused():
    with pytest.raises(IllegalPosition):
        load("winkers/small").parse("2_XXXXX--")

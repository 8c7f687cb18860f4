"""Slide-5: pushes as GamesmanClassic records them, and rows of both players."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

REGULAR = "slide5/regular"


def test_pushes_move_a_row_as_recorded_and_only_up_to_a_gap():
    moves = moves_from(REGULAR, "2_OOXOXXOXOOXOXOXXXOXOXOXOX")
    assert list(moves) == ["5", "4", "3", "2", "1", "a", "b", "c", "d", "e"]
    assert moves["a"] == "1_XOXOXXOXOOXOXOXXXOXOOOXOX"
    assert moves["e"] == "1_OOXOOXOXOXXOXOOXXOXXXOXOO"
    assert moves["5"] == "1_OOOXOXOXOOXOXOXXXOXOXOXOX"
    gap = moves_from(REGULAR, "1_XO-O---------------------")
    assert (gap["5"], gap["a"]) == ("2_XXOO---------------------", "2_XO-O----------------X----")


@pytest.mark.parametrize(
    ("text", "regular", "ties"),
    [
        ("2_XXXXX--------------------", Value.LOSE, Value.LOSE),
        ("1_XXXXX--------------------", Value.WIN, Value.WIN),
        ("1_XXXXXOOOOO---------------", Value.LOSE, Value.TIE),
        ("1_O-----O-----O-----O-----O", Value.LOSE, Value.LOSE),
        ("1_XXXX---------------------", None, None),
    ],
)
def test_game_ends_with_a_row_of_five_and_two_rows_have_the_value_of_the_variant(
    text: str, regular: Value | None, ties: Value | None
):
    found = [rules.primitive(rules.parse(text)) for rules in map(load, (REGULAR, "slide5/ties"))]
    assert found == [regular, ties]


def test_small_board_has_the_known_result_of_the_start():
    full_id = "slide5/3x3"
    assert result_of(full_id, load(full_id).start()) == DRAWN


def test_arrows_stand_by_the_lines_they_push():
    (theme,) = picture_of(load(REGULAR)).themes()
    assert theme.centers[25:27] == ((5, 130), (35, 160))
    assert theme.centers[35:37] == ((195, 30), (165, 60))
    assert theme.centers[-2:] == ((295, 130), (265, 160))

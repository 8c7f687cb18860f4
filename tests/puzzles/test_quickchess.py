"""Quick Chess: values of GamesmanClassic, mate and stalemate."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN, Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

REGULAR, ROOKS = "quickchess/regular", "quickchess/rooks"
WITHOUT_QUEENS = {
    "1_--Rk------K-": Result(Value.WIN, 3),
    "1_--R-k-----K-": Result(Value.WIN, 7),
    "1_--R-k-r---K-": Result(Value.TIE, 8),
    "1_--rk------KR": Result(Value.WIN, 9),
    "1_r--k---R--K-": Result(Value.TIE, 4),
    "2_-r-k---R--K-": Result(Value.WIN, 7),
    "2_--R--kr---K-": Result(Value.TIE, 9),
    "2_krR--------K": Result(Value.WIN, 9),
    "2_krR--K------": DRAWN,
    "1_k------r--K-": DRAWN,
}
WITH_QUEENS = {
    "1_rkq------QKR": Result(Value.WIN, 11),
    "2_rkR------QK-": Result(Value.LOSE, 12),
    "2_rkq----Q--KR": Result(Value.TIE, 9),
    "2_Qkq-------KR": Result(Value.LOSE, 10),
    "1_-k----rK-Q--": Result(Value.WIN, 7),
    "2_rk---R--KQ--": Result(Value.TIE, 6),
}


@pytest.mark.parametrize("text", WITHOUT_QUEENS)
def test_values_are_those_of_gamesmanclassic(text: str):
    assert result_of(ROOKS, load(ROOKS).parse(text)) == WITHOUT_QUEENS[text]


@pytest.mark.exhaustive
def test_values_with_queens_are_those_of_gamesmanclassic():
    rules = load(REGULAR)
    assert {text: result_of(REGULAR, rules.parse(text)) for text in WITH_QUEENS} == WITH_QUEENS
    assert by_value(REGULAR) == {"win": 123856, "lose": 70528, "tie": 64624, "draw": 4104}


def test_moves_of_a_king_in_check_take_the_rook_or_leave_its_lines():
    assert moves_from(REGULAR, "2_-kR-------K-") == {
        "b4-a3": "1_--Rk------K-",
        "b4-b3": "1_--R-k-----K-",
        "b4-c4": "1_--k-------K-",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [("2_-r---k--Q--K", Value.LOSE), ("1_K-k--r------", Value.TIE), ("1_K----------k", None)],
)
def test_game_ends_by_mate_and_ties_by_stalemate(text: str, value: Value | None):
    rules = load(REGULAR)
    assert rules.primitive(rules.parse(text)) is value

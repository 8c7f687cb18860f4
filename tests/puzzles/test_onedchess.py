"""1D Chess: every count of GamesmanClassic, checks and ties."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "1dchess/regular"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {
        "win": row(1, 244, 77, 35, 5, 3, 1),
        "lose": row(0, 139, 57, 35, 8, 5, 3),
        "tie": dict(enumerate((76, 89, 160, 99, 84, 64, 33, 16, 4))),
    }
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 11)


def test_a_check_must_be_met():
    assert moves_from(ID, "2_K--Rn-k-") == {"g1-f1": "1_K--Rnk--", "g1-h1": "1_K--Rn--k"}


@pytest.mark.parametrize(
    ("text", "value"),
    [("2_K--Rn--k", None), ("2_----K-k-", Value.TIE), ("2_---R-K-k", Value.TIE), ("2_---KN-Rk", Value.LOSE)],
)
def test_game_ends_by_mate_stalemate_or_bare_kings(text: str, value: Value | None):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value


def test_kings_cannot_be_taken():
    with pytest.raises(IllegalPosition, match="cannot occur"):
        load(ID).parse("1_----K-Rk")
    with pytest.raises(IllegalPosition, match="cannot occur"):
        load(ID).parse("1_Kk------")


def test_captures_sound_different():
    rules = load(ID)
    picture = picture_of(rules)
    here = rules.parse("1_KN-R-rnk")
    sounds = {rules.format_move(here, move): picture.sound(here, move) for move in rules.moves(here)}
    assert (sounds["d1-e1"], sounds["d1-f1"]) == ("x", "y")

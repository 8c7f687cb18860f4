"""Snake: every count of GamesmanClassic."""

from __future__ import annotations

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "snake/regular"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {"win": row(1, 54, 39, 25, 16, 10, 5), "lose": row(0, 53, 43, 26, 20, 11, 6)}
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 11)


def test_players_move_their_own_end():
    assert moves_from(ID, "2_hb---bb---b---t-") == {"c1-b1": "1_hb---bb---b--tb-", "c1-d1": "1_hb---bb---b---bt"}
    rules = load(ID)
    assert rules.primitive(rules.parse("1_hb--bbb---b---t-")) is Value.LOSE

"""Konane: every count of GamesmanClassic on 4x4, the first two moves, and jumps."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID = "konane/4x4"


def test_every_count_is_that_of_gamesmanclassic():
    assert reached(ID) == {"win": row(1, 802, 854, 376, 100, 26), "lose": row(0, 406, 648, 450, 165, 36)}
    assert result_of(ID, load(ID).start()) == Result(Value.LOSE, 6)


@pytest.mark.parametrize(
    ("size", "cells"), [("4x4", "a4 b3 c2 d1"), ("4x5", "a4 e4 c2"), ("5x5", "a5 e5 c3 a1 e1"), ("5x6", "a5 c3 a1")]
)
def test_first_stone_comes_from_the_listed_cells(size: str, cells: str):
    rules = load(f"konane/{size}")
    assert sorted(moves_from(rules.full_id, rules.format(rules.start()))) == sorted(cells.split())


def test_second_stone_is_a_neighbor_and_jumps_capture():
    assert sorted(moves_from(ID, "2_oxoxx-xooxoxxoxo")) == ["a3", "b2", "b4", "c3"]
    assert moves_from("konane/5x5", "1_ox-x---------------------") == {
        "a5-c5": "2_--ox---------------------",
        "a5-e5": "2_----o--------------------",
    }
    assert moves_from(ID, "1_-xo-xo-ooxoxxoxo") == {"c4-a4": "2_o---xo-ooxoxxoxo", "a2-a4": "2_oxo--o-o-xoxxoxo"}


@pytest.mark.parametrize("text", ["2_oxoxxoxooxoxxoxo", "1_-xoxxoxooxoxxoxo", "1_xxoxxoxooxoxxoxo"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)

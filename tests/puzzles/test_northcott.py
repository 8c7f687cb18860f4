"""Northcott's Game: the gaps are the piles of Nim, and backward moves only prolong play."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

ID = "northcott/3x5"


@pytest.mark.second_ring
def test_the_gaps_are_piles_of_nim():
    rules, count = load(ID), 0
    for position in rules.positions():
        rows = [position[1][first : first + 5] for first in range(0, 15, 5)]
        gaps = [row.index("o") - row.index("x") - 1 for row in rows]
        result = result_of(ID, position)
        assert result is not None
        assert result.value is (Value.WIN if reduce(xor, gaps) else Value.LOSE)
        count += 1
    assert count == 10**3


def test_end_is_lost_and_the_start_wins_in_11():
    rules = load(ID)
    assert result_of(ID, rules.parse("1_xo---xo---xo---")) == Result(Value.LOSE, 0)
    assert result_of(ID, rules.parse("2_xo---xo---xo---")) == Result(Value.LOSE, 18)
    assert result_of(ID, rules.start()) == Result(Value.WIN, 11)


def test_counters_slide_in_their_rows_and_never_jump():
    assert set(moves_from(ID, "2_-x-o--xo---x--o")) == {"d3-c3", "d3-e3", "c2-d2", "c2-e2", "e1-d1", "e1-c1"}


@pytest.mark.parametrize("text", ["1_o---x-x--ox--o-", "1_xx--o-o---x--o-", "1_x-----x--ox--o-"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)

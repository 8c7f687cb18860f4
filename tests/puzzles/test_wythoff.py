"""Wythoff's Game: lost positions by the golden ratio, published nimbers, and invalid texts."""

from __future__ import annotations

from math import isqrt

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.two_player.wythoff import Wythoff
from tests.helpers import load, reachable, result_of
from tests.puzzles.reached import moves_from
from tests.puzzles.test_nimbers import mex

NIMBERS = [
    [0, 1, 2, 3, 4, 5, 6],
    [1, 2, 0, 4, 5, 3, 7],
    [2, 0, 1, 5, 3, 4, 8],
    [3, 4, 5, 6, 2, 0, 1],
    [4, 5, 3, 2, 7, 6, 9],
]
"""OEIS A004481, the first rows."""


def rules_of(variant: str) -> Wythoff:
    rules = load(f"wythoff/{variant}")
    assert isinstance(rules, Wythoff)
    return rules


def cold(limit: int) -> set[tuple[int, int]]:
    """floor(k r) and floor(k r) + k, for the golden ratio r = (1 + sqrt 5) / 2."""
    smaller = [(k + isqrt(5 * k * k)) // 2 for k in range(limit)]
    return {pair for k, first in enumerate(smaller) for pair in ((first, first + k), (first + k, first))}


@pytest.mark.parametrize("variant", ["4_6", "15_20", "30_40"])
def test_lost_positions_follow_the_golden_ratio(variant: str):
    rules = rules_of(variant)
    lost = set()
    for position in reachable(rules):
        result = result_of(f"wythoff/{variant}", position)
        assert result is not None
        assert (result.value is Value.LOSE) == (rules.nimber(position) == 0)
        if result.value is Value.LOSE:
            lost.add(divmod(position[1], rules.cols))
    assert lost == {(up, left) for up, left in cold(rules.cols) if up < rules.rows and left < rules.cols}


def test_nimbers_equal_the_published_ones_and_the_definition():
    rules = rules_of("4_6")
    assert [[rules.nimber((1, row * 7 + col)) for col in range(7)] for row in range(5)] == NIMBERS
    for position in reachable(rules):
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


def test_moves_reduce_one_heap_or_both_alike():
    assert moves_from("wythoff/4_6", "2_1,2") == {
        "0,2": "1_0,2",
        "1,1": "1_1,1",
        "1,0": "1_1,0",
        "0,1": "1_0,1",
    }


@pytest.mark.parametrize("text", ["1_5,6", "1_4,7"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        rules_of("4_6").parse(text)


@pytest.mark.parametrize("text", ["", "1_4", "1_04,6", "3_4,6", "1_-1,6"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        rules_of("4_6").parse(text)

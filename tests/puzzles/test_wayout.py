"""WayOut: touches on boards of any shape, and their least number against breadth-first search."""

from __future__ import annotations

from itertools import product

import pytest

from perfect_play.puzzles.base import BadCustomVariant, MalformedPosition
from perfect_play.puzzles.one_player.wayout import WayOut
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import LOST
from tests.helpers import load
from tests.puzzles.reached import moves_from


def test_a_touch_turns_the_block_and_its_neighbors():
    assert moves_from("wayout/corner", "1111111") == {
        **{"a3": "0001111", "b3": "0010111", "a2": "0100011", "b2": "1000101"},
        **{"a1": "1101001", "b1": "1110000", "c1": "1111100"},
    }


def test_blocks_of_other_kinds_turn_the_right_faces():
    """With all faces down. The Ls at the corners turn together, and P passes a turn on."""
    assert moves_from("wayout/arrows", "0" * 9) == {
        **{"a3": "110100000", "b3": "111000000", "c3": "011001000"},
        **{"a2": "100100100", "b2": "010111010", "c2": "001001001"},
        **{"a1": "000100110", "b1": "000000111", "c1": "000001011"},
    }
    found = moves_from("wayout/1D1_1P1_L1L", "0" * 9)
    assert found["a3"] == "100100000", "D is not turned by a neighbor"
    assert found["b3"] == "111111010", "it turns its neighbors, and P turns its own"
    assert found["a2"] == "100111111", "both L, by the one at its side; P, which turns D no more than others do"


@pytest.mark.parametrize("variant", ["corner", "ring", "arrows", "signs", "1*1_101_1*1", "11_10", "PdP_lVl"])
def test_fewest_touches_by_algebra_agree_with_trying_all(variant: str):
    """By algebra, in agreement with trying all sets of touches."""
    rules, manager = load(f"wayout/{variant}"), PuzzleManager()
    assert isinstance(rules, WayOut)
    fewest: dict[int, int] = {}
    for touched in product((0, 1), repeat=len(rules.toggles)):
        position = 0
        for toggle, times in zip(rules.toggles, touched, strict=True):
            position ^= toggle * times
        fewest[position] = min(sum(touched), fewest.get(position, len(touched)))
    direct = manager.direct(rules)
    assert direct is not None
    for position in range(0, 1 << len(rules.toggles), 7):
        result = direct.probe(rules, position)
        assert result.remoteness == fewest.get(position)
        assert (result == LOST) == (position not in fewest)


@pytest.mark.parametrize("board", ["11_1", "**_**", "12_11", "1L_l1", "1Q_11", "1" * 16, "_".join(["1"] * 13)])
def test_boards_that_are_refused(board: str):
    with pytest.raises(BadCustomVariant):
        load(f"wayout/{board}")


@pytest.mark.parametrize("text", ["111111", "11111111", "111111x"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("wayout/corner").parse(text)

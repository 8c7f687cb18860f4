"""The cube: half turns, ranks, and the kernel, which turns only three faces."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.one_player.rubikscube import ORIENTATIONS, SOLUTIONS
from perfect_play.puzzles.twisty.stickers import rearranged
from tests.helpers import load
from tests.puzzles.walking import layers

QUARTERS = [1, 6, 27, 120, 534, 2256]
HALVES = [1, 9, 54, 321, 1847]


@pytest.mark.parametrize(("variant", "counts"), [("2x2x2", QUARTERS), ("2x2x2_HTM", HALVES)])
def test_kernel_reaches_as_many_positions_a_level_as_published(variant: str, counts: list[int]):
    """The beginnings of the published histograms, up to the cube's orientation."""
    assert layers(load(f"rubikscube/{variant}"), len(counts)) == counts


def test_half_turns_are_two_quarter_turns():
    rules = load("rubikscube/2x2x2_HTM")
    start = rules.start()
    names = list(rules.moves(start))
    assert len(names) == 18
    for face in "FLURBD":
        half = rules.do_move(start, f"{face}2")
        assert half == rules.do_move(rules.do_move(start, face), face)
        assert half == rules.do_move(rules.do_move(start, f"{face}'"), f"{face}'")
    assert "F2" not in load("rubikscube/2x2x2").moves(start)


def test_a_rank_is_of_a_cube_however_it_is_held():
    rules = load("rubikscube/2x2x2")
    assert rules.size == 3_674_160
    for number in (0, 1, 728, 729, 1234567, rules.size - 1):
        cube = rules.unrank(number)
        assert {rules.rank(rearranged(cube, way)) for way in ORIENTATIONS} == {number}


def test_a_twisted_corner_has_no_rank():
    rules = load("rubikscube/2x2x2")
    solved = bytearray(SOLUTIONS[0])
    solved[8], solved[1], solved[6] = solved[1], solved[6], solved[8]
    twisted = rules.parse(bytes(solved).decode())
    assert rules.rank(twisted) is None
    assert all(rules.rank(child) is None for child in rules.children(twisted))

"""The Skewb, against published numbers."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition
from tests.helpers import exact_histogram, load
from tests.puzzles.walking import layers

PUBLISHED = [1, 8, 48, 288, 1728, 10_248]


def test_kernel_reaches_as_many_positions_a_level_as_published():
    assert layers(load("skewb/standard"), len(PUBLISHED)) == PUBLISHED


def test_sizes_of_the_whole_and_of_the_corners_are_the_published_ones():
    assert load("skewb/standard").size == 3_149_280
    assert load("skewb/corners").size == 3_149_280 // 360


def test_every_rank_of_the_corners_can_be_solved():
    assert sum(exact_histogram("skewb/corners")) == load("skewb/corners").size


def test_three_turns_are_none():
    rules = load("skewb/standard")
    start = rules.start()
    for move in rules.moves(start):
        once = rules.do_move(start, move)
        twice = rules.do_move(once, move)
        back = move[:3] if "'" in move else f"{move}'"
        assert rules.do_move(twice, move) == start
        assert rules.do_move(once, back) == start


def test_a_turn_takes_half_of_the_cube_along():
    """URF clockwise moves up to right, right to front, and front to up."""
    rules = load("skewb/standard")
    (solved,) = rules.solutions()
    turned = rules.do_move(solved, "URF")
    assert rules.board(turned).cells.count("*") == rules.board(solved).cells.count("*") == 9 * 12 - 30 - 8
    # the upper face, the strip of the left, front, right and back face, the lower face
    assert rules.format(solved) == "".join(("00000", "11223344", "1234", "11223344", "55555"))
    assert rules.format(turned) == "".join(("02222", "15330014", "1304", "11230344", "54555"))


def test_unsolvable_skewb_is_legal_and_has_no_rank():
    rules = load("skewb/standard")
    solved = rules.format(*rules.solutions())

    def cycled(*places: int) -> str:
        stickers = list(solved)
        for place, source in zip(places, places[1:] + places[:1], strict=True):
            stickers[place] = solved[source]
        return "".join(stickers)

    up, left, front = 2, 13, 14  # centers
    assert rules.rank(rules.parse(cycled(up, left))) is None, "two centers are exchanged"
    assert rules.rank(rules.parse(cycled(up, left, front))) is not None
    corner = (3, 6, 7)  # of UFL: the stickers on the upper, left and front face
    assert rules.rank(rules.parse(cycled(*corner))) is None, "one corner is twisted"


def test_pieces_are_demanded():
    rules = load("skewb/standard")
    (solved,) = rules.solutions()
    text = rules.format(solved)
    for wrong, what in (
        (text[:2] + "1" + text[3:], "centers"),
        ("1" + text[1:], "corner"),
        (text[:3] + "1" + text[4:], "UFL"),
    ):
        with pytest.raises(IllegalPosition, match=what):
            rules.parse(wrong)

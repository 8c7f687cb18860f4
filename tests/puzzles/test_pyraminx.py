"""The Pyraminx, against published numbers."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Rules
from tests.helpers import exact_histogram, load
from tests.puzzles.walking import layers

WITHOUT_TIPS = [1, 8, 48, 288, 1728, 9896]
WITH_TIPS = [1, 16, 136, 896, 5456]  # the tips by themselves are (1 + 2x)^4


@pytest.mark.parametrize(("variant", "counts"), [("no_tips", WITHOUT_TIPS), ("tips", WITH_TIPS)])
def test_kernel_reaches_as_many_positions_a_level_as_published(variant: str, counts: list[int]):
    assert layers(load(f"pyraminx/{variant}"), len(counts)) == counts


def test_sizes_with_and_without_tips_are_the_published_ones():
    assert load("pyraminx/no_tips").size == 933_120
    assert load("pyraminx/tips").size == 933_120 * 81


def test_two_layers_with_tips_have_nine_times_as_many_positions():
    """U and L alone: 540 positions as without tips, times the nine twists of the two tips."""
    assert sum(exact_histogram("pyraminx/tips_UL")) == 540 * 9


@pytest.mark.parametrize("variant", ["no_tips", "tips"])
def test_three_turns_are_none(variant: str):
    rules = load(f"pyraminx/{variant}")
    start = rules.start()
    for move in rules.moves(start):
        once = rules.do_move(start, move)
        twice = rules.do_move(once, move)
        back = move[0] if "'" in move else f"{move}'"
        assert rules.do_move(twice, move) == start
        assert rules.do_move(once, back) == start
        assert len({start, once, twice}) == 3


def test_a_layer_takes_its_tip_along():
    """U clockwise brings the upper end of the front face, 0, to the left face, 1."""
    rules = load("pyraminx/tips")
    (solved,) = rules.solutions()
    assert rows(rules, solved) == ["11111022222", "*111000222*", "**1000002**", "***33333***", "----333----"]
    layer, tip = (rules.do_move(solved, move) for move in ("U", "u"))
    assert rows(rules, layer)[:3] == ["11000211122", "*110222122*", "**1000002**"]
    assert rows(rules, tip)[:3] == ["11110212222", "*111000222*", "**1000002**"]


def rows(rules: Rules, position: bytes) -> list[str]:
    board = rules.board(position)
    return [board.cells[row * board.cols : (row + 1) * board.cols] for row in range(5)]


def exchanged(text: str, *pairs: tuple[int, int]) -> str:
    stickers = list(text)
    for i, j in pairs:
        stickers[i], stickers[j] = stickers[j], stickers[i]
    return "".join(stickers)


def test_unsolvable_pyraminx_is_legal_and_has_no_rank():
    """The second row of no_tips is e a e on the left, then on the front, then on the right face."""
    rules = load("pyraminx/no_tips")
    solved = rules.format(*rules.solutions())
    left, front, front_right, right = 8, 9, 11, 12  # the stickers of the edges UL and UR
    flipped = rules.parse(exchanged(solved, (left, front)))
    swapped = rules.parse(exchanged(solved, (left, right)))
    assert rules.rank(flipped) is rules.rank(swapped) is None
    both = rules.parse(exchanged(solved, (left, front), (front_right, right)))
    assert rules.rank(both) is not None, "two edges are flipped"


def test_pieces_are_demanded():
    rules = load("pyraminx/no_tips")
    solved = rules.format(*rules.solutions())
    with pytest.raises(IllegalPosition, match="edges"):
        rules.parse("0" * 24)
    with pytest.raises(IllegalPosition, match="corner"):
        rules.parse(exchanged(solved, (0, 3)))  # of the axial pieces B and U
    tips = load("pyraminx/tips_UL")
    with pytest.raises(IllegalPosition, match="corner"):
        tips.parse(exchanged(tips.format(*tips.solutions()), (0, 5)))  # of the tips B and U

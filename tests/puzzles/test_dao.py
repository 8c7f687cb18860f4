"""Dao: winning shapes, ranks, and the small board by separate rules."""

from __future__ import annotations

from collections import Counter

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.boards.moves import step
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import DRAWN
from tests.helpers import histograms, load, reachable, solved

EXCHANGED = str.maketrans("xo", "ox")


def test_small_board_has_the_known_counts_and_result_of_the_start():
    """Counts of reachable positions, those with the players exchanged counted once."""
    rules, solution = load("dao/3x3"), solved("dao/3x3")
    seen_by_the_mover = {cells if turn == 1 else cells.translate(EXCHANGED) for turn, cells in reachable(rules)}
    results = [solution.result(rules, (1, cells)) for cells in seen_by_the_mover]
    assert Counter(found.value for found in results if found) == {"win": 520, "lose": 132, "draw": 868}
    assert solution.result(rules, rules.start()) == DRAWN
    assert set(histograms(rules, solution)[0]["win"]) == {"0", "1", "3"}


@pytest.mark.parametrize(("full_id", "placements"), [("dao/3x3", 1680), ("dao/4x4", 900_900)])
def test_every_placement_has_a_rank(full_id: str, placements: int):
    """Counted as the player to move sees them, with hardly more than one rank for every eight."""
    rules = load(full_id)
    assert rules.size is not None
    assert placements / 8 < rules.size < placements / 5
    for number in range(0, rules.size, 1 + rules.size // 2000):
        position = rules.unrank(number)
        assert rules.parse(rules.format(position)) == position
        assert {rules.rank(image) for image in rules.images(position)} == {rules.rank(position)}
        turn, cells = position
        assert (3 - turn, cells.translate(EXCHANGED)) in rules.images(position)


@pytest.mark.parametrize("variant", ["3x3", "4x4"])
def test_positions_that_are_not_over_have_moves(variant: str):
    """All placements on the small board, and a sample on the large one (all were tried once)."""
    rules = load(f"dao/{variant}")
    for number in range(0, rules.size, 1 if variant == "3x3" else 997):
        position = rules.unrank(number)
        assert rules.primitive(position) is not None or list(rules.moves(position))


@pytest.mark.parametrize(
    ("cells", "value"),
    [
        ("oooo-x-x--x----x", Value.LOSE),  # a row of the player who just moved
        ("-o-x-o-x-ox--o-x", Value.LOSE),  # a column
        ("-oo--oox--xx---x", Value.LOSE),  # a square
        ("oxxo--x---x-o--o", Value.LOSE),  # the corners
        ("o--x-ox---o-xx-o", None),  # a diagonal
        ("xo--oo--xx-x-o--", Value.WIN),  # the mover's piece is shut in
        ("xo--ox--xx---o-o", None),  # but by one of its own pieces, too
        ("ox--xx--oo-o---x", Value.LOSE),  # a piece of the opponent is shut in
        ("xxxx-o-o--o----o", Value.WIN),  # never arises
        ("xxxxoooo--------", Value.LOSE),  # never arises; the last player to move has won
        ("x--o-xo--ox-o--x", None),
    ],
)
def test_winning_shapes_end_the_game(cells: str, value: Value | None):
    rules = load("dao/4x4")
    position = rules.parse(f"1_{cells}")
    assert rules.primitive(position) is value
    assert rules.primitive(rules.parse(f"2_{cells.translate(str.maketrans('xo', 'ox'))}")) is value
    assert bool(list(rules.moves(position))) == (value is None)


def test_a_piece_slides_as_far_as_it_goes():
    rules = load("dao/4x4")
    position = rules.start()
    slides = {rules.format_move(position, move): rules.button(position, move) for move in rules.moves(position)}
    assert slides["a4-c4"] == Move(0, 2)
    assert slides["a4-a2"] == Move(0, 8)
    assert slides["b3-b4"] == Move(5, 1)
    assert "a4-b4" not in slides
    assert rules.do_move(position, step(0, 2)) == (2, "--xo-xo--ox-o--x")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x--o-xo--ox-o--x", MalformedPosition),
        ("3_x--o-xo--ox-o--x", MalformedPosition),
        ("1_x--o-xo--ox-o--", MalformedPosition),
        ("1_x--o-xo--ox-o--X", MalformedPosition),
        ("1_x--o-xo--ox-o---", IllegalPosition),
        ("1_x--o-xo--ox-o--o", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error, match=r"expected|no position"):
        load("dao/4x4").parse(text)

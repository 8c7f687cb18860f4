"""The sliding number puzzle: ranks of the solvable half, and the kernel."""

from __future__ import annotations

import random
from itertools import permutations
from math import factorial

import pytest

from perfect_play.puzzles.base import BadCustomVariant
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.solvers.result import LOST
from tests.helpers import exact_histogram, load, result_of
from tests.puzzles.walking import layers


@pytest.mark.parametrize("size", ["2", "2x3", "3x2", "1x5", "6x1"])
def test_ranks_are_those_of_the_positions_that_can_be_solved(size: str):
    rules = load(f"npuzzle/{size}")
    ranks = {}
    for order in permutations(rules.format(rules.start())):
        position = rules.parse("".join(order))
        number = rules.rank(position)
        assert (number is None) == (result_of(rules.full_id, position) == LOST)
        if number is not None:
            ranks[number] = position
            assert rules.unrank(number) == position
    assert sorted(ranks) == list(range(rules.size))


@pytest.mark.parametrize(("size", "cells"), [("2", 4), ("3", 9), ("2x4", 8), ("4x2", 8), ("2x6", 12), ("3x4", 12)])
def test_half_of_all_arrangements_have_a_rank(size: str, cells: int):
    assert load(f"npuzzle/{size}").size == factorial(cells) // 2


@pytest.mark.parametrize(
    ("size", "texts"),
    [
        ("4x3", ("12345678-9ab", "1234567-89ab", "123456-789ab")),
        ("3x4", ("123456789ab-", "1234567-9ab8", "123-56749ab8")),
        ("2x7", ("123456789abcd-", "123456-89abcd7")),
    ],
)
def test_a_slide_along_the_shorter_side_changes_the_rank_by_one(size: str, texts: tuple[str, ...]):
    rules = load(f"npuzzle/{size}")
    ranks = [rules.rank(rules.parse(text)) for text in texts]
    assert ranks == list(range(ranks[0], ranks[0] - len(ranks), -1))
    assert rules.rank(rules.parse("21" + texts[0][2:])) is None


@pytest.mark.parametrize("size", ["2", "2x3", "3x2", "2x4", "4x2", "2x7"])
def test_kernel_lists_the_children_of_the_rules(size: str):
    rules = load(f"npuzzle/{size}")
    kernel = rules.kernel()
    for number in range(0, rules.size, 1 + rules.size // 2000):
        children = {rules.rank(child) for child in rules.children(rules.unrank(number))}
        assert run_kernel(kernel.children, kernel, number) == children


def test_kernel_reaches_as_many_positions_a_level_as_published():
    """Positions and greatest remoteness of the 2x4 puzzle, as published."""
    counts = layers(load("npuzzle/2x4"))
    assert (sum(counts), len(counts) - 1) == (20_160, 36)
    assert counts == exact_histogram("npuzzle/2x4")


def test_boards_of_any_size_have_ranks_and_texts_that_read_back():
    rng = random.Random(0)
    for size in ("1x2", "3x5", "5x5", "6x10", "31x2"):
        rules = load(f"npuzzle/{size}")
        assert rules.on_request
        for _ in range(20):
            number = rng.randrange(rules.size)
            position = rules.unrank(number)
            assert rules.parse(rules.format(position)) == position
            assert rules.rank(position) == number


@pytest.mark.parametrize("size", ["1x1", "8x8", "2x32", "0x3", "3x", "x", "3x3x3", "100x1", "03x4"])
def test_sizes_that_are_refused(size: str):
    with pytest.raises(BadCustomVariant, match=r"Type the number of rows and columns, .* for 2 to 62 cells"):
        load(f"npuzzle/{size}")

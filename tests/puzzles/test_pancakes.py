"""Burnt pancakes: the moves by example, known counts and maxima, and the kernel against plain stacks."""

from __future__ import annotations

import random

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.puzzles.one_player.pancakes import Pancakes
from perfect_play.puzzles.view import Add, Board
from perfect_play.solvers.result import Result
from tests.helpers import exact_histogram, load, solved

SIZES = ["5", "6", "7", "8", "9", "10"]
POSITIONS = {"5": 3840, "6": 46_080, "7": 645_120, "8": 10_321_920, "9": 185_794_560, "10": 3_715_891_200}


def rules_of(size: str) -> Pancakes:
    rules = load(f"pancakes/{size}")
    assert isinstance(rules, Pancakes)
    return rules


def flipped(stack: list[int], under: int) -> list[int]:
    """The stack, bottom up, with upside-down pancakes negative, after flipping everything from one place on."""
    return stack[:under] + [-pancake for pancake in reversed(stack[under:])]


def stack_of(text: str) -> list[int]:
    return [int(c) or 10 if c.isdigit() else -1 - "abcdefghij".index(c) for c in text.removeprefix("1_")]


def text_of(stack: list[int]) -> str:
    return "1_" + "".join(str(pancake % 10) if pancake > 0 else "abcdefghij"[-1 - pancake] for pancake in stack)


@pytest.mark.parametrize("size", SIZES)
def test_sizes_of_stacks_have_the_published_positions_start_and_goal(size: str):
    rules = rules_of(size)
    assert rules.size == rules.variant.positions == POSITIONS[size]
    assert rules.variant.presolve == (int(size) < 9)
    assert rules.format(rules.start()) == "1_" + "jihgfedcba"[-int(size) :]
    (goal,) = rules.solutions()
    assert rules.format(goal) == "1_" + "0987654321"[-int(size) :]
    assert rules.primitive(goal) is Value.WIN
    assert rules.rank(goal) == 0
    assert check(rules, 60) == []


@pytest.mark.parametrize(
    ("size", "maximum"),
    [("5", 10), ("6", 12)],  # D. S. Cohen, M. Blum 1995: 1 4 6 8 10 12 14 15 17 18
)
def test_every_stack_can_be_sorted_and_none_takes_longer_than_the_start(size: str, maximum: int):
    rules, histogram = rules_of(size), exact_histogram(f"pancakes/{size}")
    assert sum(histogram) == POSITIONS[size]
    assert len(histogram) == maximum + 1
    assert histogram[:2] == [1, int(size)]
    assert solved(f"pancakes/{size}").result(rules, rules.start()) == Result(Value.WIN, maximum)


@pytest.mark.parametrize("size", SIZES)
def test_a_flip_reverses_and_turns_over(size: str):
    rules, rng = rules_of(size), random.Random(size)
    for _ in range(50):
        stack = [rng.choice((1, -1)) * width for width in rng.sample(range(1, int(size) + 1), int(size))]
        position = rules.parse(text_of(stack))
        children = [text_of(flipped(stack, place)) for place in range(int(size))]
        assert [rules.format(child) for child in rules.children(position)] == children
        ranks = {rules.rank(rules.parse(child)) for child in children}
        assert run_kernel(rules.kernel().children, rules.kernel(), rules.rank(position)) == ranks


def test_flips_and_buttons_of_an_example_are_as_expected():
    rules = rules_of("5")
    position = rules.parse("1_54a2c")
    assert stack_of("1_54a2c") == [5, 4, -1, 2, -3]
    assert [rules.format(child) for child in rules.children(position)] == [
        *("1_3b1de", "1_53b1d", "1_543b1", "1_54a3b", "1_54a23")
    ]
    assert [rules.format_move(position, move) for move in rules.moves(position)] == [
        *("flip 5", "flip 4", "flip 3", "flip 2", "flip 1")
    ]
    assert rules.board(position) == Board(5, 1, "c2a45")
    assert [rules.button(position, move) for move in rules.moves(position)] == [
        Add("3", cell) for cell in (4, 3, 2, 1, 0)
    ]


def test_ranks_number_all_positions_without_gaps():
    rules = rules_of("5")
    positions = [rules.unrank(number) for number in range(rules.size)]
    assert len(set(positions)) == 3840
    assert [rules.rank(position) for position in positions] == list(range(3840))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("54321", MalformedPosition),
        ("1_5432", MalformedPosition),
        ("1_543210", MalformedPosition),
        ("1_64321", MalformedPosition),
        ("1_f4321", MalformedPosition),
        ("1_54e21", IllegalPosition),
        ("1_1_543", MalformedPosition),
        ("1_54321 ", MalformedPosition),
        ("2_54321", MalformedPosition),
        ("1_54322", IllegalPosition),
        ("1_5432b", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error):
        rules_of("5").parse(text)

"""Diamond 8-Ball: the lines, which half of the arrangements is solvable, and its ranks."""

from __future__ import annotations

from itertools import permutations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.puzzles.view import Board, Move
from perfect_play.solvers.result import LOST, Result
from tests.helpers import exact_histogram, load, reachable, solved


def moves_of(variant: str, text: str) -> dict[str, str]:
    rules = load(f"eightball/{variant}")
    position = rules.parse(text)
    return {rules.format_move(position, move): rules.do_move(position, move) for move in rules.moves(position)}


@pytest.mark.second_ring
def test_start_goal_and_counts_are_the_known_ones():
    rules, solution = load("eightball/3"), solved("eightball/3")
    assert rules.format(rules.start()) == "5734-6281"
    assert [rules.format(goal) for goal in rules.solutions()] == ["1238-4765"]
    assert sum(exact_histogram("eightball/3")) == rules.size == 181_440
    assert solution.result(rules, rules.start()) == Result(Value.WIN, 29)
    assert len(exact_histogram("eightball/3")) - 1 == 45


def test_single_and_double_moves_shift_the_gap():
    """From a corner, a row's middle, the end and the middle of the middle row, and the frame of six cells."""
    assert moves_of("3", "-12345678") == {
        "1": "1-2345678",
        "2": "12-345678",
        "3": "312-45678",
        "6": "312645-78",
    }
    assert moves_of("3", "1-2345678") == {"0": "-12345678", "2": "12-345678", "4": "1423-5678", "7": "1423756-8"}
    assert moves_of("3", "123-45678") == {"0": "-23145678", "6": "123645-78"}
    assert moves_of("3", "1234-5678") == {"1": "1-3425678", "7": "1234756-8"}
    assert moves_of("3", "1238-4765") == {"1": "1-3824765", "7": "1238647-5"}
    assert moves_of("2x3", "3214-5") == {"1": "3-1425", "3": "321-45", "5": "32145-"}


@pytest.mark.parametrize("variant", ["3", "2x3"])
def test_number_of_moves_depends_on_the_gap(variant: str):
    """Two along a row, one or two along a column, none along a middle row of three."""
    counts = {"3": [4, 4, 4, 2, 2, 2, 4, 4, 4], "2x3": [3, 3, 3, 3, 3, 3]}[variant]
    rules = load(f"eightball/{variant}")
    balls = rules.format(rules.start()).replace("-", "")
    assert [len(list(rules.moves(f"{balls[:gap]}-{balls[gap:]}"))) for gap in range(len(counts))] == counts


def test_the_other_half_is_lost():
    rules, solution = load("eightball/2x3"), solved("eightball/2x3")
    found = reachable(rules)
    assert len(found) == rules.size == 360
    assert {rules.rank(position) for position in found} == set(range(360))
    for position in map("".join, permutations("12345-")):
        assert (solution.result(rules, position) == LOST) == (position not in found)
        assert (rules.rank(position) is None) == (position not in found)
    assert solution.result(rules, rules.start()) == Result(Value.WIN, 20), "the farthest, and the only one so far"
    assert exact_histogram("eightball/2x3")[-1] == 1


@pytest.mark.parametrize("variant", ["3", "2x3"])
def test_kernel_agrees_with_the_rules_on_many_ranks(variant: str):
    rules = load(f"eightball/{variant}")
    kernel = rules.kernel()
    for number in range(0, rules.size, rules.size // 360):
        children = {rules.rank(child) for child in rules.children(rules.unrank(number))}
        assert run_kernel(kernel.children, kernel, number) == children


def test_board_shows_the_text_and_buttons_lead_into_the_gap():
    rules = load("eightball/3")
    assert rules.board("5734-6281") == Board(3, 3, "5734-6281")
    assert rules.button("-12345678", 6) == Move(6, 0)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1238-476", MalformedPosition),
        ("1238-4760", MalformedPosition),
        ("1238-4766", IllegalPosition),
        ("1238--765", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error, match="the balls 12345678"):
        load("eightball/3").parse(text)

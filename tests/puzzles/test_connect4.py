"""Connect four: published counts, legal boards, and the kernel's codes over a whole board."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, Variant
from perfect_play.puzzles.two_player.connect4 import Connect4
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from tests.helpers import histograms, load, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules


def board(rows: int, cols: int) -> Connect4:
    return Connect4(Variant(f"{rows}x{cols}", "any", (rows, cols)))


@pytest.mark.second_ring
def test_counts_of_4x4_are_the_known_ones():
    rules, solution = load("connect4/4x4"), solved("connect4/4x4")
    exact, classes = histograms(rules, solution)
    assert sum(sum(row.values()) for row in exact.values()) == 161_029
    assert sum(sum(row.values()) for row in classes.values()) == rules.variant.positions == 80_541
    assert solution.result(rules, rules.start()) == Result(Value.TIE, 16)


@pytest.mark.second_ring
def test_two_positions_have_one_rank_when_they_are_mirror_images():
    rules, solution = load("connect4/4x4"), solved("connect4/4x4")
    assert len({rules.rank(position) for position in solution.results}) == len(solution.results)
    for position in list(solution.results)[::101]:
        one, other = rules.images(position)
        assert rules.rank(one) == rules.rank(other)


@pytest.mark.parametrize(("rows", "cols", "classes"), [(3, 4, 6027), (4, 3, 3054), (1, 5, None), (4, 1, None)])
def test_the_kernel_reaches_what_the_rules_reach(rows: int, cols: int, classes: int | None):
    """From the start, by ranks alone: the same ranks, ends and children."""
    rules = board(rows, cols)
    found = graph_by_kernel(rules)
    assert found == graph_by_rules(rules)
    if classes is not None:
        assert len(found) == classes


@pytest.mark.second_ring
def test_a_board_of_three_rows_is_solved_alike_from_both_sides():
    rules = board(3, 5)
    solution = solve(rules)
    assert solution.result(rules, rules.start()) == Result(Value.TIE, 15)
    for position in list(solution.results)[::97]:
        assert {solution.result(rules, image) for image in rules.images(position)} == {solution.results[position]}


def test_ranks_of_each_board_fit_in_the_expected_powers_of_two():
    sizes = {rules_id: load(f"connect4/{rules_id}").size for rules_id in ("4x4", "4x5", "5x4", "5x5", "4x6")}
    assert sizes == {"4x4": 2**20, "4x5": 2**25, "5x4": 2**24, "5x5": 2**30, "4x6": 2**30}


REFUSED = [
    ("-" * 15, "expected 16"),
    ("X" + "-" * 15, "expected 16"),
    ("--------x-------", "floats"),
    ("------------oo-x", "one more"),
    ("------------xx--", "one more"),
    ("--------ooooxxxx", "'x' has four in a line, but 'o' has moved since"),
    ("----o---oxooxxxx", "'x' had four in a line before the last disc"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, why: str):
    error: type[PositionError] = MalformedPosition if why.startswith("expected") else IllegalPosition
    with pytest.raises(error, match=why):
        load("connect4/4x4").parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("--------ooo-xxxx", Value.LOSE),  # across
        ("x---xo--xo--xo--", Value.LOSE),  # upright
        ("o--xxoxxoxoxoxoo", Value.LOSE),  # diagonal
        ("xoxxxoooxxxoooxo", Value.TIE),
        ("------------x---", None),
    ],
)
def test_legal_positions_are_read_with_their_value(text: str, value: Value | None):
    rules = load("connect4/4x4")
    assert rules.parse(text) == text
    assert rules.primitive(text) is value


@pytest.mark.second_ring
def test_every_position_of_4x4_is_legal():
    rules = load("connect4/4x4")
    for position in list(solved("connect4/4x4").results)[::7]:
        for image in rules.images(position):
            assert rules.parse(image) == image


def test_a_disc_falls():
    rules = load("connect4/4x4")
    position = rules.do_move(rules.do_move(rules.start(), 1), 1)
    assert position == "---------o---x--"
    assert rules.turn(position) == 1
    assert [rules.button(position, move) for move in rules.moves(position)] == [Add("x", i) for i in (12, 5, 14, 15)]
    full = "-o--" + "-x--" + "-o--" + "-x--"
    assert list(rules.moves(full)) == [0, 2, 3]


def test_the_middle_looks_best_as_most_lines_pass_through_it():
    rules = load("connect4/6x7")
    assert rules.evaluate(rules.start()) == 0
    through = [-rules.evaluate(rules.do_move(rules.start(), column)) for column in range(7)]
    assert through == [3, 4, 5, 7, 5, 4, 3]
    blocked = rules.do_move(rules.do_move(rules.start(), 3), 2)  # the lines with both discs count for nobody
    assert rules.evaluate(blocked) == (7 - 3) - (5 - 3)

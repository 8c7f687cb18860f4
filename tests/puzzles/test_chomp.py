"""Chomp: published first bites, every staircase, and nimbers by definition."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.mixins import Impartial
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import Solution, solve
from tests.helpers import histograms, load, reachable, result_of, solved


def winning_bites(full_id: str, solution: Solution) -> list[tuple[int, int]]:
    """The first bites after which the other player loses."""
    rules = load(full_id)
    start = rules.start()
    after = {move: solution.result(rules, rules.do_move(start, move)) for move in rules.moves(start)}
    return [move for move, found in after.items() if found is not None and found.value is Value.LOSE]


PUBLISHED = [("3x3", [(1, 1)]), ("3x4", [(1, 2)]), ("3x5", [(2, 3)]), ("4x5", [(2, 2)])]


@pytest.mark.parametrize(("variant", "bites"), PUBLISHED)
def test_the_only_winning_first_bite(variant: str, bites: list[tuple[int, int]]):
    assert winning_bites(f"chomp/{variant}", solved(f"chomp/{variant}")) == bites


@pytest.mark.exhaustive
def test_bar_of_8x10_has_two_winning_bites():
    """The smallest bar with two winning first bites, found by K. Thompson."""
    solution = solve(load("chomp/8x10"))
    assert len(solution.results) == comb(18, 8) - 1
    assert winning_bites("chomp/8x10", solution) == [(3, 8), (4, 5)]


@pytest.mark.parametrize("cols", range(2, 9))
def test_a_bar_of_two_rows_is_won_by_its_last_square(cols: int):
    full_id = f"chomp/2x{cols}"
    assert winning_bites(full_id, solved(full_id)) == [(1, cols - 1)]
    assert result_of(full_id, load(full_id).start()) == Result(Value.WIN, 2 * cols - 1)


@pytest.mark.parametrize("variant", ["3x3", "4x4", "5x5"])
def test_a_square_is_won_beside_the_poison(variant: str):
    assert winning_bites(f"chomp/{variant}", solved(f"chomp/{variant}")) == [(1, 1)]


def marks_of(positions: int) -> Sequence[pytest.MarkDecorator]:
    return (pytest.mark.exhaustive,) if positions > 2_000 else ()


@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(variant, id=variant.id, marks=marks_of(variant.positions))
        for variant in registry.find("chomp").variants
        if variant.id != "8x10"
    ],
)
def test_every_bar_is_reached_and_the_first_player_wins(variant):
    """Otherwise the first player could make the second's winning reply at once (strategy stealing)."""
    rules, solution = load(f"chomp/{variant.id}"), solved(f"chomp/{variant.id}")
    exact, classes = histograms(rules, solution)
    rows, cols = variant.options
    assert sum(sum(row.values()) for row in exact.values()) == 2 * (comb(rows + cols, rows) - 1)
    assert sum(sum(row.values()) for row in classes.values()) == variant.positions
    found = solution.result(rules, rules.start())
    assert found is not None
    assert found.value is Value.WIN


def test_lost_positions_have_nimber_0():
    """The poison is never taken, so Chomp is a game in which the last move wins."""
    rules = load("chomp/3x4")
    nimbers: dict[tuple[int, ...], int] = {}
    for _, widths in sorted(reachable(rules), key=lambda position: sum(position[1])):
        after = {nimbers[child] for _, child in rules.children((1, widths))}
        nimbers[widths] = next(n for n in range(len(after) + 1) if n not in after)
        found = result_of("chomp/3x4", (1, widths))
        assert found is not None
        assert (found.value is Value.LOSE) == (nimbers[widths] == 0)
    assert isinstance(rules, Impartial)


def test_bite_takes_all_below_and_right_and_only_poison_left_loses():
    rules = load("chomp/3x4")
    assert rules.do_move(rules.start(), (1, 2)) == (2, (4, 2, 2))
    assert rules.button(rules.start(), (1, 2)) == Add("x", 6)
    assert rules.format_move(rules.start(), (1, 2)) == "c2"
    assert rules.board((2, (4, 2, 0))).cells == "pxxxxx------"
    assert (0, 0) not in list(rules.moves(rules.start()))
    only_poison = rules.parse("2_1,0,0")
    assert rules.primitive(only_poison) is Value.LOSE
    assert list(rules.moves(only_poison)) == []


REFUSED: list[tuple[str, type[PositionError], str]] = [
    ("4,4,4", MalformedPosition, "player to move"),
    ("1_4,4", MalformedPosition, "3 rows"),
    ("1_4,4,04", MalformedPosition, "3 rows"),
    ("1_4,4,4,0", MalformedPosition, "3 rows"),
    ("1_5,4,4", IllegalPosition, "at most 4"),
    ("1_3,4,4", IllegalPosition, "longer than the one above"),
    ("1_0,0,0", IllegalPosition, "poisoned"),
]


@pytest.mark.parametrize(("text", "error", "why"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError], why: str):
    with pytest.raises(error, match=why):
        load("chomp/3x4").parse(text)


def test_a_board_with_a_hole_is_refused():
    rules = load("chomp/2x3")
    assert rules.board(rules.from_board("pxxx-x", 1)).cells != "pxxx-x"
    with pytest.raises(IllegalPosition):
        rules.from_board("px-xxx", 1)

"""Othello on 4x4: the published number of positions and score, passes, the kernel, and legal boards."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, value_by_points
from perfect_play.puzzles.two_player.othello import PASS
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import histograms, load, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules


def test_positions_are_as_many_as_published_and_the_start_is_lost():
    """Boards with the player to move, including passes and all symmetric images."""
    rules, solution = load("othello/4x4"), solved("othello/4x4")
    exact, _ = histograms(rules, solution)
    assert sum(sum(row.values()) for row in exact.values()) == 62_789
    assert len(solution.results) == rules.variant.positions
    assert solution.result(rules, rules.start()) == Result(Value.LOSE, 12)


def test_score_of_perfect_play_is_the_published_one_and_margins_agree():
    """With both playing for discs it ends 3 to 11, and two cells stay empty."""
    rules = load("othello/4x4")
    known: dict[tuple, tuple[int, int]] = {}

    def score(position) -> tuple[int, int]:
        """(discs of the first player, of the second) at the end."""
        position = rules.canonical(position)
        if position not in known:
            turn, cells = position
            ends = [score(child) for child in rules.children(position)] or [(cells.count("x"), cells.count("o"))]
            known[position] = (max if turn == 1 else min)(ends, key=lambda end: end[0] - end[1])
        return known[position]

    assert score(rules.start()) == (3, 11)
    assert len(known) == len(solved("othello/4x4").results)
    margins = solved("othello/4x4").margins
    assert margins is not None
    for position, found in solved("othello/4x4").results.items():
        lead = known[position][0] - known[position][1]
        lead = lead if position[0] == 1 else -lead
        assert found.value is value_by_points(lead)
        assert margins[position] == lead


@pytest.mark.exhaustive
def test_kernel_has_the_graph_of_the_rules_on_the_whole_board():
    rules = load("othello/4x4")
    found = graph_by_kernel(rules)
    assert found == graph_by_rules(rules)
    assert len(found) == rules.variant.positions
    assert all(rules.rank(rules.unrank(number)) == number < 2**33 == rules.size for number in found)


def test_start_has_four_discs_and_four_moves_that_turn_one_over():
    rules = load("othello/4x4")
    start = rules.start()
    assert rules.format(start) == "1_-----ox--xo-----"
    assert [rules.format_move(start, move) for move in rules.moves(start)] == ["b1", "a2", "d3", "c4"]
    assert [rules.button(start, move) for move in rules.moves(start)] == [Add("x", cell) for cell in (1, 4, 11, 14)]
    assert rules.format(rules.do_move(start, 1)) == "2_-x---xx--xo-----"


def test_enclosed_discs_turn_over_in_all_directions():
    """Right, down and diagonally; not across a gap, or without an own disc beyond."""
    rules = load("othello/4x4")
    position = rules.parse("1_-oox" + "ooxo" + "ooox" + "x--x")
    assert rules.format(rules.do_move(position, 0)) == "2_xxxx" + "xxxo" + "xoxx" + "x--x"
    gap = rules.parse("1_-o-x" + "ooo-" + "-oo-" + "----")
    assert 0 not in rules.moves(gap)


def test_pass_is_the_only_move_when_nothing_can_be_enclosed():
    rules = load("othello/4x4")
    position = rules.parse("2_oooo" + "oxxo" + "oxxo" + "ooo-")
    assert rules.primitive(position) is None
    assert list(rules.moves(position)) == [15]
    position = rules.parse("1_oooo" + "oxxo" + "oxxo" + "ooo-")
    assert list(rules.moves(position)) == [PASS]
    assert rules.format_move(position, PASS) == "pass"
    assert rules.button(position, PASS) == Add("-", 15)
    assert rules.do_move(position, PASS) == (2, position[1])


@pytest.mark.parametrize(
    ("cells", "value"),
    [
        ("xxxxxxxxoooooooo", Value.TIE),
        ("xxxxxxxxxooooooo", Value.WIN),
        ("xxxxxxxooooooooo", Value.LOSE),
        ("-----xx--xx-----", Value.WIN),  # neither player can enclose anything
        ("-----oo--oo-----", Value.LOSE),
        ("-----xo--xo-----", None),
    ],
)
def test_game_ends_by_majority_when_neither_can_move(cells: str, value: Value | None):
    rules = load("othello/4x4")
    position = rules.parse(f"1_{cells}")
    assert rules.primitive(position) is value
    assert bool(list(rules.moves(position))) == (value is None)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("-----ox--xo-----", MalformedPosition),
        ("0_-----ox--xo-----", MalformedPosition),
        ("1_-----ox--xo----", MalformedPosition),
        ("1_-----ox--xO-----", MalformedPosition),
        ("1_-----ox--x------", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match="expected"):
        load("othello/4x4").parse(text)

"""Domineering: published outcomes, legal boards against those play reaches, and the kernel."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, Variant
from perfect_play.puzzles.two_player.domineering import Domineering, outcome
from perfect_play.puzzles.view import Add
from perfect_play.solvers.retrograde import solve
from tests.helpers import load, reachable
from tests.puzzles.walking import graph_by_kernel, graph_by_rules

OUTCOMES = ["PHHHH", "VNNHV", "VNNHH", "VVVNV", "VHVHP"]  # rows and columns from 1 to 5


def board(rows: int, cols: int) -> Domineering:
    return Domineering(Variant(f"{rows}x{cols}", "any", (rows, cols)))


@pytest.mark.parametrize("rows", range(1, 6))
def test_outcomes_of_boards_are_the_published_ones(rows: int):
    assert "".join(outcome(rows, cols) for cols in range(1, 6)) == OUTCOMES[rows - 1]


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (2, 5), (4, 3), (3, 4), (4, 4)])
def test_solved_start_agrees_with_the_published_outcome(size: tuple[int, int]):
    rules = board(*size)
    start = solve(rules).result(rules, rules.start())
    assert start is not None
    assert start.value is (Value.WIN if OUTCOMES[size[0] - 1][size[1] - 1] in "VN" else Value.LOSE)


@pytest.mark.parametrize("variant", ["2x2", "2x4", "3x3", "5x2", "3x4"])
def test_legal_is_what_dominoes_cover(variant: str):
    """Tries every board with either player to move; boards reached by play are legal."""
    rules = load(f"domineering/{variant}")
    legal = set()
    for number in range(rules.size):
        text = rules.format(number)
        try:
            legal.add(rules.parse(text))
        except PositionError:
            continue
    dominoes = [domino for turn in (1, 2) for _, domino in rules._dominoes[turn]]
    covered = {0}
    for _ in range(rules.cells // 2):
        covered |= {board | domino for board in covered for domino in dominoes if not board & domino}
    assert legal == {board | began for board in covered for began in (0, 1 << rules.cells)}
    assert reachable(rules) < legal


def test_the_other_player_begins():
    rules = load("domineering/2x3")
    position = rules.parse("2_------")
    assert rules.turn(position) == 2
    assert [rules.format_move(position, move) for move in rules.moves(position)] == ["a2-b2", "b2-c2", "a1-b1", "b1-c1"]
    position = rules.do_move(position, 0)
    assert (rules.format(position), rules.turn(position)) == ("1_xx----", 1)
    assert rules.board(position).cells == "xx----"
    assert rules.primitive(rules.do_move(position, 2)) is None


@pytest.mark.parametrize("size", [(1, 3), (5, 1), (3, 3), (2, 6), (4, 3)])
def test_the_kernel_reaches_what_the_rules_reach(size: tuple[int, int]):
    """From the start, by ranks alone: the same ranks, ends and children."""
    rules = board(*size)
    assert graph_by_kernel(rules) == graph_by_rules(rules)


def test_turns_alternate_and_moves_have_names_and_buttons():
    rules = load("domineering/2x3")
    assert [rules.format_move(0, move) for move in rules.moves(0)] == ["a2-a1", "b2-b1", "c2-c1"]
    assert [rules.button(0, move) for move in rules.moves(0)] == [Add("x", cell) for cell in (0, 1, 2)]
    position = rules.do_move(0, 0)
    assert rules.format(position) == "x--x--"
    assert (rules.turn(0), rules.turn(position)) == (1, 2)
    assert [rules.format_move(position, move) for move in rules.moves(position)] == ["b2-c2", "b1-c1"]
    position = rules.do_move(position, 4)
    assert rules.format(position) == "x--xxx"
    assert rules.primitive(position) is Value.LOSE
    assert list(rules.moves(position)) == []


def test_mirror_images_have_one_rank():
    rules = load("domineering/2x3")
    images = {rules.format(image) for image in rules.images(rules.parse("x--xxx"))}
    assert images == {"x--xxx", "--xxxx", "xxxx--", "xxx--x"}
    assert len({rules.rank(image) for image in rules.images(rules.parse("x--xxx"))}) == 1


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", MalformedPosition),
        ("-----", MalformedPosition),
        ("X-----", MalformedPosition),
        ("x-----", IllegalPosition),
        ("x---x-", IllegalPosition),  # no domino
        ("xx-x-x", IllegalPosition),
        ("1_------", MalformedPosition),  # as without
        ("3_------", MalformedPosition),
        ("2_-----", MalformedPosition),
        ("2_x-----", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match="expected"):
        load("domineering/2x3").parse(text)

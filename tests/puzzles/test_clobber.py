"""Clobber: small boards by an independent search, legal boards, and the kernel over whole boards."""

from __future__ import annotations

from functools import cache

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Turn, Value, Variant
from perfect_play.puzzles.boards.moves import step
from perfect_play.puzzles.two_player.clobber import Clobber
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from tests.helpers import late, load, reachable, result_of, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules

Pieces = frozenset[tuple[int, int]]


@cache
def moves_left(own: Pieces, other: Pieces) -> int:
    """Moves to the end, odd if won, for the owner of `own`."""
    after = []
    for row, col in own:
        for target in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if target in other:
                after.append(moves_left(other - {target}, own - {(row, col)} | {target}))
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


def expected(rules: Clobber, position: tuple[Turn, str]) -> Result:
    """The result of a position, by the search above."""
    turn, cells = position
    places = {piece: frozenset(divmod(i, rules.cols) for i, p in enumerate(cells) if p == piece) for piece in "xo"}
    order = "xo" if turn == 1 else "ox"
    moves = moves_left(places[order[0]], places[order[1]])
    return Result(Value.WIN if moves % 2 else Value.LOSE, moves)


@pytest.mark.parametrize("variant", ["2x2", "2x3", "3x3", "2x5", "2x6"])
def test_results_on_small_boards_equal_an_independent_search(variant: str):
    rules = load(f"clobber/{variant}")
    assert isinstance(rules, Clobber)
    for position in sorted(reachable(rules))[:: 1 if rules.rows * rules.cols < 12 else 97]:
        assert result_of(f"clobber/{variant}", position) == expected(rules, position)
    assert result_of(f"clobber/{variant}", rules.start()) == expected(rules, rules.start())


@pytest.mark.parametrize(
    ("variant", "value", "remoteness"),
    [("2x2", Value.WIN, 3), ("2x3", Value.LOSE, 4), ("3x3", Value.WIN, 5), ("3x4", Value.LOSE, 8)],
)
def test_starts_of_small_boards_have_the_expected_value_and_remoteness(variant: str, value: Value, remoteness: int):
    rules = load(f"clobber/{variant}")
    assert result_of(f"clobber/{variant}", rules.start()) == Result(value, remoteness)
    assert len(solved(f"clobber/{variant}").results) == rules.variant.positions


@pytest.mark.parametrize("size", [(2, 3), (3, 2), late((3, 3)), late((3, 4)), (1, 6), (2, 5)])
def test_kernel_has_the_graph_of_the_rules_on_a_whole_board(size: tuple[int, int]):
    rules = Clobber(Variant("any", "any", size))
    found, positions = graph_by_kernel(rules), reachable(rules)
    assert found == graph_by_rules(rules)
    assert len(found) == len({rules.canonical(position) for position in positions})
    for position in positions:
        assert rules.canonical(rules.unrank(rules.rank(position))) == rules.canonical(position)


def test_ranks_of_both_players_fit_below_the_size():
    rules = load("clobber/4x5")
    assert rules.size == 1 << 41
    assert rules.rank((1, "x" + "-" * 19)) < 4**20 <= rules.rank((2, "x" + "-" * 19)) < rules.size


def test_moves_take_a_neighbor_and_are_listed_named_and_drawn_in_order():
    rules = load("clobber/3x3")
    position = rules.do_move(rules.start(), step(0, 1))
    assert position == (2, "-xxoxoxox")
    assert rules.turn(position) == 2
    assert list(rules.moves(position))[:3] == [step(3, 4), step(3, 6), step(5, 2)]
    assert rules.button(position, step(5, 2)) == Move(5, 2)
    assert rules.format_move(position, step(5, 2)) == "c2-c3"


def test_turn_follows_from_the_number_of_pieces():
    """The first player has one more piece at the start if the number of cells is odd."""
    usual = {"xoox": 1, "-xox": 2, "-xo-": 1, "--x-": 2}
    rules = load("clobber/2x2")
    assert {text: rules.turn(rules.parse(text)) for text in usual} == usual
    assert {text: 3 - rules.turn(rules.parse(f"{3 - turn}_{text}")) for text, turn in usual.items()} == usual
    assert [load("clobber/3x3").parse(text)[0] for text in ("xoxoxoxox", "-xxoxoxox")] == [1, 2]


REFUSED: list[tuple[str, type[PositionError], str]] = [
    ("xoxoxoxo", MalformedPosition, "9 cells"),
    ("xoxoxoxoX", MalformedPosition, "9 cells"),
    ("3_xoxoxoxox", MalformedPosition, "the player to move"),
    ("1_xoxoxoxox", MalformedPosition, "'xoxoxoxox' alone"),
    ("2_xoxoxoxo", MalformedPosition, "9 cells"),
    ("xoxxxoxxx", IllegalPosition, "no position with 7 'x'"),
    ("1_ooxoooo-o", IllegalPosition, "no position with 1 'x', 7 'o'"),
]


@pytest.mark.parametrize(("text", "error", "why"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError], why: str):
    with pytest.raises(error, match=why):
        load("clobber/3x3").parse(text)


def test_reachable_positions_and_their_images_are_legal():
    rules = load("clobber/3x3")
    for position in reachable(rules):
        for image in rules.images(position):
            assert rules.parse(rules.format(image)) == image

"""Breakthrough: published counts and winners, small boards by an independent search, and illegal boards."""

from __future__ import annotations

from functools import cache

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import exhaustive, late, load, result_of

Pawns = frozenset[tuple[int, int]]


@cache
def moves_left(rows: int, cols: int, own: Pawns, other: Pawns) -> int:
    """Moves to the end; odd if won by `own`, whose pawns go from high rows to row 0."""
    if any(row == rows - 1 for row, _ in other):
        return 0
    after = []
    for row, col in own:
        for target in ((row - 1, col - 1), (row - 1, col), (row - 1, col + 1)):
            free = target not in own and (target[1] != col or target not in other)
            if free and 0 <= target[1] < cols:
                moved = own - {(row, col)} | {target}
                flipped = [frozenset((rows - 1 - r, c) for r, c in pawns) for pawns in (other - {target}, moved)]
                after.append(moves_left(rows, cols, *flipped))
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


@pytest.mark.parametrize(
    ("full_id", "deep"),
    [late("4x3_1", 1), *(exhaustive(*case) for case in (("5x3_1", 1), ("4x3", 2)))],
)
def test_start_of_small_boards_has_the_result_of_an_independent_search(full_id: str, deep: int):
    rules = load(f"breakthrough/{full_id}")
    first, second = (
        frozenset((row, col) for row in where for col in range(rules.cols))
        for where in (range(rules.rows - deep, rules.rows), range(deep))
    )
    moves = moves_left(rules.rows, rules.cols, first, second)
    assert result_of(rules.full_id, rules.start()) == Result(Value.WIN if moves % 2 else Value.LOSE, moves)


@pytest.mark.second_ring
def test_three_columns_with_one_row_of_pawns_are_won_in_nine():
    assert result_of("breakthrough/4x3_1", load("breakthrough/4x3_1").start()) == Result(Value.WIN, 9)


@pytest.mark.parametrize(("full_id", "count"), [("4x4", 3_267_310), ("5x4", 219_211_038), ("6x4", 10_136_535_190)])
def test_positions_with_pawns_of_both_and_nobody_through_are_as_many_as_published(full_id: str, count: int):
    arrangements = load(f"breakthrough/{full_id}").exact_arrangements
    sizes = {stretch.material.counts: 0 for stretch in arrangements.stretches}
    for stretch in arrangements.stretches:
        sizes[stretch.material.counts] += stretch.size
    playing = sum(
        size
        for (x, o, x_through, o_home, x_home, o_through), size in sizes.items()
        if not x_through and not o_through and x + x_home and o + o_home
    )
    assert playing == count


@pytest.mark.exhaustive
def test_second_player_wins_on_4x4_in_fourteen():
    assert result_of("breakthrough/4x4", load("breakthrough/4x4").start()) == Result(Value.LOSE, 14)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1_ooo------xxx", "a1-a2 a1-b2 b1-a2 b1-b2 b1-c2 c1-b2 c1-c2"),
        ("1_oo--o-x-x---", "a2-a3 a2-b3 c2-b3 c2-c3"),
        ("2_oo--o-x-x---", "a4-a3 b3-a2 b3-b2 b3-c2 b4-a3 b4-c3"),
    ],
)
def test_pawns_step_ahead_and_take_diagonally(text: str, moves: str):
    rules = load("breakthrough/4x3_1")
    position = rules.parse(text)
    assert sorted(rules.format_move(position, move) for move in rules.moves(position)) == moves.split()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1_xoo------xx-", "no position with"),
        ("2_xx-o--------", "no position with"),
        ("1_ooo---o--xxx", "no position with"),
    ],
)
def test_boards_that_play_cannot_reach_are_refused(text: str, why: str):
    with pytest.raises(IllegalPosition, match=why):
        load("breakthrough/4x3_1").parse(text)

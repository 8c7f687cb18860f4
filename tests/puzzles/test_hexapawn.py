"""Hexapawn: published numbers, legal boards, small boards by an independent search, and the kernel."""

from __future__ import annotations

from functools import cache

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, Variant
from perfect_play.puzzles.boards.moves import step
from perfect_play.puzzles.two_player.hexapawn import Hexapawn
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from tests.helpers import exhaustive, histograms, load, reachable, result_of, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules

Pawns = frozenset[tuple[int, int]]


def test_board_of_3x3_is_lost_in_six_with_all_reachable_positions():
    rules = load("hexapawn/3x3")
    assert result_of("hexapawn/3x3", rules.start()) == Result(Value.LOSE, 6)
    exact, _ = histograms(rules, solved("hexapawn/3x3"))
    assert sum(sum(row.values()) for row in exact.values()) == len(reachable(rules)) == 135


@cache
def moves_left(rows: int, own: Pawns, other: Pawns) -> int:
    """Moves to the end; odd if won by `own`, whose pawns go from high rows to row 0."""
    if any(row == rows - 1 for row, _ in other):
        return 0
    after = []
    for row, col in own:
        for aside in (-1, 0, 1):
            target = (row - 1, col + aside)
            if target in other if aside else target not in own | other:
                moved = own - {(row, col)} | {target}
                # the other player sees the board upside down
                flipped = [frozenset((rows - 1 - r, c) for r, c in pawns) for pawns in (other - {target}, moved)]
                after.append(moves_left(rows, *flipped))
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


REACHED = {(3, 3): 135, (4, 3): 987, (3, 4): 1128, (5, 3): 3708, (3, 5): 8698, (4, 4): 20_286}


@pytest.mark.parametrize("size", list(REACHED))
def test_start_of_small_boards_has_the_result_of_an_independent_search(size: tuple[int, int]):
    rows, cols = size
    first, last = (frozenset((row, col) for col in range(cols)) for row in (rows - 1, 0))
    moves = moves_left(rows, first, last)
    full_id = f"hexapawn/{rows}x{cols}"
    assert result_of(full_id, load(full_id).start()) == Result(Value.WIN if moves % 2 else Value.LOSE, moves)
    rules, solution = load(full_id), solved(full_id)
    assert sum(len(set(rules.images(position))) for position in solution.results) == REACHED[size]
    assert len(solution.results) == rules.variant.positions


@pytest.mark.parametrize("size", [(3, 1), (4, 2), (3, 3), (4, 3), (3, 4), (5, 3), (3, 5), exhaustive((4, 4))])
def test_kernel_has_the_graph_of_the_rules_on_a_whole_board(size: tuple[int, int]):
    rules = Hexapawn(Variant("any", "any", size))
    found, positions = graph_by_kernel(rules), reachable(rules)
    assert found == graph_by_rules(rules)
    assert len(found) == len(set(map(rules.canonical, positions)))
    assert all(rules.unrank(rules.rank(position)) in rules.images(position) for position in positions)


def test_rank_of_the_largest_board_fits_in_61_bits():
    assert load("hexapawn/6x5").size == 2**61
    last_row_of_each = (2, "o" * 5 + "-" * 20 + "x" * 5)
    assert load("hexapawn/6x5").rank(last_row_of_each) == 1 << 60 | 0b1010101010 << 50 | 0b0101010101


def test_every_position_that_play_reaches_is_legal():
    rules = load("hexapawn/3x4")
    for position in reachable(rules):
        assert rules.parse(rules.format(position)) == position


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1_ooo---xxx", None),
        ("2_x-o------", Value.LOSE),  # broken through
        ("2_o-o-oxx-x", None),
        ("1_-o--x----", Value.LOSE),  # blocked
        ("1_--oo--x--", Value.LOSE),
        ("2_-o--x----", Value.LOSE),
        ("1_---x----o", Value.LOSE),  # broken through
        ("2_---xx----", Value.LOSE),  # no pawn is left
    ],
)
def test_game_is_lost_by_who_is_blocked_broken_through_or_without_pawns(text: str, value: Value | None):
    rules = load("hexapawn/3x3")
    position = rules.parse(text)
    assert rules.primitive(position) is value
    assert bool(list(rules.moves(position))) == (value is None)


def test_moves_step_or_capture_and_are_drawn_as_arrows():
    rules = load("hexapawn/3x3")
    position = rules.parse("1_o-oxo-x-x")
    moves = {rules.format_move(position, move): rules.button(position, move) for move in rules.moves(position)}
    assert moves == {"a1-b2": Move(6, 4), "c1-b2": Move(8, 4), "c1-c2": Move(8, 5)}
    assert rules.do_move(position, step(8, 4)) == (2, "o-oxx-x--")


REFUSED: list[tuple[str, type[PositionError], str]] = [
    ("ooo---xxx", MalformedPosition, "player to move"),
    ("1_ooo---xx", MalformedPosition, "9 cells"),
    ("1_ooo---xxX", MalformedPosition, "9 cells"),
    ("1_oooo--xxx", IllegalPosition, "no position with 3 'x', 4 'o'"),
    ("1_---xxx---", IllegalPosition, "3 'x', 0 'o' and player 1 to move"),
    ("1_x-o------", IllegalPosition, "broken through already"),
    ("1_---x--o-o", IllegalPosition, "before the last move"),
]


@pytest.mark.parametrize(("text", "error", "why"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError], why: str):
    with pytest.raises(error, match=why):
        load("hexapawn/3x3").parse(text)


@pytest.mark.parametrize(
    ("number", "value", "remoteness", "won", "lost"),
    [
        (0, "lose", 6, 55, 80),
        (1, "win", 5, 394, 734),
        (2, "win", 7, 2679, 6019),
        (4, "lose", 5, 98, 37),
        (5, "lose", 7, 857, 271),
        (6, "lose", 11, 7033, 1665),
        (8, "win", 5, 9, 10),
        (9, "lose", 6, 20, 21),
    ],
)
def test_numbered_variants_are_those_of_gamesmanclassic(
    number: int, value: Value, remoteness: int, won: int, lost: int
):
    """Start, and positions won and lost among all that it reaches, recorded from that program."""
    rules = load(f"hexapawn/{number}")
    assert result_of(rules.full_id, rules.start()) == Result(Value(value), remoteness)
    exact, _ = histograms(rules, solved(rules.full_id))
    assert {value: sum(row.values()) for value, row in exact.items()} == {"win": won, "lose": lost}


def test_a_side_without_pawns_has_lost_in_misere_variants_too():
    rules = load("hexapawn/3x3_misere")
    assert rules.primitive(rules.parse("1_----o----")) is Value.LOSE
    assert rules.primitive(rules.parse("2_----x----")) is Value.LOSE
    assert rules.primitive(rules.parse("2_x---o----")) is Value.WIN  # x has broken through
    assert rules.primitive(rules.parse("2_----o--x-")) is Value.WIN  # o cannot move
    assert load("hexapawn/3x3").primitive(rules.parse("2_----o--x-")) is Value.LOSE


def test_captures_are_compulsory_where_the_variant_says_so():
    text = "1_o-o-o-xxx"
    free, forced = load("hexapawn/3x3"), load("hexapawn/3x3_capture")
    assert set(forced.moves(forced.parse(text))) == {step(6, 4), step(8, 4)}
    assert set(free.moves(free.parse(text))) == {step(6, 4), step(8, 4), step(6, 3), step(8, 5)}

"""Col and Snort: small boards by an independent search, the reply by symmetry, and legality."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Rules, Value
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, name_of, reachable, result_of, solved

Cells = frozenset[tuple[int, int]]
GAMES = [registry.find("col"), registry.find("snort")]
SMALL = [load(f"{game.id}/{variant.id}") for game in GAMES for variant in game.variants if variant.testing]


@cache
def moves_left(game: str, mine: Cells, yours: Cells) -> int:
    """Moves to the end, odd if won: `mine` are the cells that the player to move may still color."""
    after = []
    for row, col in mine:
        cell = {(row, col)}
        beside = cell | {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        alike, otherwise = (beside, cell) if game == "col" else (cell, beside)  # no longer open to my color, to yours
        after.append(moves_left(game, yours - otherwise, mine - alike))
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


@pytest.mark.parametrize("rules", SMALL, ids=name_of)
def test_start_of_small_boards_has_the_result_of_an_independent_search(rules: Rules):
    rows, cols = rules.variant.options
    board = frozenset(product(range(rows), range(cols)))
    moves = moves_left(rules.id, board, board)
    assert result_of(rules.full_id, rules.start()) == Result(Value.WIN if moves % 2 else Value.LOSE, moves)
    assert len(solved(rules.full_id).results) == rules.variant.positions


@pytest.mark.parametrize("variant", ["2x2", "2x3", "2x5", "3x4"])
def test_col_without_a_central_cell_is_lost_for_the_first_player(variant: str):
    """By coloring the cell opposite: two opposite cells that touch are colored differently."""
    found = result_of(f"col/{variant}", load(f"col/{variant}").start())
    assert found is not None
    assert found.value is Value.LOSE


@pytest.mark.parametrize("variant", ["3x3", "3x5"])
def test_snort_with_a_central_cell_is_won_by_taking_it(variant: str):
    """By starting there and then coloring the cell opposite: except the central one, no opposite cells touch."""
    rules = load(f"snort/{variant}")
    after = rules.do_move(rules.start(), len(rules.start()[1]) // 2)
    found = result_of(f"snort/{variant}", after)
    assert found is not None
    assert found.value is Value.LOSE


@pytest.mark.parametrize("full_id", ["col/2x3", "col/3x3", "snort/2x3", "snort/3x3"])
def test_legal_positions_are_the_reachable_ones(full_id: str):
    """Tries every filling; play reaches those with as many `x` as `o` or one more, with the usual player to move."""
    rules = load(full_id)
    legal = set()
    for cells in map("".join, product("xo-", repeat=len(rules.start()[1]))):
        try:
            position = rules.parse(cells)
        except PositionError:
            continue
        assert rules.parse(rules.format((3 - position[0], cells))) == (3 - position[0], cells)
        if cells.count("x") - cells.count("o") in (0, 1):
            legal.add(position)
    assert legal == reachable(rules)


def test_moves_of_col_leave_out_neighbors_of_the_same_color():
    rules = load("col/3x3")
    position = rules.parse("x--------")
    assert rules.turn(position) == 2
    assert list(rules.moves(position)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert rules.button(position, 1) == Add("o", 1)
    assert rules.format_move(position, 1) == "b3"
    position = rules.do_move(position, 1)
    assert position == (1, "xo-------")
    assert list(rules.moves(position)) == [2, 4, 5, 6, 7, 8]
    assert [rules.turn(rules.parse(text)) for text in ("---------", "x--------", "xo-------")] == [1, 2, 1]
    assert [rules.turn(rules.parse(text)) for text in ("2_---------", "1_x--------", "2_xo-------")] == [2, 1, 2]


def test_moves_of_snort_leave_out_neighbors_of_the_other_color():
    rules = load("snort/3x3")
    position = rules.parse("x--------")
    assert rules.turn(position) == 2
    assert list(rules.moves(position)) == [2, 4, 5, 6, 7, 8]
    assert rules.button(position, 4) == Add("o", 4)
    assert rules.format_move(position, 4) == "b2"
    position = rules.do_move(position, 8)
    assert position == (1, "x-------o")
    assert list(rules.moves(position)) == [1, 2, 3, 4, 6]
    assert list(rules.moves(rules.parse("-x-o-----"))) == [2, 5, 7, 8]


REFUSED: list[tuple[str, str, type[PositionError], str]] = [
    ("col", "--------", MalformedPosition, "9 cells"),
    ("col", "X--------", MalformedPosition, "9 cells"),
    ("col", "3_--------", MalformedPosition, "the player to move"),
    ("col", "2_x--------", MalformedPosition, "'x--------' alone"),
    ("col", "-xxo-o---", IllegalPosition, "b3 and c3 may not be 'x' and 'x'"),
    ("col", "x-x-o--o-", IllegalPosition, "b2 and b1 may not be 'o' and 'o'"),
    ("snort", "--------", MalformedPosition, "9 cells"),
    ("snort", "xo-------", IllegalPosition, "a3 and b3 may not be 'x' and 'o'"),
    ("snort", "x--o-----", IllegalPosition, "a3 and a2 may not be 'x' and 'o'"),
]


@pytest.mark.parametrize(("game", "text", "error", "why"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(game: str, text: str, error: type[PositionError], why: str):
    with pytest.raises(error, match=why):
        load(f"{game}/3x3").parse(text)

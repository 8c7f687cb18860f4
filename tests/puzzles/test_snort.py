"""Snort: small boards by an independent search, the reply by symmetry, and what is legal."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from puzzles import registry
from puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from puzzles.view import Add
from solvers.result import Result
from tests.helpers import load, result_of, solved

Cells = frozenset[tuple[int, int]]
SMALL = [variant for variant in registry.find("snort").variants if variant.testing]


@cache
def moves_left(mine: Cells, yours: Cells) -> int:
    """Moves to the end, odd if won: `mine` are the cells that the player to move may still color."""
    after = []
    for row, col in mine:
        near = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1), (row, col)}
        after.append(moves_left(yours - near, mine - {(row, col)}))
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.id)
def test_start(variant):
    rows, cols = variant.options
    board = frozenset(product(range(rows), range(cols)))
    moves = moves_left(board, board)
    full_id = f"snort/{variant.id}"
    assert result_of(full_id, load(full_id).start()) == Result(Value.WIN if moves % 2 else Value.LOSE, moves)
    assert len(solved(full_id).results) == variant.positions


@pytest.mark.parametrize("variant", ["3x3", "3x5"])
def test_with_a_central_cell_the_first_player_wins_there(variant: str):
    """And then by coloring the cell opposite: but for the central one, no two opposite cells touch."""
    rules = load(f"snort/{variant}")
    after = rules.do_move(rules.start(), len(rules.start()) // 2)
    found = result_of(f"snort/{variant}", after)
    assert found is not None
    assert found.value is Value.LOSE


def test_moves():
    rules = load("snort/3x3")
    position = rules.parse("x--------")
    assert rules.turn(position) == 2
    assert list(rules.moves(position)) == [2, 4, 5, 6, 7, 8]
    assert rules.button(position, 4) == Add("o", 4)
    assert rules.format_move(position, 4) == "b2"
    position = rules.do_move(position, 8)
    assert position == "x-------o"
    assert list(rules.moves(position)) == [1, 2, 3, 4, 6]
    assert list(rules.moves(rules.parse("-x-o-----"))) == [2, 5, 7, 8]


REFUSED: list[tuple[str, type[PositionError], str]] = [
    ("--------", MalformedPosition, "9 characters"),
    ("o--------", IllegalPosition, "or one more"),
    ("xo-------", IllegalPosition, "a3 and b3 may not be 'x' and 'o'"),
    ("x--o-----", IllegalPosition, "a3 and a2 may not be 'x' and 'o'"),
]


@pytest.mark.parametrize(("text", "error", "why"), REFUSED)
def test_refused(text: str, error: type[PositionError], why: str):
    with pytest.raises(error, match=why):
        load("snort/3x3").parse(text)

"""Col: small boards by an independent search, the reply by symmetry, and what is legal."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from puzzles import registry
from puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from puzzles.view import Add
from solvers.result import Result
from tests.helpers import load, reachable, result_of, solved

Cells = frozenset[tuple[int, int]]
SMALL = [variant for variant in registry.find("col").variants if variant.testing]


@cache
def moves_left(mine: Cells, yours: Cells) -> int:
    """Moves to the end, odd if won: `mine` are the cells that the player to move may still color."""
    after = []
    for row, col in mine:
        near = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1), (row, col)}
        after.append(moves_left(yours - {(row, col)}, mine - near))
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.id)
def test_start(variant):
    rows, cols = variant.options
    board = frozenset(product(range(rows), range(cols)))
    moves = moves_left(board, board)
    full_id = f"col/{variant.id}"
    assert result_of(full_id, load(full_id).start()) == Result(Value.WIN if moves % 2 else Value.LOSE, moves)
    assert len(solved(full_id).results) == variant.positions


@pytest.mark.parametrize("variant", ["2x2", "2x3", "2x5", "3x4"])
def test_without_a_central_cell_the_second_player_wins(variant: str):
    """By coloring the cell opposite: two opposite cells that touch are colored differently."""
    found = result_of(f"col/{variant}", load(f"col/{variant}").start())
    assert found is not None
    assert found.value is Value.LOSE


@pytest.mark.parametrize("full_id", ["col/2x3", "col/3x3", "snort/2x3", "snort/3x3"])
def test_legal_is_what_play_reaches(full_id: str):
    """Every filling of the board is tried."""
    rules = load(full_id)
    legal = set()
    for cells in map("".join, product("xo-", repeat=len(rules.start()))):
        try:
            legal.add(rules.parse(cells))
        except PositionError:
            continue
    assert legal == reachable(rules)


def test_moves():
    rules = load("col/3x3")
    position = rules.parse("x--------")
    assert rules.turn(position) == 2
    assert list(rules.moves(position)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert rules.button(position, 1) == Add("o", 1)
    assert rules.format_move(position, 1) == "b3"
    position = rules.do_move(position, 1)
    assert position == "xo-------"
    assert list(rules.moves(position)) == [2, 4, 5, 6, 7, 8]
    assert [rules.turn(text) for text in (rules.start(), "x--------", position)] == [1, 2, 1]


REFUSED: list[tuple[str, type[PositionError], str]] = [
    ("--------", MalformedPosition, "9 characters"),
    ("X--------", MalformedPosition, "9 characters"),
    ("o--------", IllegalPosition, "or one more"),
    ("xoxo-x-x-", IllegalPosition, "or one more"),
    ("-xxo-o---", IllegalPosition, "b3 and c3 may not be 'x' and 'x'"),
    ("x-x-o--o-", IllegalPosition, "b2 and b1 may not be 'o' and 'o'"),
]


@pytest.mark.parametrize(("text", "error", "why"), REFUSED)
def test_refused(text: str, error: type[PositionError], why: str):
    with pytest.raises(error, match=why):
        load("col/3x3").parse(text)

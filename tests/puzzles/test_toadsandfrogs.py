"""Toads and Frogs for two: every start by an independent search, and how animals move."""

from __future__ import annotations

import re
from functools import cache

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.boards.moves import step
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from tests.helpers import load, reachable, result_of, solved

SMALL = [variant for variant in registry.find("toadsandfrogs").variants if variant.testing]


@cache
def moves_left(row: str) -> int:
    """Moves to the end, odd if won, for the player whose animals, `x`, move right."""
    after = []
    for found in re.finditer("(?=(x-|xo-))", row):
        hop = found[1]
        moved = row[: found.start()] + "-" + hop[1:-1] + "x" + row[found.start() + len(hop) :]
        after.append(moves_left(moved[::-1].translate(str.maketrans("xo", "ox"))))
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.id)
def test_start_of_small_rows_has_the_result_of_an_independent_search(variant):
    toads, gap, frogs = variant.options
    moves = moves_left("x" * toads + "-" * gap + "o" * frogs)
    full_id = f"toadsandfrogs/{variant.id}"
    assert result_of(full_id, load(full_id).start()) == Result(Value.WIN if moves % 2 else Value.LOSE, moves)
    assert len(solved(full_id).results) == variant.positions


def test_every_position_of_3_3_3_is_decided_by_the_parity_of_its_moves():
    rules = load("toadsandfrogs/3_3_3")
    for position in reachable(rules):
        turn, cells = position
        row = cells if turn == 1 else cells[::-1].translate(str.maketrans("xo", "ox"))
        moves = moves_left(row)
        assert result_of("toadsandfrogs/3_3_3", position) == Result(Value.WIN if moves % 2 else Value.LOSE, moves)


def test_moves_step_or_jump_over_one_and_never_go_back():
    rules = load("toadsandfrogs/3_2_3")
    position = rules.parse("1_xxo-x-oo")
    assert list(rules.moves(position)) == [step(1, 3), step(4, 5)]
    assert [rules.button(position, move) for move in rules.moves(position)] == [Move(1, 3), Move(4, 5)]
    assert rules.format_move(position, step(1, 3)) == "2"
    assert rules.do_move(position, step(1, 3)) == (2, "x-oxx-oo")
    assert list(rules.moves((2, "xxo-x-oo"))) == [step(6, 5)]
    assert rules.do_move((2, "xxo-x-oo"), step(6, 5)) == (1, "xxo-xo-o")
    assert list(rules.moves((2, "xox---oo"))) == [step(6, 5)]
    assert rules.do_move((2, "-xox--oo"), step(2, 0)) == (1, "ox-x--oo")


def test_player_whose_animals_cannot_move_loses():
    rules = load("toadsandfrogs/3_2_3")
    over = rules.parse("1_oo-o-xxx")
    assert rules.primitive(over) is Value.LOSE
    assert list(rules.moves(over)) == []
    assert rules.primitive((2, over[1])) is None


def test_mirror_images_exchange_the_players_only_with_equal_sides():
    rules = load("toadsandfrogs/3_2_3")
    assert set(rules.images(rules.start())) == {(1, "xxx--ooo"), (2, "xxx--ooo")}
    assert list(load("toadsandfrogs/3_2_2").images((1, "xxx--oo"))) == [(1, "xxx--oo")]


REFUSED: list[tuple[str, type[PositionError]]] = [
    ("xxx--ooo", MalformedPosition),
    ("1_xxx--oo", MalformedPosition),
    ("1_xxx--ooO", MalformedPosition),
    ("1_xxx-oooo", IllegalPosition),
    ("1_xxx---oo", IllegalPosition),
]


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match=r"expected|no position"):
        load("toadsandfrogs/3_2_3").parse(text)

"""Nimbers by closed form, against the definition: the mex of the children's nimbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import xor

import pytest

from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.closed_form import ClosedFormGame, partitions, sorted_heaps
from perfect_play.puzzles.mixins import Impartial
from perfect_play.puzzles.two_player.dawsonschess import row_nimber as dawson
from perfect_play.puzzles.two_player.kayles import row_nimber as kayles
from tests.helpers import load, reachable

FIRST_KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
FIRST_KAYLES += [4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7]
FIRST_DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4]


def mex(numbers: Iterable[int]) -> int:
    """The least nonnegative integer not among the numbers."""
    taken = set(numbers)
    return next(n for n in range(len(taken) + 1) if n not in taken)


def kayles_by_definition(limit: int) -> list[int]:
    """Removing one pin or two adjacent ones leaves a row on each side."""
    found: list[int] = []
    for pins in range(limit + 1):
        after = ((left, pins - count - left) for count in (1, 2) for left in range(pins - count + 1))
        found.append(mex(found[left] ^ found[right] for left, right in after))
    return found


def dawson_by_definition(limit: int) -> list[int]:
    """Taking cell i of a row also takes i - 1 and i + 1, if they exist."""
    found: list[int] = []
    for cells in range(limit + 1):
        found.append(mex(found[max(i - 1, 0)] ^ found[max(cells - i - 2, 0)] for i in range(cells)))
    return found


def test_nimbers_of_rows_to_500_are_those_of_the_definition():
    assert [kayles(pins) for pins in range(501)] == kayles_by_definition(500)
    assert [dawson(cells) for cells in range(501)] == dawson_by_definition(500)


@pytest.mark.parametrize(("nimber", "first"), [(kayles, FIRST_KAYLES), (dawson, FIRST_DAWSON)])
def test_first_nimbers_are_as_published(nimber: Callable[[int], int], first: list[int]):
    assert [nimber(heap) for heap in range(len(first))] == first


def test_periods_begin_where_published():
    assert all(kayles(n) == kayles(n + 12) for n in range(71, 489))
    assert kayles(70) != kayles(82), "the period begins at 71"
    assert all(dawson(n) == dawson(n + 34) for n in range(52, 467))
    exceptions = {n for n in range(100) if dawson(n) != dawson(n + 34 * 5)}
    assert exceptions == {0, 14, 16, 17, 31, 34, 51}


@pytest.mark.parametrize(
    "full_id", ["nim/3_3_3", "nim/1_3_5", "nim/5_1_4", "kayles/9", "dawsonschess/10", "0to10by1or2/60_2_3_7"]
)
def test_nimber_of_every_position_is_the_mex_of_its_children(full_id: str):
    rules = load(full_id)
    assert isinstance(rules, ClosedFormGame)
    positions = reachable(rules)
    assert len(positions) > 50
    for position in positions:
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


def test_nim_nimbers_are_xor_and_zero_is_lost():
    rules = load("nim/3_4_5")
    for position in reachable(rules):
        piles = [int(pile) for pile in rules.format(position)[2:].split(",")]
        assert rules.nimber(position) == reduce(xor, piles)


@pytest.mark.parametrize("full_id", ["nim/7", "nim/1_3_5", "kayles/9", "dawsonschess/12", "0to10by1or2/20_2_3"])
def test_primitive_is_lost_and_only_without_moves(full_id: str):
    rules = load(full_id)
    for position in reachable(rules):
        assert rules.primitive(position) == (None if list(rules.moves(position)) else Value.LOSE)


@pytest.mark.parametrize("full_id", ["nim/12", "nim/3_9_9"])
def test_nim_heap_options_are_those_of_the_board(full_id: str):
    """Nim overrides them for speed; the base class derives them from `options`."""
    rules = load(full_id)
    assert isinstance(rules, ClosedFormGame)
    for heap in range(10):
        assert rules.heap_options(heap) == ClosedFormGame.heap_options(rules, heap)


def test_heap_options_of_rows_are_what_one_move_leaves():
    """The rows that one move leaves of a row, by counting cells."""
    rules = load("kayles/12")
    for pins in range(13):
        after = [(left, pins - count - left) for count in (1, 2) for left in range(pins - count + 1)]
        assert rules.heap_options(pins) == set(map(sorted_heaps, after))
    rules = load("dawsonschess/12")
    for cells in range(13):
        after = [(max(i - 1, 0), max(cells - i - 2, 0)) for i in range(cells)]
        assert rules.heap_options(cells) == set(map(sorted_heaps, after))


@pytest.mark.parametrize("full_id", ["nim/3_3_3", "nim/2_5_1", "kayles/11", "dawsonschess/13", "0to10by1or2/21_1_2_3"])
def test_place_makes_a_board_with_these_heaps(full_id: str):
    rules = load(full_id)
    for position in reachable(rules):
        heaps = sorted_heaps(rules.heaps(position[1]))
        board = rules.place(heaps)
        assert len(board) == len(position[1])
        assert sorted_heaps(rules.heaps(board)) == heaps
        assert rules.place(sorted_heaps(reversed(heaps))) == board


@pytest.mark.parametrize(
    "full_id", ["nim/3_3_3", "nim/2_5_1", "kayles/11", "kayles/1", "dawsonschess/13", "0to10by1or2/20_2_3"]
)
def test_bound_is_no_less_than_the_number_of_positions_up_to_order(full_id: str):
    rules = load(full_id)
    heaps = {sorted_heaps(rules.heaps(cells)) for _, cells in reachable(rules)}
    assert len(heaps) <= rules.bound()


def test_bounds_of_nimbers_are_powers_of_two_or_numbers_of_partitions():
    assert load("nim/3_3_3").bound() == 64
    assert load("nim/1_3_5_7").bound() == 384
    assert load("kayles/9").bound() == partitions(10) == 42
    assert load("dawsonschess/9").bound() == partitions(10)


def test_games_with_nimbers_are_impartial():
    for full_id in ("nim/3_3_3", "kayles/9", "dawsonschess/7", "0to10by1or2/regular"):
        assert isinstance(load(full_id), Impartial)


def test_partitions_are_as_many_as_published():
    assert [partitions(n) for n in range(11)] == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]
    assert partitions(100) == 190_569_292


def test_every_board_of_dawsons_chess_that_play_reaches_is_legal_and_no_other():
    """The plug-in's docstring says which runs of `x` can arise; this tries all boards of nine cells."""
    rules = load("dawsonschess/9")
    played = {cells for _, cells in reachable(rules)}
    legal = {cells for number in range(2**9) if rules.legal(cells := f"{number:09b}".translate({48: "-", 49: "x"}))}
    assert played == legal


def board_count(rules: Rules) -> int:
    return len({cells for _, cells in reachable(rules)})


def test_every_board_of_kayles_and_nim_is_reached():
    assert board_count(load("kayles/6")) == 2**6
    assert board_count(load("nim/1_3_5")) == 2 * 4 * 6
    assert board_count(load("nim/1_3_5_7")) == 384

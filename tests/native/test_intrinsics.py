"""Bit counts match Python's, and gathering and scattering agree between instructions, loops, and the definition."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import njit
from numba.np import arrayobj

from perfect_play.solvers.native import compiler, intrinsics
from perfect_play.solvers.native import rules as rules_module
from perfect_play.solvers.native.compiler import Copies
from perfect_play.solvers.native.intrinsics import (
    USUAL_INDEX,
    gather_bits,
    gather_by_loop,
    indexing,
    replace_if,
    scatter_bits,
    scatter_by_loop,
)
from tests.helpers import exhaustive, load, solved
from tests.native.solving import assert_same, code_for, solve, task


def test_bits_are_gathered_and_scattered_alike_with_and_without_instructions():
    gather = njit(lambda number, mask: gather_bits(number, mask))
    scatter = njit(lambda number, mask: scatter_bits(number, mask))
    rng = random.Random(1)
    for _ in range(200):
        number, mask = rng.getrandbits(62), rng.getrandbits(62) & rng.getrandbits(62)
        places = [place for place in range(62) if mask >> place & 1]
        gathered = sum((number >> place & 1) << i for i, place in enumerate(places))
        scattered = sum((number >> i & 1) << place for i, place in enumerate(places))
        assert gather_by_loop(number, mask) == gather(number, mask) == gathered
        assert scatter_by_loop(number, mask) == scatter(number, mask) == scattered


def test_bits_are_counted_as_in_python():
    count, length = njit(lambda number: number.bit_count()), njit(lambda number: number.bit_length())
    for number in (
        0,
        1,
        2,
        255,
        256,
        (1 << 62) - 1,
        (1 << 63) - 1,
        *(random.Random(2).getrandbits(63) for _ in range(99)),
    ):
        assert (count(number), length(number)) == (number.bit_count(), number.bit_length())


def test_an_element_is_replaced_if_it_is_what_was_expected():
    replace = njit(lambda array, index, known, value: replace_if(array, index, known, value))
    array = np.array([5, 6, 7])
    assert (replace(array, 1, 6, 60), array.tolist()) == (6, [5, 60, 7])
    assert (replace(array, 1, 6, 61), array.tolist()) == (60, [5, 60, 7])


@pytest.mark.parametrize(("plainly", "found"), [(True, 4), (False, 9)])
def test_negative_indices_count_from_the_end_only_where_they_should(plainly: bool, found: int):
    """The array is a part of a longer one, so that a plain index of -1 finds what is before it."""
    function, part = njit(lambda array, index: array[index]), np.arange(10)[5:]
    with indexing(plainly):
        function.compile((numba.typeof(part), numba.int64))
    assert (function(part, 2), function(part, -1)) == (7, found)
    assert arrayobj.fix_integer_index is USUAL_INDEX


def last(numbers: Any) -> Any:
    """As a plug-in might say it."""
    return numbers[-1]


def own(numbers: Any, index: int) -> Any:
    """As a loop of this package might."""
    return numbers[index] + 10 * last(numbers)


def test_functions_of_plug_ins_count_from_the_end_where_loops_do_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(own, "__module__", "perfect_play.solvers.a_test")
    monkeypatch.setattr(compiler, "lines_of", lambda function: ([function.__name__], 1))
    function, part = Copies().loop(own), np.arange(10)[5:]
    assert (function(part, 0), function(part, -1)) == (95, 94)


@pytest.mark.second_ring
@pytest.mark.parametrize(
    "full_id",
    [
        "towersofhanoi/3_8",
        "hopndrop/map2",
        *(exhaustive(one) for one in ("hexapawn/5x3", "kalah/3x2", "quixo/3x3")),
    ],
)
def test_tables_are_the_same_where_numba_has_moved_what_is_replaced(
    full_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """With new loops, as those of this process have been compiled otherwise."""
    monkeypatch.setattr(intrinsics, "CAN_INDEX_PLAINLY", False)
    monkeypatch.setattr(compiler.intrinsics, "indexing", None)
    monkeypatch.setattr(rules_module, "SHARED", Copies())
    monkeypatch.setattr(rules_module, "PACKED", Copies(rules_module.PACKED._values))
    make = partial(load, full_id)
    code_for.cache_clear()
    try:
        assert_same(solve(task(make, tmp_path / "work")), make(), solved(full_id), tmp_path)
    finally:
        code_for.cache_clear()

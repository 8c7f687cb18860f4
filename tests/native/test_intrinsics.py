"""Bit counts match Python's, and gathering and scattering agree between instructions, loops, and the definition."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.np import arrayobj

from perfect_play.solvers.native.compiled_modules import load
from perfect_play.solvers.native.intrinsics import (
    USUAL_INDEX,
    gather_bits,
    gather_by_loop,
    index_plainly,
    replace_if,
    scatter_bits,
    scatter_by_loop,
)
from perfect_play.solvers.native.specialize import COMPILE, Module, _Writer


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
    outer, inner = njit(lambda array, index: read(array, index)), njit(lambda array, index: array[index])
    read = inner
    index_plainly(outer, True)
    index_plainly(inner, plainly)
    part = np.arange(10)[5:]
    assert (outer(part, 2), outer(part, -1)) == (7, found)
    assert arrayobj.fix_integer_index is USUAL_INDEX


def last(numbers: Any) -> Any:
    """As a plug-in might say it."""
    return numbers[-1]


def test_functions_of_plug_ins_count_from_the_end_however_their_module_is_loaded(tmp_path: Path):
    """A worker of a cluster knows only the module's text."""
    writer = _Writer("a test")
    writer.function(last)
    writer.add(f"{COMPILE}def own(numbers, index):\n    return numbers[index] + 10 * last(numbers)\n")
    made, part = writer.module(), np.arange(10)[5:]
    for number, known in enumerate((made, Module(made.name, made.text, ()))):
        module: Any = load(known, tmp_path / str(number))
        assert (module.own(part, 0), module.own(part, -1)) == (95, 94)

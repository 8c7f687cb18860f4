"""Bit counts match Python's, and gathering and scattering agree between instructions, loops, and the definition."""

from __future__ import annotations

import random

import numpy as np
from numba import njit

from perfect_play.solvers.native.intrinsics import (
    gather_bits,
    gather_by_loop,
    replace_if,
    scatter_bits,
    scatter_by_loop,
)


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

"""Arrangements and their numbers, against itertools."""

from itertools import permutations
from math import factorial

import pytest

from puzzles.permutations import arrangement, arrangement_number


@pytest.mark.parametrize("length", range(1, 8))
def test_dictionary_order(length: int):
    out = [-1] * (length + 1)
    for number, expected in enumerate(permutations(range(length))):
        arrangement(number, length, out)
        assert out == [*expected, -1]
        assert arrangement_number(list(expected), length) == number


@pytest.mark.parametrize("length", [10, 12, 15])
def test_there_and_back(length: int):
    out = [0] * length
    for number in range(0, factorial(length), factorial(length) // 997):
        arrangement(number, length, out)
        assert sorted(out) == list(range(length))
        assert arrangement_number(out, length) == number

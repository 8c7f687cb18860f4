"""Orders and their numbers, against itertools."""

from itertools import permutations
from math import factorial

import pytest

from perfect_play.puzzles.permutations import (
    arrangement,
    digits_of,
    even_digits,
    moved_left,
    moved_right,
    number_and_parity,
    number_of,
    order_of,
)


def packed(order) -> int:
    return int("".join(f"{element:x}" for element in order), 16)


def inversions(order) -> int:
    return sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])


@pytest.mark.parametrize("length", range(1, 8))
def test_numbers_of_permutations_follow_the_dictionary_order(length: int):
    for number, order in enumerate(permutations(range(1, length + 1))):
        digits = digits_of(number, length)
        assert order_of(digits, length) == packed(order)
        assert number_of(packed(order), length) == number
        odd = inversions(order) % 2
        assert number_and_parity(order, range(1, length + 1)) == (number, odd)
        if length > 1 and not odd:
            assert even_digits(number // 2, length) == digits


@pytest.mark.parametrize("length", [9, 10, 11, 12, 13])
def test_order_and_number_convert_both_ways(length: int):
    orders = factorial(length)
    for number in (*range(0, orders, orders // 997), orders - 1):
        order = order_of(digits_of(number, length), length)
        assert sorted(f"{order:x}") == [f"{element:x}" for element in range(1, length + 1)]
        assert number_of(order, length) == number
        again, odd = number_and_parity(f"{order:x}", "123456789abcd"[:length])
        assert again == number
        assert odd or even_digits(number // 2, length) == digits_of(number, length)


def test_digits_count_smaller_elements_to_the_right():
    assert number_and_parity("3124", "1234") == (2 * 6, 0)
    assert digits_of(12, 4) == 0x2000
    assert order_of(0x2000, 4) == 0x3124
    assert digits_of(factorial(12) - 1, 12) == 0xBA9876543210


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_element_moved_past_others_changes_the_number_as_computed(steps: int):
    elements = range(1, 7)
    for number in range(0, 720, 7):
        digits = digits_of(number, 6)
        order = list(f"{order_of(digits, 6):x}")
        for first in range(6 - steps):
            last = first + steps
            right = order[:first] + order[first + 1 : last + 1] + order[first : first + 1] + order[last + 1 :]
            left = order[:first] + order[last : last + 1] + order[first:last] + order[last + 1 :]
            change = number_and_parity(map(int, right), elements)[0] - number
            assert moved_right(digits, 5 - first, steps) == change
            change = number_and_parity(map(int, left), elements)[0] - number
            assert moved_left(digits, 5 - last, steps) == change


@pytest.mark.parametrize("length", range(1, 8))
def test_arrangements_are_numbered_in_dictionary_order(length: int):
    out = [-1] * (length + 1)
    for number, expected in enumerate(permutations(range(length))):
        arrangement(number, length, out)
        assert out == [*expected, -1]


@pytest.mark.parametrize("length", [10, 12, 15])
def test_arrangements_are_in_dictionary_order(length: int):
    out, orders = [0] * length, []
    for number in range(0, factorial(length), factorial(length) // 997):
        arrangement(number, length, out)
        orders.append(tuple(out))
    assert orders == sorted(set(orders))
    assert all(sorted(order) == list(range(length)) for order in orders)

"""Ranks permutations: the orders of the elements 1, 2, ..., n in lexicographic order, for n up to 13.

An order is an integer of four bits per element, the first element highest, so that its hexadecimal
digits show the order: 0x3124. Its number in the factorial number system has a digit for every place:
how many later elements are smaller (the Lehmer code; D. E. Knuth, The Art of Computer Programming 4A,
7.2.1.2). These digits, too, are kept in one integer of four bits each, the first highest. Places are
counted from the right, from 0: the digit in place p counts p! each.

An order is odd if the sum of its digits is odd. The digit in place 1 is 0 or 1, so it follows from
the others if the parity is known: half its number ranks an order among the even ones, or the odd ones.

All functions but `number_and_parity` are for kernels.
"""

from collections.abc import Iterable, MutableSequence
from math import factorial
from typing import TypeVar

T = TypeVar("T")

MAX_LENGTH = 13
FACTORIALS = tuple(factorial(length) for length in range(MAX_LENGTH + 1))
IN_ORDER = 0xDCBA9876543210  # element e in place e: how many of the elements from 1 on are smaller, plus 1
EACH_ONE = 0x11111111111111
POINT = 58  # fractional bits of a fixed-point number
PRECISE = 12  # digits for which these suffice
FRACTIONS = tuple((1 << POINT) // orders + 1 for orders in FACTORIALS)


def number_and_parity(order: Iterable[T], elements: Iterable[T]) -> tuple[int, int]:
    """The number of an order of `elements`, which are given in ascending order, and its parity: 1 if odd, else 0."""
    remaining = list(elements)
    number = odd = 0
    for element in order:
        digit = remaining.index(element)
        number = number * len(remaining) + digit
        odd ^= digit
        del remaining[digit]
    return number, odd & 1


def digits_of(number: int, length: int) -> int:
    """The Lehmer digits of a number.

    As a fraction of n!, the number is the first digit over `length` plus a remainder; that remainder is the
    second digit over `length` - 1 plus a remainder; and so on. 58 fractional bits suffice for 12 digits; the first of
    13 is found by division.
    """
    digits = number // FACTORIALS[PRECISE] if length > PRECISE else 0
    remainder = (number - digits * FACTORIALS[PRECISE]) * FRACTIONS[min(length, PRECISE)]
    for base in range(min(length, PRECISE), 0, -1):
        remainder *= base
        digits = digits << 4 | remainder >> POINT
        remainder &= (1 << POINT) - 1
    return digits


def even_digits(half: int, length: int) -> int:
    """The digits of the even order whose number, halved, is `half`."""
    digits = total = half * 2 // FACTORIALS[PRECISE] if length > PRECISE else 0
    remainder = (half * 2 - digits * FACTORIALS[PRECISE]) * FRACTIONS[min(length, PRECISE)]
    for base in range(min(length, PRECISE), 2, -1):
        remainder *= base
        digits = digits << 4 | remainder >> POINT
        total += remainder >> POINT
        remainder &= (1 << POINT) - 1
    return digits << 8 | (total & 1) << 4


def order_of(digits: int, length: int) -> int:
    """The order with these digits."""
    remaining = IN_ORDER >> 4  # the elements not yet placed, the smallest in the lowest bits
    order = 0
    for place in range(length - 1, -1, -1):
        shift = 4 * (digits >> 4 * place & 15)
        order = order << 4 | remaining >> shift & 15
        below = (1 << shift) - 1
        remaining = remaining & below | remaining >> 4 & ~below
    return order


def number_of(order: int, length: int) -> int:
    """The number of an order."""
    number = 0
    smaller = IN_ORDER  # for every element, how many of those not yet placed are smaller, plus 1
    for place in range(length - 1, -1, -1):
        shift = 4 * (order >> 4 * place & 15)
        number = number * (place + 1) + (smaller >> shift & 15) - 1
        smaller -= EACH_ONE << shift
    return number


def moved_right(digits: int, place: int, steps: int) -> int:
    """The change of the number when the element in `place` moves right past the next `steps` elements.

    When two pass each other, only the digit of the larger changes: by one, as the smaller is now, or no longer,
    behind it.
    """
    moving = old = digits >> 4 * place & 15
    change = 0
    for step in range(steps):
        passed = digits >> 4 * (place - step - 1) & 15
        larger = moving > passed
        change = change * (place - step + 1) + passed + 1 - larger - old
        moving -= larger
        old = passed
    end = place - steps
    return (change * (end + 1) + moving - old) * FACTORIALS[end]


def moved_left(digits: int, place: int, steps: int) -> int:
    """The change of the number when the element in `place` moves left past the `steps` elements before it."""
    moving = old = digits >> 4 * place & 15
    weight = FACTORIALS[place]
    change = 0
    for step in range(1, steps + 1):
        passed = digits >> 4 * (place + step) & 15
        smaller = moving >= passed
        change += (passed - 1 + smaller - old) * weight
        moving += smaller
        old = passed
        weight *= place + step
    return change + (moving - old) * weight


# The same for a list of the elements 0, 1, ..., n-1, with n up to 15.

FROM_0 = 0xEDCBA9876543210
ALL_BITS = 0xFFFFFFFFFFFFFFF


def arrangement(number: int, length: int, out: MutableSequence[int]) -> None:
    """Write the order with this number to out[0] ... out[length - 1]."""
    for place in range(length - 1, -1, -1):
        out[place] = number % (length - place)
        number //= length - place
    remaining = FROM_0
    for place in range(length):
        shift = 4 * out[place]
        below = (1 << shift) - 1
        out[place] = remaining >> shift & 15
        remaining = remaining & below | remaining >> 4 & ALL_BITS - below

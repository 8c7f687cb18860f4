"""Arrangements of 0, 1, ..., n-1 and their numbers in dictionary order, for kernels; n is at most 15.

A number has a digit for every place: how many of the elements not yet placed are smaller than the
one placed there (Lehmer's code; D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.2). The
elements not yet placed are kept in one integer of 60 bits, four bits each, so that both ways take
n steps and no memory.
"""

from __future__ import annotations

from collections.abc import MutableSequence

IN_ORDER = 0xEDCBA9876543210  # 0, 1, 2, ... from the lowest four bits on
ONES = 0x111111111111111
ALL = 0xFFFFFFFFFFFFFFF


def arrangement(number: int, length: int, out: MutableSequence[int]) -> None:
    """Write the arrangement of this number to out[0] ... out[length - 1]."""
    for place in range(length - 1, -1, -1):
        out[place] = number % (length - place)
        number //= length - place
    left = IN_ORDER
    for place in range(length):
        shift = 4 * out[place]
        below = (1 << shift) - 1
        out[place] = (left >> shift) & 15
        left = (left & below) | ((left >> 4) & (ALL - below))


def arrangement_number(arranged: MutableSequence[int], length: int) -> int:
    """The number of the arrangement in arranged[0] ... arranged[length - 1]."""
    number = 0
    smaller = IN_ORDER  # for every element, how many of those left are smaller
    for place in range(length):
        shift = 4 * arranged[place]
        number = number * (length - place) + ((smaller >> shift) & 15)
        smaller -= (ONES << shift << 4) & ALL
    return number

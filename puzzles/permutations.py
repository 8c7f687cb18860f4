"""Arrangements of 0, 1, ..., n-1 and their numbers in dictionary order, for kernels.

Plain loops over integers and arrays, as a kernel must be; n is at most 15. (Lehmer's code; see D. E.
Knuth, The Art of Computer Programming 4A, 7.2.1.2.)
"""

from __future__ import annotations

from collections.abc import MutableSequence


def arrangement(number: int, length: int, out: MutableSequence[int]) -> None:
    """Write the arrangement of this number to out[0] ... out[length - 1]."""
    for place in range(length - 1, -1, -1):
        count = length - place
        digit = number % count
        number //= count
        out[place] = digit
        for later in range(place + 1, length):
            if out[later] >= digit:
                out[later] += 1


def arrangement_number(arranged: MutableSequence[int], length: int) -> int:
    """The number of the arrangement in arranged[0] ... arranged[length - 1]."""
    number = 0
    for place in range(length):
        smaller = 0
        for later in range(place + 1, length):
            smaller += arranged[later] < arranged[place]
        number = number * (length - place) + smaller
    return number

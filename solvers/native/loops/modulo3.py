"""The loop of the engine with two bits a rank.

Not run from here: see `dense.py`. `codes` has 32 ranks a word, two bits each: the remoteness modulo 3, or 3 if unknown.
`now` and `following` have one bit for every rank: the current level, and the next. All threads change words at once,
each bit at most once a level, so only single changes must be atomic.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.native.intrinsics import fetch_and, fetch_or, lowest_bit


def kernel_parents(number: int, out: Any, work: Any) -> int:
    """Stand-in for the kernel's function; never called."""
    raise NotImplementedError


def mark(following: Any, number: int) -> int:
    """Mark a rank; return 1 if it was not marked before, else 0."""
    bit = np.uint64(1) << np.uint64(number & 63)
    return 0 if fetch_or(following, number >> 6, bit) & bit else 1


def solve_words(
    codes: Any,
    now: Any,
    following: Any,
    first: int,
    last: int,
    size: int,
    code: int,
    again: bool,
    out: Any,
    work: Any,
    sums: Any,
) -> int:
    """Find the parents of the ranks marked in now[first] ... now[last - 1]; give them `code`, and mark them.

    Returns how many were found, or -1 - rank if the kernel goes out of range there. again: also mark parents that
    already have this code; in a repeated level, they were found before the interruption, since the neighbors of a
    level belong to the level before, the same or the next, which differ modulo 3. sums: two running sums to update, by
    how much the sum of all words of `codes` has decreased, and that of `following` increased.
    """
    found = 0
    for word in range(first, last):
        bits = now[word]
        while bits != np.uint64(0):
            number = word * 64 + np.int64(lowest_bit(bits))
            bits &= bits - np.uint64(1)
            count = kernel_parents(number, out, work)
            if count > len(out):
                return int(-1 - number)
            for i in range(count):
                parent = out[i]
                if parent < 0 or parent >= size:
                    return int(-1 - number)
                shift = np.uint64(2 * (parent & 31))
                known = (codes[parent >> 5] >> shift) & np.uint64(3)
                less = np.uint64(3 - code) << shift
                if known == np.uint64(3):
                    before = fetch_and(codes, parent >> 5, ~less)
                    if (before >> shift) & np.uint64(3) != np.uint64(3):
                        continue
                elif not again or known != np.uint64(code):
                    continue
                if mark(following, parent):
                    found += 1
                    sums[0] += less
                    sums[1] += np.uint64(1) << np.uint64(parent & 63)
    return found

"""The loops of the engine with two bits a rank, in the Python that the compiler understands.

Not imported as it stands: see `dense.py`. `codes` has 32 ranks a word, two bits each: the
remoteness modulo 3, or 3 where none is known. `now` and `following` have a bit for every rank: the
level that is complete, and the next. Words are changed by all threads at once, each bit at most
once a level, so only single changes have to be atomic.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.native.intrinsics import fetch_and, fetch_or, lowest_bit


def kernel_parents(number: int, out: Any, work: Any) -> int:
    """Stands for the kernel's; never called as it is."""
    raise NotImplementedError


def mark(following: Any, number: int) -> int:
    """Mark a rank; 1 if it was not marked, else 0."""
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
    """Find what leads to the ranks marked in now[first] ... now[last - 1]; give it `code`, and mark it.

    How many were found. `again`: what has this code already is marked too; in a level that was broken
    off it was found before, since what is one move from a level has the level before, itself or the next,
    which are three different numbers modulo 3. -1 - rank: its kernel goes out of range. sums: by how much less the
    sum of all words of `codes` is by what was found, and that of `following` more, is added to the two.
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

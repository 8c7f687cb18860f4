"""The loops of the dense engine, in the Python that the compiler understands.

Not imported as it stands: `source.py` puts the text of this module behind that of a kernel, where
`kernel_parents` is defined, and compiles the whole.

`codes` has a remoteness for every rank, `absent` where none is known. A thread that finds a
position writes the level into its code; two threads may find the same one, and then both write
the same value, so it does not matter which is first. A return value below 0 tells of a number out
of range, or of too many, at rank -1 - value.
"""

from __future__ import annotations

from typing import Any


def kernel_parents(number: int, out: Any, work: Any) -> int:
    """Stands for the kernel's; never called as it is."""
    raise NotImplementedError


def mark_parents(
    codes: Any, number: int, level: int, absent: int, out: Any, work: Any, following: Any, found: int
) -> int:
    """Give what leads to `number` this level where it has none; `found` and how many more there are.

    Each is also written to following[found], ..., unless that has no room at all. -1: out of range.
    """
    count = kernel_parents(number, out, work)
    if count > len(out):
        return -1
    for i in range(count):
        parent = out[i]
        if parent < 0 or parent >= len(codes):
            return -1
        if codes[parent] == absent:
            codes[parent] = level
            if len(following) > 0:
                following[found] = parent
            found += 1
    return found


def solve_scan(codes: Any, first: int, last: int, level: int, absent: int, out: Any, work: Any, following: Any) -> int:
    """Find what leads to a position of level - 1 among the ranks from first to below last.

    How many were found; one found by two threads at once may be counted twice. `following` is empty.
    """
    found = 0
    for number in range(first, last):
        if codes[number] == level - 1:
            found = mark_parents(codes, number, level, absent, out, work, following, found)
            if found < 0:
                return int(-1 - number)
    return found


def solve_list(codes: Any, frontier: Any, level: int, absent: int, out: Any, work: Any, following: Any) -> int:
    """The same for the ranks in `frontier`; what is found is written to `following`."""
    found = 0
    for index in range(len(frontier)):
        found = mark_parents(codes, frontier[index], level, absent, out, work, following, found)
        if found < 0:
            return int(-1 - frontier[index])
    return found


def collect(codes: Any, level: int, following: Any) -> int:
    """Write the ranks of this level to `following`; how many."""
    found = 0
    for number in range(len(codes)):
        if codes[number] == level:
            following[found] = number
            found += 1
    return found

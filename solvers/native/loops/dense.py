"""The loops of the dense engine, in the Python that the compiler understands.

Not imported as it stands: `specialize.py` puts the text of this module behind that of a kernel, where
`kernel_parents` is defined, and compiles the whole.

`codes` has a remoteness for every rank, `absent` where none is known. A thread that finds a
position writes the level into its code; two threads may find the same one, and then both write
the same value, so it does not matter which is first; what is known never changes. A return value
below 0 tells of a number out of range, or of too many, at rank -1 - value.
"""

from __future__ import annotations

from typing import Any


def kernel_parents(number: int, out: Any, work: Any) -> int:
    """Stands for the kernel's; never called as it is."""
    raise NotImplementedError


def solve_scan(codes: Any, first: int, last: int, level: int, absent: int, out: Any, work: Any) -> int:
    """Find what leads to a position of level - 1 among the ranks from first to below last.

    How many were found; one found by two threads at once may be counted twice.
    """
    found = 0
    for number in range(first, last):
        if codes[number] == level - 1:
            count = kernel_parents(number, out, work)
            if count > len(out):
                return int(-1 - number)
            for i in range(count):
                parent = out[i]
                if parent < 0 or parent >= len(codes):
                    return int(-1 - number)
                if codes[parent] == absent:
                    codes[parent] = level
                    found += 1
    return found


def solve_list(codes: Any, frontier: Any, level: int, absent: int, out: Any, work: Any, following: Any) -> int:
    """The same for the ranks in `frontier`; what is found is written to `following`.

    Everything is written, and what was known is written over: nobody can foretell which it is, and a
    branch that is foretold wrongly costs more.
    """
    found = 0
    for index in range(len(frontier)):
        count = kernel_parents(frontier[index], out, work)
        if count > len(out):
            return int(-1 - frontier[index])
        for i in range(count):
            parent = out[i]
            if parent < 0 or parent >= len(codes):
                return int(-1 - frontier[index])
            code = codes[parent]
            new = code == absent
            codes[parent] = level if new else code
            following[found] = parent
            found += new
    return found


def solve_levels(
    codes: Any, lists: Any, count: int, level: int, last: int, absent: int, out: Any, work: Any, told: Any
) -> int:
    """One level after the other, up to `last`: the first `count` ranks in row 0 of `lists` are of level - 1.

    Ends before a level that might not fit into a row, and after one in which nothing is found. How many
    were found in the last one; `told` has its number, its row and how many were found in all.
    """
    row = 0
    told[2] = 0
    while True:
        found = solve_list(codes, lists[row, :count], level, absent, out, work, lists[1 - row])
        if found < 0:
            return found
        row, count = 1 - row, found
        told[0], told[1], told[2] = level, row, told[2] + found
        level += 1
        if found == 0 or level > last or found * len(out) >= lists.shape[1]:
            return found

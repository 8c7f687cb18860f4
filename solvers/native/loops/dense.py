"""The loops of the dense engine, in the subset of Python that Numba compiles.

Run only as compiled by `compiler.py`. Those of `kernels.py` call the kernel.

`codes` has the remoteness of every rank, or `absent` if it is unknown. A thread that finds a position writes the level
as its code; if two threads find the same one, both write the same value, so their order does not matter; known codes
never change. A negative return value, -1 - rank, reports a rank at which the kernel writes a number out of range, or
too many.
"""

from typing import Any

from perfect_play.solvers.arrays import Int64s, Ints
from perfect_play.solvers.native.loops.kernels import kernel_parents


def solve_scan(codes: Ints, first: int, last: int, level: int, absent: int, out: Int64s, scratch: Any) -> int:
    """Find the parents of the positions of level - 1 among the ranks from `first` to before `last`.

    Returns how many were found; one found by two threads at once may be counted twice.
    """
    solved = 0
    for number in range(first, last):
        if codes[number] == level - 1:
            count = kernel_parents(number, out, scratch)
            if count > len(out):
                return int(-1 - number)
            for i in range(count):
                parent = out[i]
                if parent < 0 or parent >= len(codes):
                    return int(-1 - number)
                if codes[parent] == absent:
                    codes[parent] = level
                    solved += 1
    return solved


def solve_list(
    codes: Ints, frontier: Int64s, level: int, absent: int, out: Int64s, scratch: Any, following: Int64s
) -> int:
    """The same for the ranks in `frontier`; the parents found are written to `following`.

    Every parent is written, and those already known are overwritten by the next: a branch would be unpredictable, and
    a misprediction costs more than a write.
    """
    solved = 0
    for index in range(len(frontier)):
        count = kernel_parents(frontier[index], out, scratch)
        if count > len(out):
            return int(-1 - frontier[index])
        for i in range(count):
            parent = out[i]
            if parent < 0 or parent >= len(codes):
                return int(-1 - frontier[index])
            code = codes[parent]
            new = code == absent
            codes[parent] = level if new else code
            following[solved] = parent
            solved += new
    return solved


def solve_levels(
    codes: Ints, lists: Int64s, count: int, level: int, last: int, absent: int, out: Int64s, scratch: Any
) -> tuple[int, int, int, int]:
    """Solve level after level, up to `last`; the first `count` ranks in row 0 of `lists` are of level - 1.

    Stops before a level that might not fit in a row, and after an empty one. Returns how many ranks were found in the
    last level, its number, its row, and how many were found in all.
    """
    row, total = 0, 0
    while True:
        solved = solve_list(codes, lists[row, :count], level, absent, out, scratch, lists[1 - row])
        row, count, total = 1 - row, solved, total + solved
        if solved <= 0 or level >= last or solved * len(out) >= lists.shape[1]:
            return solved, level, row, total
        level += 1

"""The loops of the forward engine, in the subset of Python that Numba compiles.

Not run from here: see `dense.py`. A position's *place* is its rank if every rank is a position, else the index of its
rank in the ascending list `ranks` of all that the start reaches. Codes are those of `result.py`: for a game, four times
the remoteness, plus 0 for a win, 1 for a loss, 2 for a tie, 3 for a draw; for a puzzle, the remoteness, or `lost`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.base import LOST, ONGOING, WON
from solvers.native.intrinsics import fetch_add, fetch_or
from solvers.native.loops.kernel_free import AGAIN


def kernel_children(number: int, out: Any, work: Any) -> int:
    """Stand-in for the kernel's function; never called."""
    raise NotImplementedError


def kernel_primitive(number: int, work: Any) -> int:
    """Stand-in for the kernel's function; never called."""
    raise NotImplementedError


def reach(frontier: Any, sided: bool, size: int, out: Any, work: Any, found: Any) -> int:
    """Write the children of the ranks in `frontier` to `found`; return their number, or -1 - rank if out of range.

    sided: whether each number is twice the rank, plus 1 if the player who did not begin is to move.
    """
    total = 0
    for index in range(len(frontier)):
        number, side = np.int64(frontier[index]), 0
        if sided:
            number, side = number >> 1, number & 1
        if kernel_primitive(number, work) != ONGOING:
            continue
        count = kernel_children(number, out, work)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            child = out[i] if out[i] >= 0 else ~out[i]
            if child >= size:
                return int(-1 - number)
            if sided:
                child = 2 * child + (side if out[i] < 0 else 1 - side)
            found[total] = child
            total += 1
    return total


def reach_dense(
    game: bool, lost: int, seen: Any, codes: Any, into: Any, degree: Any, frontier: Any, out: Any, work: Any, found: Any
) -> int:
    """The same if every rank is a position: only children not yet `seen` are written, and marked as seen.

    Also writes the codes of ended positions, and counts moves as `count_edges` does.
    """
    total = 0
    for index in range(len(frontier)):
        number = np.int64(frontier[index])
        ended = kernel_primitive(number, work)
        if ended != ONGOING:
            codes[number] = primitive_code(game, lost, ended)
            continue
        count = kernel_children(number, out, work)
        if count > len(out):
            return int(-1 - number)
        degree[number] = count
        for i in range(count):
            child = out[i] if out[i] >= 0 else ~out[i]
            if child >= len(seen):
                return int(-1 - number)
            fetch_add(into, child, 1)
            if seen[child] == 0 and fetch_or(seen, child, np.uint8(1)) == 0:
                found[total] = child
                total += 1
    return total


def place_of(ranks: Any, number: int, near: int) -> int:
    """The place of a rank that is in the list, by exponential search from the place `near`."""
    step = 1
    if ranks[near] <= number:
        low, high = near, near + 1
        while high < len(ranks) and ranks[high] <= number:
            low = high
            high = low + step
            step *= 2
        high = min(high, len(ranks))
    else:
        low, high = near - 1, near
        while low > 0 and ranks[low] > number:
            high = low
            low = high - step
            step *= 2
        low = max(low, 0)
    while high - low > 1:
        middle = (low + high) // 2
        if ranks[middle] <= number:
            low = middle
        else:
            high = middle
    return int(low)


def solve_level(game: bool, lost: int, some: Any, codes: Any, ranks: Any, below: Any, out: Any, work: Any) -> None:
    """Solve the ranks in `some`, whose children are all in `ranks`, with the codes `below`; write their `codes`."""
    near = np.zeros(len(out), np.int64)
    for index in range(len(some)):
        number = np.int64(some[index])
        ended = kernel_primitive(number, work)
        if ended != ONGOING:
            codes[index] = primitive_code(game, lost, ended)
            continue
        count = kernel_children(number, out, work)
        win, tie, lose, draw = -1, -1, -1, False
        for i in range(count):
            again = out[i] < 0
            child = ~out[i] if again else out[i]
            near[i] = place_of(ranks, np.uint64(child), near[i])
            code = np.int64(below[near[i]])
            if not game:
                if code != lost and (win < 0 or code < win):
                    win = code
                continue
            value, remoteness = code & 3, code >> 2
            if value == 3:
                draw = True
            elif value == 2:
                if tie < 0 or remoteness < tie:
                    tie = remoteness
            elif (value == 0) == again:
                if win < 0 or remoteness < win:
                    win = remoteness
            elif remoteness > lose:
                lose = remoteness
        if not game:
            codes[index] = lost if win < 0 else win + 1
        elif win >= 0:
            codes[index] = 4 * (win + 1)
        elif tie >= 0:
            codes[index] = 4 * (tie + 1) + 2
        elif draw:
            codes[index] = 3
        else:
            codes[index] = 4 * (lose + 1) + 1


def primitive_code(game: bool, lost: int, ended: int) -> int:
    """The code of a position at which play has ended."""
    if not game:
        return 0 if ended == WON else lost
    return 0 if ended == WON else 1 if ended == LOST else 2


def solve_primitives(
    game: bool, lost: int, ranks: Any, codes: Any, reached: Any, absent: int, first: int, last: int, work: Any
) -> int:
    """Write the codes of ended positions among the places from `first` to before `last`; return how many there are.

    If `ranks` is empty, places are ranks, and only those with reached[place] != 0 are looked at.
    """
    found = 0
    for place in range(first, last):
        if len(ranks) == 0 and reached[place] == 0:
            continue
        ended = kernel_primitive(place if len(ranks) == 0 else np.int64(ranks[place]), work)
        if ended != ONGOING:
            codes[place] = primitive_code(game, lost, ended)
            found += 1
    return found


def count_edges(
    ranks: Any,
    codes: Any,
    reached: Any,
    absent: int,
    first: int,
    last: int,
    edges: Any,
    into: Any,
    filling: bool,
    degree: Any,
    out: Any,
    work: Any,
) -> None:
    """Go over all moves from the places from `first` to before `last` that have no code yet.

    The first pass, with `filling` False, adds the number of moves into each child to into[child], and writes the number
    of moves out of each place to degree[place]. Then, when into[child] is the end of the child's edges, the second
    pass, with `filling` True, writes each edge to edges[--into[child]]: twice the parent's place, plus 1 if the same
    player moves again.
    """
    near = np.zeros(len(out), np.int64)
    for place in range(first, last):
        if codes[place] != absent or (len(ranks) == 0 and reached[place] == 0):
            continue
        count = kernel_children(place if len(ranks) == 0 else np.int64(ranks[place]), out, work)
        for i in range(count):
            again = out[i] < 0
            child = ~out[i] if again else out[i]
            if len(ranks) > 0:
                near[i] = place_of(ranks, np.uint64(child), near[i])
                child = near[i]
            if filling:
                slot = fetch_add(into, child, -1) - 1
                edges[slot] = 2 * place + (AGAIN if again else 0)
            else:
                fetch_add(into, child, 1)
        if not filling:
            degree[place] = count

"""Loops of the engines that no kernel is part of: they are the same for all variants, and compiled once.

In the Python that the compiler understands, as those of `lists.py`. Not imported as they stand: `specialize.py` makes
a module of them, and the modules with a kernel import them from there. What the codes are says `forward.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

AGAIN = 1  # of an edge: the same player moves again


def collect(codes: Any, level: int, following: Any) -> int:
    """Write the ranks of this level to `following`; how many."""
    found = 0
    for number in range(len(codes)):
        if codes[number] == level:
            following[found] = number
            found += 1
    return found


def tally(codes: Any, counts: Any) -> None:
    """Count how often each code is there, in four rows in turn: equal ones in a row need not wait for each other."""
    fours = len(codes) & -4
    for place in range(0, fours, 4):
        counts[0, codes[place]] += 1
        counts[1, codes[place + 1]] += 1
        counts[2, codes[place + 2]] += 1
        counts[3, codes[place + 3]] += 1
    for place in range(fours, len(codes)):
        counts[0, codes[place]] += 1


def lead_back(
    game: bool, codes: Any, absent: int, into: Any, edges: Any, degree: Any, frontier: Any, level: int, found: Any
) -> int:
    """What is decided by the places in `frontier`, all of remoteness level - 1, goes to `found`; how many.

    A game's wins and losses: a move to the mover's good wins, the last other move to be refuted loses. A
    puzzle's: whatever leads here.
    """
    total = 0
    for index in range(len(frontier)):
        place = frontier[index]
        won = codes[place] & 3 == 0
        for edge in range(into[place], into[place + 1]):
            parent = np.int64(edges[edge] >> 1)
            if codes[parent] != absent:
                continue
            again = edges[edge] & 1 == AGAIN
            if not game:
                codes[parent] = level
            elif won == again:
                codes[parent] = 4 * level
            else:
                degree[parent] -= 1
                if degree[parent] != 0:
                    continue
                codes[parent] = 4 * level + 1
            found[total] = parent
            total += 1
    return total


def lead_to_ties(codes: Any, absent: int, into: Any, edges: Any, frontier: Any, level: int, found: Any) -> int:
    """The same for ties, after all wins and losses: whatever has no code yet and leads here ties."""
    total = 0
    for index in range(len(frontier)):
        place = frontier[index]
        for edge in range(into[place], into[place + 1]):
            parent = np.int64(edges[edge] >> 1)
            if codes[parent] == absent:
                codes[parent] = 4 * level + 2
                found[total] = parent
                total += 1
    return total

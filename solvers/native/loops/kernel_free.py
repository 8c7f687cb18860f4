"""Loops of the engines that call no kernel: the same for all variants, and compiled once.

Run only as compiled by `compiler.py`. `forward.py` explains the codes.
"""

from typing import NamedTuple

import numpy as np

from perfect_play.solvers.arrays import Int64s, Ints, Uint16s, Uint32s

SAME_PLAYER = 1  # bit of an edge: the same player moves again


class Reverse(NamedTuple):
    """All moves, grouped by the places they lead to: those to place p are edges[into[p] : into[p + 1]].

    An edge is twice the place it comes from, plus SAME_PLAYER.
    """

    into: Int64s
    edges: Uint32s


def collect(codes: Ints, level: int, following: Int64s) -> int:
    """Write the ranks of this level to `following`; return their number."""
    count = 0
    for number in range(len(codes)):
        if codes[number] == level:
            following[count] = number
            count += 1
    return count


def tally(codes: Ints, counts: Int64s) -> None:
    """Count each code, in four rows in turn, so that equal codes need not wait for each other's update."""
    fours = len(codes) & -4
    for place in range(0, fours, 4):
        counts[0, codes[place]] += 1
        counts[1, codes[place + 1]] += 1
        counts[2, codes[place + 2]] += 1
        counts[3, codes[place + 3]] += 1
    for place in range(fours, len(codes)):
        counts[0, codes[place]] += 1


def propagate_back(
    game: bool,
    codes: Ints,
    absent: int,
    reverse: Reverse,
    degree: Uint16s,
    frontier: Int64s,
    level: int,
    decided: Int64s,
) -> int:
    """Propagate the results of the places in `frontier`, all of remoteness level - 1, to their parents.

    Writes the parents decided at this level to `decided`; returns their number. In a game, a parent wins by a move that
    is good for its player, and loses when its last move is refuted. In a puzzle, every parent is solved.
    """
    into, edges = reverse.into, reverse.edges
    total = 0
    for index in range(len(frontier)):
        place = frontier[index]
        won = codes[place] & 3 == 0
        for edge in range(into[place], into[place + 1]):
            parent = np.int64(edges[edge] >> 1)
            if codes[parent] != absent:
                continue
            same_player = edges[edge] & 1 == SAME_PLAYER
            if not game:
                codes[parent] = level
            elif won == same_player:
                codes[parent] = 4 * level
            else:
                degree[parent] -= 1
                if degree[parent] != 0:
                    continue
                codes[parent] = 4 * level + 1
            decided[total] = parent
            total += 1
    return total


def propagate_ties(codes: Ints, absent: int, reverse: Reverse, frontier: Int64s, level: int, decided: Int64s) -> int:
    """The same for ties, after all wins and losses: every parent still undecided ties."""
    into, edges = reverse.into, reverse.edges
    total = 0
    for index in range(len(frontier)):
        place = frontier[index]
        for edge in range(into[place], into[place + 1]):
            parent = np.int64(edges[edge] >> 1)
            if codes[parent] == absent:
                codes[parent] = 4 * level + 2
                decided[total] = parent
                total += 1
    return total

"""Levels of draws, for the engines: a pass over the draws they have found, in games of up to MOST_PLACES.

`solvers/draw_levels.py` defines them. The loop, `draw_levels`, is compiled, and calls no kernel.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from perfect_play.solvers.arrays import Bools, Int8s, Int16s, Int32s, Uint8s
from perfect_play.solvers.draw_levels import MAX_LEVELS, DrawLevel
from perfect_play.solvers.native.compiler import SHARED
from perfect_play.solvers.native.engine import Task
from perfect_play.solvers.native.loops.kernel_free import Reverse
from perfect_play.solvers.native.memory import require_free
from perfect_play.solvers.tables.table_layout import PackedTable

MOST_PLACES = 1 << 23
PLACE_BYTES = 17  # of memory, for each place


class Levels(NamedTuple):
    """The distinct levels in ascending order, and for every place the number of its level from 1 on, or 0."""

    kinds: list[DrawLevel]
    numbers: Int8s


def find_levels(task: Task, is_draw: Bools, fringe: Uint8s, reverse: Reverse) -> Levels | None:
    """The levels of draws, by places; None if no draw has one. Raises MemoryError, OSError.

    The arguments are those of the loop.
    """
    require_free(task.rules, PLACE_BYTES * len(is_draw))
    level, remoteness = np.full(len(is_draw), -1, np.int16), np.zeros(len(is_draw), np.int16)
    scratch = [np.zeros(len(is_draw), np.int32) for _ in range(3)]
    SHARED.loop(draw_levels)(is_draw, fringe, reverse, level, remoteness, *scratch)
    pure = np.flatnonzero(level >= 0)
    both = level[pure].astype(np.int64) << 16 | remoteness[pure]
    kinds, indexes = np.unique(both, return_inverse=True)
    if not 0 < len(kinds) <= MAX_LEVELS:
        return None
    numbers = np.zeros(len(is_draw), np.int8)
    numbers[pure] = indexes + 1
    return Levels([DrawLevel(int(kind) >> 16, int(kind) & 0xFFFF) for kind in kinds], numbers)


def with_levels(table: PackedTable, levels: Levels | None) -> PackedTable:
    """A packed table, with the levels of its draws; places are its entries, in order."""
    return table if levels is None else replace(table, margins=levels.numbers, levels=levels.kinds)


def draw_levels(
    is_draw: Uint8s,
    fringe: Uint8s,
    reverse: Reverse,
    level: Int16s,
    remoteness: Int16s,
    remaining: Int32s,
    lost: Int32s,
    wins: Int32s,
) -> bool:
    """Write the level and the remoteness of every pure draw; the level of any other place stays -1.

    is_draw, fringe: whether a place is a draw, and whether it has a move that loses. reverse: the edges into each
    place, optional for places that are no draws. level: -1 everywhere. remaining: 0 everywhere; like `lost` and `wins`,
    one element for every place. Returns False, and writes no level, if the same player can move again in a draw.
    """
    places, into, edges = len(is_draw), reverse.into, reverse.edges
    for place in range(places):
        for edge in range(into[place], into[place + 1]):
            parent = np.int64(edges[edge] >> 1)
            if is_draw[parent] == 0:
                continue
            if edges[edge] & 1 == 1:
                return False
            if is_draw[place] == 0:
                fringe[parent] = 1
            else:
                remaining[parent] += 1
    losing, current = 0, 0
    for place in range(places):
        if is_draw[place] == 1 and fringe[place] == 1:
            lost[losing] = place
            losing += 1
            level[place] = 0
    while losing > 0:
        winning, after = 0, 0
        while losing > 0:
            first = winning
            for i in range(losing):
                for edge in range(into[lost[i]], into[lost[i] + 1]):
                    parent = np.int64(edges[edge] >> 1)
                    if is_draw[parent] == 1 and level[parent] < 0:
                        level[parent], remoteness[parent] = current, after + 1
                        wins[winning] = parent
                        winning += 1
            losing = 0
            after += 2
            for i in range(first, winning):
                for edge in range(into[wins[i]], into[wins[i] + 1]):
                    parent = np.int64(edges[edge] >> 1)
                    remaining[parent] -= 1
                    if is_draw[parent] == 1 and level[parent] < 0 and remaining[parent] == 0:
                        level[parent], remoteness[parent] = current, after
                        lost[losing] = parent
                        losing += 1
        current += 1
        for i in range(winning):
            for edge in range(into[wins[i]], into[wins[i] + 1]):
                parent = np.int64(edges[edge] >> 1)
                if is_draw[parent] == 1 and level[parent] < 0:
                    level[parent], remoteness[parent] = current, 0
                    lost[losing] = parent
                    losing += 1
    impure = 0
    for place in range(places):
        pure = True
        if level[place] >= 0 and remoteness[place] & 1 == 0:
            for edge in range(into[place], into[place + 1]):
                parent = np.int64(edges[edge] >> 1)
                pure = pure and (level[parent] < 0 or remoteness[parent] & 1 == 1)
        if not pure:
            wins[impure] = place
            impure += 1
    for i in range(impure):
        level[wins[i]] = -1
    while impure > 0:
        impure -= 1
        place = wins[impure]
        for edge in range(into[place], into[place + 1]):
            parent = np.int64(edges[edge] >> 1)
            if level[parent] >= 0:
                level[parent] = -1
                wins[impure] = parent
                impure += 1
    return True

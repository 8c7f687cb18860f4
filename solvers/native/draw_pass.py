"""Levels of draws, for the engines: a pass over the draws they have found, in games of up to MOST_PLACES."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from perfect_play.solvers.arrays import Bools, Int8s, Uint8s
from perfect_play.solvers.draw_levels import MAX_LEVELS, DrawLevel
from perfect_play.solvers.native.compiler import SHARED
from perfect_play.solvers.native.engine import Task
from perfect_play.solvers.native.loops.draws import draw_levels
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

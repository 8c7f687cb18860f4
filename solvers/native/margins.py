"""By how much one wins, of a game that is won by points: a pass over all that the engine has reached.

Another objective than to win as soon as possible, so nothing of the codes is of use: every position is done
when its children are. From the last level back each move is looked at once, where every move leads to the
next level, and twice at most elsewhere. Memory some 35 bytes a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers.native.engine import Task
from solvers.native.memory import make_sure
from solvers.native.sorted_lists import place_in
from solvers.native.specialize import KernelError


@dataclass(frozen=True)
class Margins:
    """Ranks in ascending order, and the margin of each, a signed byte."""

    ranks: Any
    values: Any

    def find(self, number: int) -> int | None:
        """The margin of a rank; None where there is none."""
        level, place = place_in([self.ranks], number)
        return None if level is None else int(self.values[place])


def warm(module: Any) -> None:
    """Have the loop compiled, by giving it nothing to do."""
    numbers, small = np.zeros(64, np.int64), np.zeros(0, np.uint8)
    ranks, slots = np.zeros(0, np.uint64), np.zeros(1, np.uint32)
    module.fill_slots(ranks, slots)
    module.solve_margins(ranks, slots, numbers[:0], np.zeros(0, np.int8), small, numbers, numbers)


def solve_margins(task: Task, levels: list[Any]) -> Margins | None:
    """The margins of all the ranks of these levels; None where the kernel has none.

    levels: ascending lists of ranks. Raises KernelError, MemoryError.
    """
    if task.kernel.margin is None:
        return None
    rules, positions = task.rules, sum(map(len, levels))
    length = 1 << (2 * positions).bit_length()
    make_sure(rules, 26 * positions + 4 * length)
    ranks = np.sort(np.concatenate(levels))
    order = np.concatenate([np.searchsorted(ranks, level) for level in reversed(levels)])
    values, state = np.zeros(positions, np.int8), np.zeros(positions, np.uint8)
    slots = np.zeros(length, np.uint32)
    task.module.fill_slots(ranks, slots)
    place = task.module.solve_margins(ranks, slots, order, values, state, task.outs[0], task.rooms[0])
    if place >= 0:
        name = rules.format(rules.unrank(int(ranks[place])))
        raise KernelError(f"{rules.full_id}: play from {name!r} need not end, or is won by more than 127 points.")
    return Margins(ranks, values)

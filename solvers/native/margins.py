"""Margins (points by which the player to move wins) or nimbers: a pass over all that the engine has reached.

The objective differs from winning as soon as possible, so the engine's codes are of no use: a position is done when
its children are. Going back from the last level, each move is looked at once if every move leads to the next level,
and at most twice otherwise. Memory about 35 bytes a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from puzzles.base import Rules
from puzzles.boards.game import BoardGame
from solvers.native.engine import Task
from solvers.native.memory import require_free
from solvers.native.sorted_lists import find_place
from solvers.native.specialize import KernelError
from solvers.retrograde import wants_nimbers


@dataclass(frozen=True)
class Margins:
    """Ranks in ascending order, and the margin of each as a signed byte."""

    ranks: Any
    values: Any

    def find(self, number: int) -> int | None:
        """The margin of a rank; None if it was not reached."""
        level, place = find_place([self.ranks], number)
        return None if level is None else int(self.values[place])


def warm_up(module: Any) -> None:
    """Compile the loop, by calling it with nothing to do."""
    numbers, small = np.zeros(64, np.int64), np.zeros(0, np.uint8)
    ranks, slots = np.zeros(0, np.uint64), np.zeros(1, np.uint32)
    module.fill_slots(ranks, slots)
    module.solve_margins(False, ranks, slots, numbers[:0], np.zeros(0, np.int8), small, numbers, numbers)


def keeps_nimbers(rules: Rules) -> bool:
    """Whether nimbers are computed: for impartial board games without a closed form."""
    return isinstance(rules, BoardGame) and wants_nimbers(rules)


def solve_margins(task: Task, levels: list[Any]) -> Margins | None:
    """The margins of all ranks of these levels, or the nimbers of an impartial game without a closed form.

    None if the game has neither. Raises KernelError, MemoryError. levels: ascending lists of ranks.
    """
    nimbers = keeps_nimbers(task.rules)
    if task.kernel.margin is None and not nimbers:
        return None
    rules, positions = task.rules, sum(map(len, levels))
    length = 1 << (2 * positions).bit_length()
    require_free(rules, 26 * positions + 4 * length)
    ranks = np.sort(np.concatenate(levels))
    order = np.concatenate([np.searchsorted(ranks, level) for level in reversed(levels)])
    values, state = np.zeros(positions, np.int8), np.zeros(positions, np.uint8)
    slots = np.zeros(length, np.uint32)
    task.module.fill_slots(ranks, slots)
    place = task.module.solve_margins(nimbers, ranks, slots, order, values, state, task.outs[0], task.scratch[0])
    if place >= 0 and nimbers:
        return None
    if place >= 0:
        raise no_margin(rules, int(ranks[place]))
    return Margins(ranks, values)


def no_margin(rules: Rules, number: int) -> KernelError:
    """The error for a rank that has no margin."""
    name = rules.format(rules.unrank(number))
    return KernelError(f"{rules.full_id}: play from {name!r} need not end, or can be won by more than 127 points.")

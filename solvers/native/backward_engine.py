"""The backward engine, for puzzles that use few of very many ranks: breadth-first from the solutions.

The levels are found as those of the forward engine are, in the slots of `reached_graph.py`, but along the kernel's
parents, and no moves are kept: the number of a level is the remoteness of its positions. Time O(moves); memory about 30
bytes a position.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.native.engine import KernelTask, SolvedVariant
from perfect_play.solvers.native.forward_engine import solved_ranks
from perfect_play.solvers.native.loops.forward import Listing, Slots
from perfect_play.solvers.native.reached_graph import WORKING, graph_of, key_type, warm_up_slots

NAME = "backward"


def warm_up(loops: Any, scratch: Any, rules: Rules) -> None:
    """Compile the loops, by calling them with nothing to do."""
    ranks, numbers, new_slots = np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros(0, np.uint32)
    slots = Slots(np.zeros(0, key_type(rules)), np.zeros(0, np.uint8), np.zeros(0, WORKING))
    loops.explore_back(0, 0, ranks, slots, Listing(numbers, scratch, numbers, numbers), new_slots, ranks)
    warm_up_slots(loops, rules)


def solve(task: KernelTask) -> SolvedVariant:
    """Solve a puzzle backward. Raises KernelError, OSError, MemoryError, RemotenessTooLarge, TooLarge."""
    graph = graph_of(task, backward=True)
    graph.levels.clear()
    ranks, codes, _ = graph.in_order(None)
    return replace(solved_ranks(task, ranks, codes, domain="closure"), results=None)

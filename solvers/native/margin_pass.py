"""Margins (points by which the player to move wins) or nimbers: a pass over all that the engine has reached.

The objective differs from winning as soon as possible, so the engine's codes are of no use: a position is done when
its children are.
"""

from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.engine import KernelTask
from perfect_play.solvers.native.loops.graph import WORST
from perfect_play.solvers.native.memory import require_free
from perfect_play.solvers.native.reached_graph import Graph
from perfect_play.solvers.retrograde import wants_nimbers


def keeps_nimbers(rules: Rules) -> bool:
    """Whether nimbers are computed: for impartial board games without a closed form."""
    return isinstance(rules, BoardGame) and wants_nimbers(rules)


def has_margins(task: KernelTask) -> bool:
    """Whether positions have margins or nimbers."""
    return task.kernel.margin is not None or keeps_nimbers(task.rules)


def solve_margins(graph: Graph) -> Any:
    """The margin of every position by slot, as signed bytes, or the nimbers of an impartial game without a closed form.

    Returns None if the game has no nimbers after all. Raises KernelError, MemoryError.
    """
    task, module = graph.task, graph.task.loops
    nimbers = keeps_nimbers(task.rules)
    require_free(task.rules, graph.slots)
    values = np.full(graph.slots, WORST, np.int8)
    ended = np.concatenate([chunk.slots[chunk.counts == 0] for chunk in graph.chunks()])
    if nimbers:
        if (graph.codes[ended] > 1).any():
            return None
        values[ended] = 1 - graph.codes[ended].astype(np.int8)
    else:
        _require_margin(task.rules, graph, module.end_margins(ended, graph.keys, values, task.scratch[0]))
    if graph.sweep(lambda chunk: int(module.margins_of_some(nimbers, *chunk, values))):
        return values
    return None if nimbers else _require_margin(task.rules, graph, int(graph.levels[0][0].slots[0]))


def _require_margin(rules: Rules, graph: Graph, failed: int) -> None:
    """Raise KernelError if a slot is given, whose position has no margin."""
    if failed >= 0:
        raise no_margin(rules, graph.rank(failed))


def no_margin(rules: Rules, number: int) -> KernelError:
    """The error for a rank that has no margin."""
    name = rules.format(rules.unrank(number))
    return KernelError(f"{rules.full_id}: play from {name!r} need not end, or can be won by more than 127 points.")

"""Margins (points by which the player to move wins) or nimbers: a pass over all that the engine has reached.

The objective differs from winning as soon as possible, so the engine's codes are of no use: a position is done when
its children are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.base import Rules
from puzzles.boards.game import BoardGame
from solvers.native.engine import Task
from solvers.native.graph import Graph, Reverse
from solvers.native.loops.graph import WORST
from solvers.native.memory import require_free
from solvers.native.specialize import KernelError
from solvers.retrograde import wants_nimbers


def warm_up(module: Any) -> None:
    """Compile the loop, by calling it with nothing to do."""
    module.end_margins(np.zeros(0, np.uint32), np.zeros(0, np.int64), np.zeros(0, np.int8), np.zeros(64, np.int64))


def keeps_nimbers(rules: Rules) -> bool:
    """Whether nimbers are computed: for impartial board games without a closed form."""
    return isinstance(rules, BoardGame) and wants_nimbers(rules)


def has_margins(task: Task) -> bool:
    """Whether positions have margins or nimbers."""
    return task.kernel.margin is not None or keeps_nimbers(task.rules)


def solve_margins(graph: Graph, reverse: Reverse | None) -> Any:
    """The margin of every position by slot, as signed bytes, or the nimbers of an impartial game without a closed form.

    reverse: None if every move leads to the next level. Returns None if the game has no nimbers after all. Raises
    KernelError, MemoryError.
    """
    task, module = graph.task, graph.task.module
    nimbers = keeps_nimbers(task.rules)
    require_free(task.rules, (15 if nimbers and reverse else 7) * graph.slots)
    values = np.full(graph.slots, WORST, np.int8)
    ended = np.concatenate([chunk.slots[chunk.counts == 0] for chunk in graph.chunks()])
    if nimbers:
        if (graph.codes[ended] > 1).any():
            return None
        values[ended] = 1 - graph.codes[ended].astype(np.int8)
    else:
        _require_margin(task.rules, graph, module.end_margins(ended, graph.keys, values, task.scratch[0]))
    if reverse is None:
        return values if graph.sweep(lambda chunk: int(module.margins_of_some(nimbers, *chunk, values))) else None
    degree, ready = graph.degrees(), np.empty(graph.positions, np.uint32)
    ready[: len(ended)] = ended
    taken = np.zeros(graph.slots if nimbers else 0, np.int64)
    total = module.pass_margins(nimbers, values, taken, reverse.into, reverse.edges, degree, ready, len(ended))
    if total == graph.positions:
        return values
    return None if nimbers else _require_margin(task.rules, graph, int(np.flatnonzero(degree)[0]))


def _require_margin(rules: Rules, graph: Graph, failed: int) -> None:
    """Raise KernelError if a slot is given, whose position has no margin."""
    if failed >= 0:
        raise no_margin(rules, graph.rank(failed))


def no_margin(rules: Rules, number: int) -> KernelError:
    """The error for a rank that has no margin."""
    name = rules.format(rules.unrank(number))
    return KernelError(f"{rules.full_id}: play from {name!r} need not end, or can be won by more than 127 points.")

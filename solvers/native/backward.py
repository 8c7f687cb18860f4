"""The backward engine, for puzzles that use few of very many ranks: breadth-first from the solutions over sorted lists.

Each complete level is an ascending list of ranks (`sorted_lists.py`), saved in the checkpoint. Time
O(moves x log moves); memory 8 bytes a position and 8 a move of the widest level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from puzzles.base import Puzzle, Rules, Value
from solvers.native.engine import Solved, Task
from solvers.native.sorted_lists import Lists, find_place, sample
from solvers.result import Codec, Result, result
from solvers.tables.layout import pack_ranks

NAME = "backward"
CHUNK = 1 << 18  # positions a thread takes at a time


def warm_up(module: Any, rules: Rules) -> None:
    """Compile the loop, by calling it with nothing to do."""
    ranks, numbers = np.zeros(0, np.uint64), np.zeros(64, np.int64)
    module.expand(ranks, 0, numbers, numbers, ranks)


def solve(task: Task) -> Solved:
    """Solve a puzzle backward. Raises KernelError, OSError."""
    rules = task.rules
    assert isinstance(rules, Puzzle)
    lists = Lists(task, NAME)
    if not lists.levels:
        ranks = {rules.rank(solution) for solution in rules.solutions() or ()}
        lists.add(np.array(sorted(rank for rank in ranks if rank is not None), np.uint64))
    while len(lists.levels[-1]):
        lists.add(lists.unseen(lists.expand_last(task.module.expand, CHUNK)))
    levels = lists.levels = lists.levels[:-1]
    codec = Codec.fitting("puzzle", len(levels) - 1)
    histogram = Counter({result(Value.WIN, level): len(ranks) for level, ranks in enumerate(levels)})

    def find(number: int) -> Result | None:
        level, _ = find_place(levels, number)
        return None if level is None else result(Value.WIN, level)

    def weighted() -> Counter[Result] | None:
        weights = [task.weights(ranks) for ranks in levels]
        if any(some is None for some in weights):
            return None
        return Counter({result(Value.WIN, level): int(some.sum()) for level, some in enumerate(weights)})

    def codes() -> Iterator[tuple[Any, Any]]:
        return lists.by_rank([_same(codec, level, len(ranks)) for level, ranks in enumerate(levels)])

    return Solved(
        codec,
        "closure",
        histogram,
        lambda: pack_ranks(codes(), codec, histogram.total(), histogram),
        find,
        lambda rng, some: sample(rng, some, levels),
        weighted=weighted,
    )


def _same(codec: Codec, code: int, length: int) -> Any:
    return np.broadcast_to(np.array(code, codec.typecode), (length,))

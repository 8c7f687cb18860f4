"""Levels of a search backward as ascending lists of ranks, for variants that use few of very many ranks.

By delayed duplicate detection (R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004):
everything a level leads to is written down, duplicates included, then sorted and compared with the known lists.
Memory 8 bytes a position and 8 a move of the widest level.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from solvers.native.engine import Task

MERGED = 1 << 20  # ranks sorted at a time when the table is packed
DIGIT = 10  # bits by which ranks are sorted at a time
FEW = 1 << 12  # ranks, which are sorted by comparing
MIN_SECONDS = 1.0  # a shorter solve is not worth a checkpoint


def warm_up_shared(module: Any) -> None:
    """Compile the loops that call no kernel, by calling them with nothing to do."""
    ranks = np.zeros(0, np.uint64)
    module.sort_by_digit(ranks, 0, np.zeros(1, np.int64), ranks)
    module.without_repetition(ranks)
    module.without(ranks, ranks)
    module.merge(ranks, ranks, ranks)


def sort(module: Any, ranks: Any) -> None:
    """Sort an array of ranks in place: by digits from the lowest on (D. E. Knuth, TAOCP 3, 5.2.5), if they are many."""
    if len(ranks) < FEW:
        ranks.sort()
        return
    room, counts = np.empty_like(ranks), np.empty(1 << DIGIT, np.int64)
    for shift in range(0, int(ranks.max()).bit_length(), 2 * DIGIT):
        module.sort_by_digit(ranks, shift, counts, room)
        module.sort_by_digit(room, min(shift + DIGIT, 63), counts, ranks)  # ranks have 63 bits


class Lists:
    """The complete levels of a search, in memory and in its checkpoint, and fast comparison with all of them."""

    def __init__(self, task: Task, name: str) -> None:
        self.task, self.name = task, name
        self.levels: list[Any] = []
        self._runs: list[Any] = []  # all ranks, in few ascending lists, each at most half as long as the one before
        self._start = time.monotonic()
        self._saved = 0  # levels in the checkpoint
        state = task.checkpoint.read_state(name)
        if state is not None:
            for level, length in enumerate(state["lengths"]):
                self._add(task.checkpoint.read_array(f"level{level}", np.uint64, length))
            self._saved = len(self.levels)

    def add(self, ranks: Any) -> None:
        """Add a complete level."""
        self._add(ranks)
        if time.monotonic() - self._start > MIN_SECONDS:
            for level in range(self._saved, len(self.levels)):
                self.task.checkpoint.write_array(f"level{level}", self.levels[level])
            self._saved = len(self.levels)
            self.task.checkpoint.write_state(self.name, lengths=list(map(len, self.levels)))
        self.task.report(positions=sum(map(len, self.levels)), level=len(self.levels) - 1)

    def _add(self, ranks: Any) -> None:
        self.levels.append(ranks)
        while self._runs and len(self._runs[-1]) < 2 * len(ranks):
            ranks = self.merged(self._runs.pop(), ranks)
        self._runs.append(ranks)

    def merged(self, one: Any, other: Any) -> Any:
        """The union of two lists."""
        both = np.empty(len(one) + len(other), np.uint64)
        return both[: self.task.module.merge(one, other, both)]

    def unseen(self, parts: list[Any]) -> Any:
        """The ranks in any of these lists that are in no level yet."""
        while len(parts) > 1:
            pairs = [(parts[i], parts[i + 1] if i + 1 < len(parts) else parts[i][:0]) for i in range(0, len(parts), 2)]
            parts = list(self.task.pool.map(lambda pair: self.merged(*pair), pairs))
        ranks = parts[0]
        for run in self._runs:
            ranks = ranks[: self.task.module.without(ranks, run)]
        return ranks.copy()

    def distinct(self, found: Any) -> Any:
        """`found`, sorted in place, without duplicates."""
        sort(self.task.module, found)
        return found[: self.task.module.without_repetition(found)]

    def by_rank(self, codes: list[Any]) -> Iterator[tuple[Any, Any]]:
        """All ranks in ascending order with their codes, in chunks. `codes`: those of every level."""
        total = sum(map(len, self.levels))
        longest = max(self.levels, key=len)
        step = max(1, len(longest) * MERGED // max(1, total))
        bounds = [int(rank) for rank in longest[step::step]]
        starts = [0] * len(self.levels)
        for bound in [*bounds, None]:
            ends = [
                len(level) if bound is None else int(np.searchsorted(level, np.uint64(bound))) for level in self.levels
            ]
            ranks = np.concatenate([level[i:j] for level, i, j in zip(self.levels, starts, ends, strict=True)])
            theirs = np.concatenate([code[i:j] for code, i, j in zip(codes, starts, ends, strict=True)])
            order = np.argsort(ranks, kind="stable")  # which merges the levels, as each is in order
            yield ranks[order], theirs[order]
            starts = ends

    def expand_last(self, loop: Any, chunk: int) -> list[Any]:
        """The ranks that the last level leads to, as one list for each of its chunks. Raises KernelError.

        loop: `expand`, which writes what ranks lead to. chunk: ranks a thread expands at a time.
        """
        task, frontier = self.task, self.levels[-1]
        assert task.rules.size is not None
        size = min(task.rules.size, (1 << 63) - 1)

        def part(thread: int, first: int, last: int) -> Any:
            found = np.empty((last - first) * task.kernel.most, np.uint64)
            count = loop(frontier[first:last], size, task.outs[thread], task.scratch[thread], found)
            return self.distinct(found[: task.in_range(count)]).copy()

        return task.in_chunks(part, len(frontier), chunk)


def find_place(levels: list[Any], number: int) -> tuple[int | None, int]:
    """The level of a rank and its place in that level's list; (None, 0) if no level has it."""
    for level, ranks in enumerate(levels):
        place = int(np.searchsorted(ranks, np.uint64(number)))
        if place < len(ranks) and int(ranks[place]) == number:
            return level, place
    return None, 0


def sample(rng: Any, some: int, levels: list[Any]) -> list[int]:
    """About `some` random ranks, equally many from each level."""
    each = -(-some // len(levels))
    return [int(rank) for ranks in levels for rank in rng.choice(ranks, min(each, len(ranks)), replace=False)]

"""Levels of a search as ascending lists of ranks: for engines that know few ranks out of very many.

Where a level leads is written down with all its repetition, sorted, and compared with the lists that are known
("delayed duplicate detection": R. E. Korf, "Best-first frontier search with delayed duplicate detection",
AAAI 2004). Memory 8 bytes a position and 8 a move of the widest level.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from solvers.native.engine import Task

MERGED = 1 << 20  # ranks that are put in order at a time in the end
KEPT_SECONDS = 1.0  # a solve shorter than this is not worth keeping
NONE = 1 << 30  # a level beyond all


def warm_alone(module: Any) -> None:
    """Have the loops compiled in which there is no kernel, by giving them nothing to do."""
    ranks = np.zeros(0, np.uint64)
    module.without_repetition(ranks)
    module.without(ranks, ranks)
    module.merge(ranks, ranks, ranks)


class Lists:
    """The levels that are complete, in memory and on disk, and what is needed to compare with all of them."""

    def __init__(self, task: Task, name: str) -> None:
        self.task, self.name = task, name
        self.levels: list[Any] = []
        self.graded = True  # whether no level led back to one before it
        self._runs: list[Any] = []  # all ranks, in few ascending lists, each shorter than the last
        self._begun = time.monotonic()
        self._kept = 0
        self.solved_from = NONE  # the codes of this level and those after it are on disk
        told = task.work.noted(name)
        if told is not None:
            for level, length in enumerate(told["lengths"]):
                self._add(task.work.kept(f"level{level}", np.uint64, length))
            self._kept, self.graded = len(self.levels), told["graded"]
            self.solved_from = told["solved_from"]

    def add(self, ranks: Any) -> None:
        """The next level is complete."""
        self._add(ranks)
        if time.monotonic() - self._begun > KEPT_SECONDS:
            for level in range(self._kept, len(self.levels)):
                self.task.work.keep(f"level{level}", self.levels[level])
            self._kept = len(self.levels)
            self._note()
        self.task.tell(positions=sum(map(len, self.levels)), level=len(self.levels) - 1)

    def keep_codes(self, level: int, codes: list[Any]) -> None:
        """The codes of this level and of all after it are complete."""
        if self._kept and time.monotonic() - self._begun > KEPT_SECONDS:
            for unkept in range(level, min(self.solved_from, len(self.levels))):
                self.task.work.keep(f"codes{unkept}", codes[unkept])
            self.solved_from = level
            self._note()

    def _note(self) -> None:
        lengths = list(map(len, self.levels))
        self.task.work.note(self.name, lengths=lengths, graded=self.graded, solved_from=self.solved_from)

    def _add(self, ranks: Any) -> None:
        self.levels.append(ranks)
        while self._runs and len(self._runs[-1]) < 2 * len(ranks):
            ranks = self.merged(self._runs.pop(), ranks)
        self._runs.append(ranks)

    def merged(self, one: Any, other: Any) -> Any:
        """Two lists as one."""
        both = np.empty(len(one) + len(other), np.uint64)
        return both[: self.task.module.merge(one, other, both)]

    def new(self, parts: list[Any]) -> Any:
        """What is in any of these lists and in no level yet."""
        while len(parts) > 1:
            pairs = [(parts[i], parts[i + 1] if i + 1 < len(parts) else parts[i][:0]) for i in range(0, len(parts), 2)]
            parts = list(self.task.pool.map(lambda pair: self.merged(*pair), pairs))
        ranks = parts[0]
        before = len(ranks)
        for run in self._runs:
            ranks = ranks[: self.task.module.without(ranks, run)]
        self.graded = self.graded and len(ranks) == before
        return ranks.copy()

    def distinct(self, found: Any) -> Any:
        """A list of what is in `found`, which is put in order."""
        found.sort()
        return found[: self.task.module.without_repetition(found)]

    def by_rank(self, codes: list[Any]) -> Iterator[tuple[Any, Any]]:
        """All ranks in order and their codes, given those of every level, some at a time."""
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
            order = np.argsort(ranks)
            yield ranks[order], theirs[order]
            starts = ends

    def led_to(self, loop: Any, chunk: int) -> list[Any]:
        """Where the moves of the last level lead, in lists, one for each of its chunks. Raises KernelError.

        `loop`: `expand` or `reach`, which write down what each of some ranks leads to.
        """
        task, frontier = self.task, self.levels[-1]
        assert task.rules.size is not None
        size = min(task.rules.size, (1 << 63) - 1)

        def part(thread: int, first: int, last: int) -> Any:
            found = np.empty((last - first) * task.kernel.most, np.uint64)
            count = loop(frontier[first:last], size, task.outs[thread], task.rooms[thread], found)
            return self.distinct(found[: task.in_range(count)]).copy()

        return task.in_chunks(part, len(frontier), chunk)


def place_in(levels: list[Any], number: int) -> tuple[int | None, int]:
    """The level that has a rank, and its place there; (None, 0) where none has it."""
    for level, ranks in enumerate(levels):
        place = int(np.searchsorted(ranks, np.uint64(number)))
        if place < len(ranks) and int(ranks[place]) == number:
            return level, place
    return None, 0


def sample(rng: Any, some: int, levels: list[Any]) -> list[int]:
    """Some ranks out of every level."""
    each = -(-some // len(levels))
    return [int(rank) for ranks in levels for rank in rng.choice(ranks, min(each, len(ranks)), replace=False)]

"""The engine for few ranks out of very many: breadth-first from the solutions over sorted lists.

Each level is an ascending list of ranks. What leads to it is written down with all its repetition, sorted, and
compared with the lists that are known ("delayed duplicate detection": R. E. Korf, "Best-first frontier
search with delayed duplicate detection", AAAI 2004). A level is kept in a file as soon as it is complete, and
after a kill the next run goes on from the last one. Time O(moves x log moves); memory 8 bytes
a position and 8 a move of the widest level.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from puzzles.base import Puzzle, Value
from solvers.layout import pack_ranks
from solvers.native.engine import Solved, Task
from solvers.result import Codec, Result, result

NAME = "backward"
CHUNK = 1 << 18  # positions a thread takes at a time
MERGED = 1 << 20  # ranks that are put in order at a time in the end
KEPT_SECONDS = 1.0  # a solve shorter than this is not worth keeping
NONE = 1 << 30  # a level beyond all


def warm(module: Any) -> None:
    """Have every loop compiled, by giving it nothing to do."""
    ranks, numbers = np.zeros(0, np.uint64), np.zeros(64, np.int64)
    module.expand(ranks, 0, numbers, numbers, ranks)
    warm_lists(module)


def warm_lists(module: Any) -> None:
    """The same for the loops over lists."""
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


def solve(task: Task) -> Solved:
    """Solve a puzzle backward. Raises KernelError, OSError."""
    rules = task.rules
    assert isinstance(rules, Puzzle)
    lists = Lists(task, NAME)
    if not lists.levels:
        ranks = {rules.rank(solution) for solution in rules.solutions() or ()}
        lists.add(np.array(sorted(rank for rank in ranks if rank is not None), np.uint64))
    while len(lists.levels[-1]):
        lists.add(lists.new(_parents(task, lists, lists.levels[-1])))
    levels = lists.levels = lists.levels[:-1]
    codec = Codec.fitting("puzzle", len(levels) - 1)
    histogram = Counter({result(Value.WIN, level): len(ranks) for level, ranks in enumerate(levels)})

    def find(number: int) -> Result | None:
        for level, ranks in enumerate(levels):
            place = int(np.searchsorted(ranks, np.uint64(number)))
            if place < len(ranks) and int(ranks[place]) == number:
                return result(Value.WIN, level)
        return None

    def codes() -> Iterator[tuple[Any, Any]]:
        return lists.by_rank([_same(codec, level, len(ranks)) for level, ranks in enumerate(levels)])

    return Solved(
        codec,
        "closure",
        histogram,
        lambda: pack_ranks(codes(), codec, histogram.total(), histogram),
        find,
        lambda rng, some: sample(rng, some, levels),
    )


def sample(rng: Any, some: int, levels: list[Any]) -> list[int]:
    """Some ranks out of every level."""
    each = -(-some // len(levels))
    return [int(rank) for ranks in levels for rank in rng.choice(ranks, min(each, len(ranks)), replace=False)]


def _same(codec: Codec, code: int, length: int) -> Any:
    return np.broadcast_to(np.array(code, codec.typecode), (length,))


def _parents(task: Task, lists: Lists, frontier: Any) -> list[Any]:
    """Lists of what leads to a level, one for each of its chunks."""
    assert task.rules.size is not None
    size = min(task.rules.size, (1 << 63) - 1)

    def part(thread: int, first: int, last: int) -> Any:
        found = np.empty((last - first) * task.kernel.most, np.uint64)
        some = frontier[first:last]
        count = task.module.expand(some, size, task.outs[thread], task.rooms[thread], found)
        return lists.distinct(found[: task.in_range(count)]).copy()

    return task.in_chunks(part, len(frontier), CHUNK)

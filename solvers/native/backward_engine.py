"""The backward engine, for puzzles that use few of very many ranks: breadth-first from the solutions over sorted lists.

By delayed duplicate detection (R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004):
everything a level leads to is written down, duplicates included, then sorted and compared with the known lists. Each
complete level is an ascending list of ranks, saved in the checkpoint. Time O(moves); memory 8 bytes a position and 8 a
move of the widest level.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Puzzle, Rules, Value
from perfect_play.solvers.arrays import Ints, Uint64s
from perfect_play.solvers.native.engine import MIN_PARALLEL, TURNS, KernelTask, SolvedVariant, place_in
from perfect_play.solvers.result import Codec, Result, result
from perfect_play.solvers.tables.table_layout import pack_ranks

NAME = "backward"
CHUNK = 1 << 18  # positions a thread takes at a time
MERGED = 1 << 20  # ranks sorted at a time when the table is packed
MIN_SECONDS = 1.0  # a shorter solve is not worth a checkpoint


def warm_up(loops: Any, scratch: Any, rules: Rules) -> None:
    """Compile the loops, by calling them with nothing to do."""
    ranks = np.zeros(0, np.uint64)
    loops.expand(ranks, 0, np.zeros(1, np.int64), scratch, ranks)
    loops.sort_by_digit(ranks, 0, np.zeros(1, np.int64), ranks)
    loops.without_repetition(ranks)
    loops.exclude(ranks, ranks)
    loops.merge(ranks, ranks, ranks)


def solve(task: KernelTask) -> SolvedVariant:
    """Solve a puzzle backward. Raises KernelError, OSError, TooLarge."""
    rules = task.rules
    assert isinstance(rules, Puzzle)
    lists = Lists(task)
    if not lists.levels:
        ranks = {rules.rank(solution) for solution in rules.solutions() or ()}
        lists.add(np.array(sorted(rank for rank in ranks if rank is not None), np.uint64))
    while len(lists.levels[-1]):
        last = lists.levels[-1]
        needed = 16 * task.kernel.most * len(last)
        task.require(sum(map(len, lists.levels)), partial(last.__getitem__, -1), needed)
        lists.add(lists.unseen(lists.expand_last()))
    levels = lists.levels = lists.levels[:-1]
    codec = Codec.fitting("puzzle", len(levels) - 1)
    histogram = Counter({result(Value.WIN, level): len(ranks) for level, ranks in enumerate(levels)})

    def find(number: int) -> Result | None:
        matches = (level for level, ranks in enumerate(levels) if place_in(ranks, number) is not None)
        return next((result(Value.WIN, level) for level in matches), None)

    def weighted() -> Counter[Result] | None:
        counts = Counter[Result]()
        for level, ranks in enumerate(levels):
            weights = task.weights(ranks)
            if weights is None:
                return None
            counts[result(Value.WIN, level)] = int(weights.sum())
        return counts

    def codes() -> Iterator[Any]:
        code_of = np.arange(len(levels), dtype=codec.typecode)
        return by_rank([(ranks, np.broadcast_to(code_of[level], len(ranks))) for level, ranks in enumerate(levels)])

    return SolvedVariant(
        codec,
        "closure",
        histogram,
        lambda: pack_ranks(codes(), codec, histogram.total(), histogram, task.sorted_block),
        find,
        lambda rng, count: sample(rng, count, levels),
        weighted=weighted,
    )


class Lists:
    """The complete levels of a search, in memory and in its checkpoint, and fast comparison with all of them."""

    def __init__(self, task: KernelTask) -> None:
        self.task = task
        self.levels: list[Uint64s] = []
        self._runs: list[Uint64s] = []  # all ranks in a few ascending lists, each at most half as long as the last
        self._start = time.monotonic()
        self._saved = 0  # how many levels the checkpoint has
        saved = task.checkpoint.read_state(NAME)
        if saved is not None:
            self._saved = saved[0]["levels"]
            for level in range(self._saved):
                self._add(task.checkpoint.read_arrays(f"level{level}")["ranks"])

    def add(self, ranks: Uint64s) -> None:
        """Add a complete level."""
        self._add(ranks)
        if time.monotonic() - self._start > MIN_SECONDS:
            for level in range(self._saved, len(self.levels)):
                self.task.checkpoint.write_arrays(f"level{level}", {"ranks": self.levels[level]})
            self._saved = len(self.levels)
            self.task.checkpoint.write_state(NAME, levels=self._saved)
        self.task.report(positions=sum(map(len, self.levels)), level=len(self.levels) - 1)

    def _add(self, ranks: Uint64s) -> None:
        self.levels.append(ranks)
        while self._runs and len(self._runs[-1]) < 2 * len(ranks):
            ranks = self._by_range(lambda shares: self.task.merged(*shares), [self._runs.pop(), ranks])
        self._runs.append(ranks)

    def unseen(self, parts: list[Uint64s]) -> Uint64s:
        """The ranks in any of these lists that are in no level yet."""

        def unseen(shares: list[Uint64s]) -> Uint64s:
            merging = shares[: len(parts)]
            while len(merging) > 1:
                merging = [*map(self.task.merged, merging[::2], merging[1::2]), *merging[len(merging) // 2 * 2 :]]
            (ranks,) = merging
            for run in shares[len(parts) :]:
                ranks = ranks[: self.task.loops.exclude(ranks, run)]
            return ranks

        return self._by_range(unseen, [*parts, *self._runs])

    def _by_range(self, work: Callable[[list[Uint64s]], Uint64s], lists: list[Uint64s]) -> Uint64s:
        """The results of work(what these ascending lists have in a range of ranks) for all ranges, in one array."""
        longest = max(lists, key=len)
        step = max(MIN_PARALLEL, len(longest) // (TURNS * self.task.threads))
        bounds = longest[step::step]
        shares = zip(*(np.split(ranks, ranks.searchsorted(bounds)) for ranks in lists), strict=True)
        whole: Uint64s = self.task.concatenated(list(self.task.pool.map(work, map(list, shares))))
        return whole

    def expand_last(self) -> list[Uint64s]:
        """The ranks that the last level leads to, as one list for each of its chunks. Raises KernelError."""
        task, frontier = self.task, self.levels[-1]

        def part(thread: int, first: int, last: int) -> Uint64s:
            parents = np.empty((last - first) * task.kernel.most, np.uint64)
            share = frontier[first:last]
            count = task.loops.expand(share, task.size, task.outs[thread], task.scratch[thread], parents)
            return task.distinct(parents[: task.in_range(count)]).copy()

        return task.in_chunks(part, len(frontier), CHUNK)


def by_rank(lists: Sequence[Sequence[Ints]]) -> Iterator[list[Ints]]:
    """All ranks in ascending order, and what belongs to them, in chunks.

    lists: each has an array of ascending ranks, and arrays that are as long.
    """
    longest = max((ranks for ranks, *_ in lists), key=len)
    step = max(1, len(longest) * MERGED // max(1, sum(len(ranks) for ranks, *_ in lists)))
    ends = [[0, *ranks.searchsorted(longest[step::step]), len(ranks)] for ranks, *_ in lists]
    for bounds in zip(*map(pairwise, ends), strict=True):
        parts = [[array[i:j] for array in arrays] for arrays, (i, j) in zip(lists, bounds, strict=True)]
        ranks, *others = map(np.concatenate, zip(*parts, strict=True))
        order = np.argsort(ranks, kind="stable")  # which merges them
        yield [array[order] for array in (ranks, *others)]


def sample(rng: np.random.Generator, count: int, levels: list[Uint64s]) -> list[int]:
    """About `count` random ranks, equally many from each level."""
    each = -(-count // len(levels))
    return [int(rank) for ranks in levels for rank in rng.choice(ranks, min(each, len(ranks)), replace=False)]

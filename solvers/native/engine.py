"""What the native engines have in common: the task they are given, and what they give back."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from puzzles.base import Kernel, Rules
from solvers.native.checkpoint import Work
from solvers.native.specialize import KernelError
from solvers.result import Codec, Result
from solvers.retrograde import Domain
from solvers.tables.layout import Packed

ROOM = 64  # numbers a kernel may write to its `work`
WEIGHED = 1 << 18  # ranks a thread counts the positions of at a time
FEW = 4096  # positions that are not worth a second thread


@dataclass
class Task:
    """One variant to solve. `tell`: called with what is known of how it goes, by name."""

    rules: Rules
    kernel: Kernel
    module: ModuleType
    work: Work
    tell: Callable[..., None]
    threads: int = field(default_factory=lambda: max(1, os.cpu_count() or 1))

    def __post_init__(self) -> None:
        self.outs = [np.zeros(self.kernel.most, np.int64) for _ in range(self.threads)]
        self.rooms = [np.zeros(ROOM, np.int64) for _ in range(self.threads)]
        self.pool = ThreadPoolExecutor(self.threads)
        self._found = [np.zeros(0, np.int64) for _ in range(self.threads)]

    def found(self, thread: int, length: int) -> Any:
        """Room for so many ranks, for one thread, until it asks again: memory that is used anew costs nothing."""
        if len(self._found[thread]) < length:
            self._found[thread] = np.empty(max(length, 2 * len(self._found[thread])), np.int64)
        return self._found[thread]

    def in_parts(self, part: Callable[[int, Any], Any], frontier: Any) -> list[Any]:
        """part(thread, a share of the frontier) on all threads, or on one where there is little to do."""
        if len(frontier) < FEW or self.threads == 1:
            return [part(0, frontier)]
        shares = np.array_split(frontier, self.threads)
        return list(self.pool.map(part, range(self.threads), shares))

    def in_chunks(self, part: Callable[[int, int, int], Any], length: int, chunk: int) -> list[Any]:
        """part(thread, first, below) for every chunk of a range; a thread does one after the other."""

        def all_of(thread: int) -> list[Any]:
            starts = range(thread * chunk, length, self.threads * chunk)
            return [part(thread, start, min(start + chunk, length)) for start in starts]

        threads = min(self.threads, max(1, -(-length // chunk)))
        if threads == 1:
            return all_of(0)
        return [result for results in self.pool.map(all_of, range(self.threads)) for result in results]

    def weights(self, ranks: Any) -> Any:
        """How many positions have each of these ranks; None where the kernel does not say."""
        if self.kernel.alike is None or not hasattr(self.module, "weigh"):
            return None
        weights = np.empty(len(ranks), np.int64)

        def part(thread: int, first: int, last: int) -> None:
            self.module.weigh(ranks[first:last], weights[first:last], self.rooms[thread])

        self.in_chunks(part, len(ranks), WEIGHED)
        return weights

    def in_range(self, found: int) -> int:
        """`found`, unless it tells of a rank at which the kernel goes out of range. Raises KernelError."""
        if found >= 0:
            return found
        raise KernelError(
            f"{self.rules.full_id}: its kernel writes a number out of range, or more than `most`,\n"
            f"  at rank {-1 - found}, the position {self.rules.format(self.rules.unrank(-1 - found))!r}.\n"
            "  Run the law `kernel` at that position, or raise `most`."
        )


@dataclass(frozen=True)
class Solved:
    """A solved variant. find: the result of a rank; sample: some ranks that have one, or may have.

    margin: by how much the player to move wins at a rank, of a game that is won by points.
    weighted: the histogram with each rank counted as often as positions have it; None where that is not known.
    tally: the results of some ranks, each counted so many times; None where the engine offers no such thing.
    """

    codec: Codec
    domain: Domain
    histogram: Counter[Result]
    pack: Callable[[], Packed]
    find: Callable[[int], Result | None]
    sample: Callable[[Any, int], Iterable[int]]
    checks: int = 2000
    margin: Callable[[int], int | None] | None = None
    weighted: Callable[[], Counter[Result] | None] = lambda: None
    tally: Callable[[Counter[int]], Counter[Result]] | None = None

"""The interface of the native engines: they are given a `Task` or `KernelTask`, and return a `SolvedVariant`."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from perfect_play.puzzles.base import Kernel, Rules
from perfect_play.solvers.arrays import Int64s, Ints, Uint64s
from perfect_play.solvers.bound import Bound
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.rules import scratch_for
from perfect_play.solvers.result import Codec, Result
from perfect_play.solvers.retrograde import Domain
from perfect_play.solvers.tables.census import Census
from perfect_play.solvers.tables.table_layout import Codes, PackedTable

T = TypeVar("T")

MOST_WEIGHED = 200_000  # ranks weighed at a time without a kernel's help
WEIGHTS_CHUNK = 1 << 18  # ranks a thread weighs at a time
TALLIED = 1 << 20  # codes a thread counts at a time
TURNS = 8  # chunks for each thread, where their size may be chosen
DIGIT = 10  # bits by which ranks are sorted at a time
FEW = 1 << 12  # fewer ranks than this are sorted by comparison
MOST_RANKS = (1 << 63) - 1
MIN_PARALLEL = 4096  # with fewer positions, a second thread does not pay


@dataclass
class Task:
    """One variant to solve, and the threads that do it.

    loops: those of the engine, compiled. addresses: of the rules' functions. report: called with progress as keyword
    arguments, such as `positions`, `level` and `stage`.
    """

    rules: Rules
    loops: Any
    addresses: Any
    checkpoint: Checkpoint
    report: Callable[..., None]
    threads: int = field(default_factory=cores)

    def __post_init__(self) -> None:
        self.bound = Bound(self.rules, ranks=self.rules.dense)
        self.pool = ThreadPoolExecutor(self.threads)

    def require(self, count: int, rank: Callable[[], Any], needed: int = 0) -> None:
        """Raise TooLarge if there are too many positions, or memory lacks `needed` bytes. rank: returns that of one."""
        self.bound.check(count, lambda: self.rules.unrank(int(rank())), needed)

    def in_chunks(self, part: Callable[[int, int, int], T], length: int, chunk: int, multiple: int = 0) -> list[T]:
        """The results of part(thread, first, end) for every chunk of range(length), the chunks dealt to all threads.

        multiple: if given, chunks of a short range are smaller, a multiple of this, so that no thread waits long.
        """
        if multiple:
            chunk = min(chunk, max(1, length // (TURNS * self.threads * multiple)) * multiple)

        def all_of(thread: int) -> list[T]:
            starts = range(thread * chunk, length, self.threads * chunk)
            return [part(thread, start, min(start + chunk, length)) for start in starts]

        threads = min(self.threads, max(1, -(-length // chunk)))
        if threads == 1:
            return all_of(0)
        return [result for results in self.pool.map(all_of, range(self.threads)) for result in results]

    def concatenated(self, arrays: Sequence[Ints]) -> Any:
        """`np.concatenate`, on all threads: most of its time is spent on memory that is touched for the first time."""
        whole = np.empty(sum(map(len, arrays)), arrays[0].dtype)
        if len(whole) < MIN_PARALLEL:
            return np.concatenate(arrays, out=whole)
        places = np.split(whole, np.cumsum([len(array) for array in arrays[:-1]]))
        list(self.pool.map(np.copyto, places, arrays))
        return whole

    def tally(self, codes: Ints, kinds: int) -> Int64s:
        """How often each code below `kinds` occurs in an array."""
        tallies: Int64s = np.zeros((self.threads, 4, kinds), np.int64)

        def tally(thread: int, first: int, last: int) -> None:
            self.loops.tally(codes[first:last], tallies[thread])

        self.in_chunks(tally, len(codes), TALLIED)
        counts: Int64s = tallies.sum(axis=(0, 1))
        return counts


def place_in(ranks: Ints, number: int) -> int | None:
    """The place of a rank in an ascending list; None if it is not there."""
    place = int(ranks.searchsorted(np.uint64(number)))
    return place if place < len(ranks) and int(ranks[place]) == number else None


@dataclass
class KernelTask(Task):
    """A task for an engine that uses a kernel."""

    kernel: Kernel = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.outs = [np.zeros(self.kernel.most, np.int64) for _ in range(self.threads)]
        self.scratch = [scratch_for(self.rules, self.addresses) for _ in range(self.threads)]
        self._buffers = [np.zeros(0, np.int64) for _ in range(self.threads)]
        self.size = min(self.rules.size or 0, MOST_RANKS)  # all ranks are below it

    def buffer(self, thread: int, length: int) -> Int64s:
        """A thread's array of at least `length` ranks, valid until its next call: reusing memory costs nothing."""
        if len(self._buffers[thread]) < length:
            self._buffers[thread] = np.empty(max(length, 2 * len(self._buffers[thread])), np.int64)
        return self._buffers[thread]

    def sort(self, ranks: Ints) -> None:
        """Sort an array of ranks in place: if they are many, by digits from the lowest on (Knuth, TAOCP 3, 5.2.5)."""
        if len(ranks) < FEW:
            ranks.sort()
            return
        by_digit, scratch, counts = self.loops.sort_by_digit, np.empty_like(ranks), np.empty(1 << DIGIT, np.int64)
        for shift in range(0, int(ranks.max()).bit_length(), 2 * DIGIT):
            by_digit(ranks, shift, counts, scratch)
            by_digit(scratch, min(shift + DIGIT, 63), counts, ranks)  # ranks have 63 bits

    def distinct(self, ranks: Uint64s) -> Uint64s:
        """These ranks in ascending order, each once. The array is changed, and shared with the result."""
        self.sort(ranks)
        return ranks[: self.loops.without_repetition(ranks)]

    def merged(self, first: Ints, second: Ints) -> Uint64s:
        """The union of two ascending lists of ranks."""
        both = np.empty(len(first) + len(second), np.uint64)
        return both[: self.loops.merge(first, second, both)]

    def sorted_block(self, ranks: Codes, codes: Codes) -> bytes:
        """A block of a sorted table, as by `sorted_block` of `table_layout.py`, but compiled: threads do not wait."""
        out = np.empty(5 + (8 + codes.itemsize) * len(ranks), np.uint8)
        arrays = np.frombuffer(ranks, np.uint64), np.frombuffer(codes, np.uint8), codes.itemsize
        return bytes(out[: self.loops.write_block(*arrays, out)])

    def weights(self, ranks: Ints) -> Int64s | None:
        """The number of positions that share each of these ranks; None if many, and the kernel has no `alike`."""
        if self.kernel.alike is None:
            if len(ranks) > MOST_WEIGHED:
                return None
            images = (self.rules.images(self.rules.unrank(int(rank))) for rank in ranks)
            return np.array([len(set(alike)) for alike in images], np.int64)
        weights = np.empty(len(ranks), np.int64)

        def part(thread: int, first: int, last: int) -> None:
            self.loops.weigh(ranks[first:last], weights[first:last], self.scratch[thread])

        self.in_chunks(part, len(ranks), WEIGHTS_CHUNK)
        return weights

    def in_range(self, count: int) -> int:
        """Return `count`, a loop's result; raise KernelError if it is negative: the kernel wrote out of range."""
        if count >= 0:
            return count
        raise KernelError(
            f"{self.rules.full_id}: the kernel writes a number out of range, or more than `most` numbers,\n"
            f"  at rank {-1 - count}, the position {self.rules.format(self.rules.unrank(-1 - count))!r}.\n"
            "  Run the law `kernel` at that position, or raise `most`."
        )


@dataclass(frozen=True)
class SolvedVariant:
    """A solved variant, ready to be checked and packed.

    find: the result of a rank. sample: about this many ranks, drawn at random; some may have no result. checks: how
    many sampled results to check by the rules. margin: the margin of a rank, in games won by points. weighted: the
    histogram with each rank counted once per position; None if unknown. reachable_census: the census of the positions
    that play from the start leads to; None if unknown. results: the histogram of an array of ranks, each weighted by
    another array; None if the engine cannot tell. one_rank_each: whether all images of a position share its rank, if
    any do.
    """

    codec: Codec
    domain: Domain
    histogram: Counter[Result]
    pack: Callable[[], PackedTable]
    find: Callable[[int], Result | None]
    sample: Callable[[np.random.Generator, int], Iterable[int]]
    checks: int = 2000
    margin: Callable[[int], int | None] | None = None
    weighted: Callable[[], Counter[Result] | None] = lambda: None
    results: Callable[[Ints, Ints], Counter[Result]] | None = None
    reachable_census: Callable[[], Census | None] = lambda: None
    one_rank_each: bool = True

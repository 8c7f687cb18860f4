"""The engine for puzzles whose ranks fall into blocks that few moves leave: it never holds more than a few of them.

All it keeps is how near to a solution each *door* of each block is known to be; doors are the places where moves lead
from block to block. A block is solved breadth-first from its doors, 64 places at a time. Its results are passed on to
the doors beyond its own, and a block with a door that turns out to be nearer is solved again, until none is left. This
is the label-correcting method (L. R. Ford, 1956), taking the block with the least new remoteness first. Then each block
is solved once more, in the order of ranks, and written to the table: two bits a rank, the remoteness modulo 3, as by
the engine `modulo3`. The table also has the whole remotenesses of the doors, so a probe walks no farther than to one.
So neither memory nor work files grow with the ranks, and nothing is read back. Memory two bytes a door; time O(ranks x
(1 + how often a block is solved)).
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future
from math import gcd
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Kernel, Puzzle, Rules, Value
from perfect_play.solvers.arrays import Ints, Uint16s, Uint64s
from perfect_play.solvers.native.engine import KernelTask, SolvedVariant
from perfect_play.solvers.native.launch import LEVELS
from perfect_play.solvers.native.loops.blocks import GROUP, INFINITE, TOO_FAR, Buffers
from perfect_play.solvers.native.rules import scratch_for
from perfect_play.solvers.result import MODULO3, RemotenessTooLarge, Result, result
from perfect_play.solvers.tables.table_layout import MODULO3_BLOCK, Doors, PackedTable, door_places, pack_modulo3

NAME = "blocks"
CHECKPOINT_SECONDS = 30.0
CHUNKS_AHEAD = 2  # chunks of the table made ahead, for each thread
CHECKS = 40  # of a spot check: each solves some blocks


def warm_up(loops: Any, scratch: Any, rules: Rules) -> None:
    """Compile the loops, by calling them with nothing to do."""
    buffers = buffers_of(64, 0, 1, scratch)
    empty, times = np.zeros(0, np.int64), np.zeros(0, np.uint16)
    loops.solve_block(empty, times, buffers)
    loops.through_doors(0, 64, 0, empty, buffers.pending, buffers)
    loops.improve(empty, 0, times, times)
    loops.write_codes(buffers.bits, buffers.codes)


def buffers_of(length: int, doors: int, max_moves: int, scratch: Any) -> Buffers:
    """The buffers for blocks of this many places and doors."""
    parts = length // 64
    return Buffers(
        np.zeros(doors, np.uint16),
        np.zeros(doors, np.int32),
        np.zeros((5, parts), np.int64),
        np.zeros((2, -(-parts // GROUP)), np.uint8),
        np.zeros(LEVELS, np.uint32),
        np.zeros(2 * parts, np.uint64),
        np.zeros(max_moves, np.int64),
        scratch,
        np.zeros(2 * max_moves * doors, np.int64),
    )


def solve(task: KernelTask) -> SolvedVariant:
    """Solve a reversible puzzle backward. Raises KernelError, OSError, RemotenessTooLarge."""
    search = BlockSearch(task)
    search.run()
    return search.solved()


class BlockSearch:
    """One run of the engine.

    times: an upper bound on the remoteness of each door of each block, or INFINITE. counts: how many ranks of each
    block had each remoteness when it was last solved. pending: the least new remoteness of a block's doors since then,
    or INFINITE.
    """

    def __init__(self, task: KernelTask) -> None:
        self.task, rules = task, task.rules
        assert isinstance(rules, Puzzle)
        assert rules.size is not None
        assert task.kernel.blocks is not None
        self.kernel: Kernel = task.kernel
        self.size, self.length = rules.size, task.kernel.blocks.length
        solutions = {rules.rank(solution) for solution in rules.solutions() or ()}
        ends = np.array([number for number in solutions if number is not None], np.int64)
        self.doors = np.array(door_places(rules, task.kernel.blocks), np.int64)
        self.blocks = self.size // self.length
        self.index = np.full(self.length, -1, np.int32)
        self.index[self.doors] = np.arange(len(self.doors))
        max_moves = max(task.kernel.most, task.kernel.blocks.most)
        self._buffer_shape = self.length, len(self.doors) + 1, max_moves  # with one more door, to look up any place
        self._free: deque[Buffers] = deque()
        saved = task.checkpoint.read_state(NAME)
        if saved is not None:
            _, arrays = saved
            self.times, self.pending = arrays["times"], arrays["pending"]
            self.counts = arrays["counts"].reshape(self.blocks, LEVELS)
        else:
            self.times = np.full(self.blocks * len(self.doors), INFINITE, np.uint16)
            self.counts = np.zeros((self.blocks, LEVELS), np.uint32)
            self.pending = np.full(self.blocks, INFINITE, np.uint16)
            self.times[ends // self.length * len(self.doors) + self.index[ends % self.length]] = 0
            self.pending[ends // self.length] = 0

    # --- how near each door is ----------------------------------------------------------------

    def run(self) -> None:
        """Solve blocks until no door can be nearer than is known."""
        self._turn = threading.Condition()
        self._busy: dict[int, int] = {}  # the blocks being solved, and what was pending for each
        self._stopped = False
        self._saved = self._reported = time.monotonic()
        self._solves = 0
        list(self.task.pool.map(self._run_thread, range(self.task.threads)))
        self.task.report(stage=f"solved {self._solves:,} times one of {self.blocks:,} blocks, now each once more")

    def _run_thread(self, thread: int) -> None:
        buffers = self._buffers()
        try:
            while (block := self._next()) is not None:
                self._solve(block, self._times_of(block), buffers)
                places = block * self.length, self.length, self.size
                count = self.task.in_range(self.task.loops.through_doors(*places, self.doors, self.index, buffers))
                with self._turn:
                    del self._busy[block]
                    own_times = self._times_of(block)
                    np.minimum(own_times, buffers.remoteness[:-1], out=own_times)
                    self.counts[block] = buffers.counts
                    self.task.loops.improve(buffers.to[:count], len(self.doors), self.times, self.pending)
                    self._solves += 1
                    self._turn.notify_all()
                    self._tell()
        except BaseException:
            with self._turn:
                self._stopped = True
                self._turn.notify_all()
            raise
        self._free.append(buffers)

    def _next(self) -> int | None:
        """The next block to solve; None if there will be none."""
        with self._turn:
            while not self._stopped:
                pending = self.pending.copy()
                pending[list(self._busy)] = INFINITE
                block = int(np.argmin(pending))
                if pending[block] < INFINITE:
                    self._busy[block] = int(pending[block])
                    self.pending[block] = INFINITE
                    return block
                if not self._busy:
                    return None
                self._turn.wait()
            return None

    def _tell(self) -> None:
        """Report progress, and write a checkpoint, now and then."""
        now = time.monotonic()
        if now - self._reported > 1:
            self._reported = now
            self.task.report(positions=int(self.counts.sum(dtype=np.int64)))
        if now - self._saved > CHECKPOINT_SECONDS:
            pending = self.pending.copy()
            for block, before in self._busy.items():
                pending[block] = min(before, pending[block])
            arrays = {"times": self.times, "counts": self.counts, "pending": pending}
            self.task.checkpoint.write_state(NAME, arrays)
            self._saved = time.monotonic()

    def _times_of(self, block: int) -> Any:
        return self.times[block * len(self.doors) : (block + 1) * len(self.doors)]

    def _buffers(self) -> Buffers:
        """Arrays that no other thread uses."""
        return (
            self._free.pop()
            if self._free
            else buffers_of(*self._buffer_shape, scratch_for(self.task.rules, self.task.addresses))
        )

    def _solve(self, block: int, times: Uint16s, buffers: Buffers, place: int = 0) -> int:
        """Solve a block, and find the remoteness of a place, or INFINITE. Raises RemotenessTooLarge."""
        doors, times = np.append(self.doors, place), np.append(times, np.uint16(INFINITE))
        solved = self.task.loops.solve_block(doors, times, buffers)
        if solved == TOO_FAR:
            raise RemotenessTooLarge(f"{self.task.rules.full_id} has a remoteness of {LEVELS} or more")
        return int(buffers.remoteness[-1])

    # --- the table ----------------------------------------------------------------------------

    def solved(self) -> SolvedVariant:
        """The solved variant, once all doors are known."""
        counts = self.counts.sum(axis=0, dtype=np.int64)
        histogram = _histogram(counts)
        return SolvedVariant(
            MODULO3,
            "closure",
            histogram,
            lambda: self._pack(histogram),
            self._find,
            lambda rng, count: map(int, rng.integers(0, self.size, count)),
            checks=CHECKS,
            weighted=self._weighted,
            one_rank_each=False,
        )

    def _find(self, number: int) -> Result | None:
        block, place = divmod(number, self.length)
        buffers = self._buffers()
        remoteness = self._solve(block, self._times_of(block), buffers, place)
        self._free.append(buffers)
        return None if remoteness == INFINITE else result(Value.WIN, remoteness)

    def _weighted(self) -> Counter[Result] | None:
        """The histogram with each rank counted once for each of its positions."""
        if self.kernel.alike is None:
            return None
        weights = self.task.weights(np.arange(self.blocks, dtype=np.uint64) * np.uint64(self.length))
        return None if weights is None else _histogram(weights @ self.counts.astype(np.int64))

    def _pack(self, histogram: Counter[Result]) -> PackedTable:
        doors = Doors(self.length, self.doors.tolist(), map(self._times_of, range(self.blocks)))
        return pack_modulo3(self._chunks(), self.size, histogram, doors)

    def _chunks(self) -> Iterator[Uint64s]:
        """The codes of all ranks in order, in chunks of whole table parts, made by all threads ahead of use."""
        group_size = MODULO3_BLOCK // gcd(MODULO3_BLOCK, self.length)
        waiting: deque[Future[Uint64s]] = deque()
        for first in range(0, self.blocks, group_size):
            waiting.append(self.task.pool.submit(self._codes, range(first, min(first + group_size, self.blocks))))
            if len(waiting) > CHUNKS_AHEAD * self.task.threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _codes(self, blocks: range) -> Uint64s:
        buffers, parts = self._buffers(), []
        for block in blocks:
            self._solve(block, self._times_of(block), buffers)
            self.task.loops.write_codes(buffers.bits, buffers.codes)
            parts.append(buffers.codes.copy())
        self._free.append(buffers)
        return np.concatenate(parts)


def _histogram(counts: Ints) -> Counter[Result]:
    return Counter({result(Value.WIN, level): int(count) for level, count in enumerate(counts) if count})

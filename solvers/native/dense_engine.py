"""The dense engine: breadth-first search backward from the solutions, with an array of one code per rank.

A checkpoint of the array is written every few seconds. Wide levels scan the array on all cores; narrow ones go through
a list of ranks, so a puzzle with many levels costs no more than one with few. Time O(moves + size x wide levels);
memory one or two bytes a rank.
"""

import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Puzzle, Rules
from perfect_play.solvers.arrays import Int64s, Ints
from perfect_play.solvers.native.engine import MIN_PARALLEL, KernelTask, SolvedVariant
from perfect_play.solvers.result import Codec, Result
from perfect_play.solvers.tables.table_layout import pack_codes

NAME = "dense"
CHUNK = 1 << 20  # ranks a thread takes at a time
EMPTY = np.zeros(0, np.int64)
ONE_CACHE = 1 << 20  # up to this many ranks, two cores would only wait for each other's writes
NARROW = 1 << 18  # a level of fewer positions goes through a list
LEVELS_PER_CALL = 1000  # at most, while all are narrow
MIN_LIST_LENGTH = 1 << 16  # ranks, of a list for several levels
CHECKPOINT_SECONDS = 10.0
WIDE = 254  # the first level that does not fit in one byte
ABSENT: dict[int, np.integer[Any]] = {1: np.uint8(255), 2: np.uint16(65535)}  # of an unknown rank, by bytes of a code


def warm_up(loops: Any, scratch: Any, rules: Rules) -> None:
    """Compile the loops, by calling them with nothing to do."""
    out, codes = np.zeros(1, np.int64), np.zeros(1, np.uint8)
    loops.solve_levels(codes, np.zeros((2, 1), np.int64), 0, 0, 0, codes[0], out, scratch)
    if rules.size is not None and rules.size > NARROW:
        loops.solve_scan(codes, 0, 0, 0, codes[0], out, scratch)
    loops.tally(codes[:0], np.zeros((4, 1), np.int64))
    loops.collect(codes[:0], 0, EMPTY)


def solve(task: KernelTask) -> SolvedVariant:
    """Solve a puzzle backward. Raises KernelError, OSError, TooLarge."""
    search = DenseSearch(task)
    search.run()
    codes = search.codes
    codec = Codec("puzzle", codes.dtype.itemsize * 8)
    return solved_codes(codes, codec, codec.histogram(enumerate(task.tally(codes, codec.no_entry + 1).tolist())))


def solved_codes(codes: Any, codec: Codec, histogram: Counter[Result]) -> SolvedVariant:
    """What the engine returns. codes: that of every rank: an array, or what is read like one."""
    return SolvedVariant(
        codec,
        "closure",
        histogram,
        lambda: pack_codes(codes, codec, histogram),
        lambda number: codec.decode(int(codes[number])),
        lambda rng, count: _sample(rng, count, codes, codec.no_entry),
    )


def _sample(rng: np.random.Generator, count: int, codes: Any, absent: int) -> Iterable[int]:
    """Random ranks: half of them any, half solved ones from the first stretch of the array that has some."""
    stretch = 1 << 22
    for start in range(0, len(codes), stretch):
        solved = np.flatnonzero(codes[start : start + stretch] != absent)
        if len(solved):
            return map(int, [*rng.integers(0, len(codes), count // 2), *(start + rng.choice(solved, count // 2))])
    return ()


class DenseSearch:
    """One run of the engine. `codes` has one code per rank; all levels up to `level` are complete."""

    def __init__(self, task: KernelTask) -> None:
        self.task, rules = task, task.rules
        assert isinstance(rules, Puzzle)
        assert rules.size is not None
        self.codes: Ints
        self._listed = EMPTY  # the ranks of `level`, if they are few and have been listed
        saved = task.checkpoint.read_state(NAME)
        if saved is not None:
            state, arrays = saved
            self.codes, self.level, self.solved = arrays["codes"], state["level"], state["solved"]
            self._level_size = NARROW if len(self.codes) >= 1 << 24 else int(np.count_nonzero(self.codes == self.level))
        else:
            self.codes = np.full(rules.size, ABSENT[1])
            numbers = {rules.rank(solution) for solution in rules.solutions() or ()}
            self._listed = np.array([number for number in numbers if number is not None], np.int64)
            self.codes[self._listed] = 0
            self.level, self.solved = 0, len(self._listed)
            self._level_size = self.solved

    @property
    def _absent(self) -> np.integer[Any]:
        return ABSENT[self.codes.itemsize]

    def run(self) -> None:
        """Solve level after level until one is empty."""
        task = self.task
        saved = reported = time.monotonic()
        while self._level_size:
            if self.level + 1 == WIDE and self.codes.dtype == np.uint8:
                wide = self.codes.astype(np.uint16)
                wide[self.codes == self._absent] = ABSENT[2]
                self.codes = wide
            self._level_size = self._by_list() if self._level_size < NARROW else self._by_scan()
            task.require(self.solved, lambda: np.flatnonzero(self.codes != self._absent)[-1])
            now = time.monotonic()
            if now - reported > 0.2:
                reported = now
                task.report(positions=self.solved, level=self.level)
            if now - saved > CHECKPOINT_SECONDS:
                task.checkpoint.write_state(NAME, {"codes": self.codes}, level=self.level, solved=self.solved)
                saved = time.monotonic()

    def _by_list(self) -> int:
        """Solve the next level from a list of this one's ranks; several levels, if one thread suffices."""
        task, codes, absent, max_moves = self.task, self.codes, self._absent, self.task.kernel.most
        if not len(self._listed):
            self._listed = np.zeros(self._level_size, np.int64)
            task.loops.collect(codes, self.level, self._listed)
        listed, one_thread = self._listed, len(codes) <= ONE_CACHE or self._level_size < MIN_PARALLEL
        last = self.level + (LEVELS_PER_CALL if one_thread else 1)
        if codes.dtype == np.uint8:
            last = min(last, WIDE - 1)

        def part(thread: int, first: int, end: int) -> tuple[Int64s, int, int]:
            length = (end - first) * max_moves + 1
            if one_thread:
                length = max(length, MIN_LIST_LENGTH)
            lists = task.buffer(thread, 2 * length)[: 2 * length].reshape(2, length)
            lists[0, : end - first] = listed[first:end]
            out, scratch = task.outs[thread], task.scratch[thread]
            count, level, row, total = task.loops.solve_levels(
                codes, lists, end - first, self.level + 1, last, absent, out, scratch
            )
            return lists[row, : task.in_range(count)], level, total

        parts = task.in_chunks(part, len(listed), len(listed) if one_thread else -(-len(listed) // task.threads))
        self._listed = np.concatenate([ranks for ranks, _, _ in parts])
        self.level = parts[0][1]
        self.solved += sum(total for _, _, total in parts)
        return len(self._listed)

    def _by_scan(self) -> int:
        task, codes, absent, level = self.task, self.codes, self._absent, self.level + 1
        self._listed = EMPTY

        def part(thread: int, first: int, last: int) -> int:
            out, scratch = task.outs[thread], task.scratch[thread]
            count: int = task.loops.solve_scan(codes, first, last, level, absent, out, scratch)
            return task.in_range(count)

        total: int = sum(task.in_chunks(part, len(codes), CHUNK))
        self.level, self.solved = level, self.solved + total
        return total

"""The dense engine: breadth-first from the solutions over an array with one code for every rank.

The array is written to a file under `work/` every few seconds, and a run after a kill goes on from the
last level that was noted. Wide levels scan the array with all cores; narrow ones
go by a list, so a puzzle with many levels costs no more than one with few. Time O(moves + size x
wide levels); memory one or two bytes a rank.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from puzzles.base import Puzzle
from solvers.layout import pack_codes
from solvers.native.engine import Solved, Task
from solvers.native.work import Work
from solvers.result import Codec

NAME = "dense"
CHUNK = 1 << 20  # ranks a thread takes at a time
NOTHING = np.zeros(0, np.int64)
ONE_CACHE = 1 << 20  # up to so many ranks, two cores would only wait for each other's writes
NARROW = 1 << 18  # a level of fewer positions goes by a list
CHECKPOINT_SECONDS = 10.0
WIDE = 254  # the first level that one byte cannot hold


def warm(module: Any) -> None:
    """Have every loop compiled, by giving it nothing to do."""
    out, room, codes = np.zeros(1, np.int64), np.zeros(64, np.int64), np.zeros(1, np.uint8)
    module.solve_scan(codes, 0, 0, 0, codes[0], out, room)
    module.solve_list(codes, NOTHING, 0, codes[0], out, room, NOTHING)
    module.collect(codes[:0], 0, NOTHING)
    module.tally(codes[:0], NOTHING)


def solve(task: Task) -> Solved:
    """Solve a puzzle backward. Raises KernelError, OSError."""
    rules = task.rules
    assert isinstance(rules, Puzzle)
    assert rules.size is not None
    codes, level, known = _begin(task.work, rules)
    codes = _levels(task, rules, codes, level, known)
    codec = Codec("puzzle", codes.dtype.itemsize * 8)
    tallies = np.zeros((task.threads, int(np.iinfo(codes.dtype).max) + 1), np.int64)

    def tally(thread: int, first: int, last: int) -> None:
        task.module.tally(codes[first:last], tallies[thread])

    task.in_chunks(tally, len(codes), CHUNK)
    counts = tallies.sum(axis=0)
    found = {codec.decode(code): int(n) for code, n in enumerate(counts) if n}
    histogram = Counter({result: n for result, n in found.items() if result is not None})
    return Solved(
        codec,
        "closure",
        histogram,
        lambda: pack_codes(codes, codec, histogram),
        lambda number: codec.decode(int(codes[number])),
        lambda rng, some: _sample(rng, some, codes, codec.no_entry),
    )


def _sample(rng: Any, some: int, codes: Any, absent: int) -> Iterable[int]:
    first = np.flatnonzero(codes[: 1 << 22] != absent)
    return map(int, [*rng.integers(0, len(codes), some // 2), *rng.choice(first, some // 2)])


def _begin(work: Work, rules: Puzzle) -> tuple[Any, int, int]:
    """The array, the last level that is complete in it, and how many positions it knows."""
    assert rules.size is not None
    told = work.noted(NAME)
    if told is not None:
        codes = work.kept(told["dtype"], told["dtype"], rules.size)
        absent, level = np.iinfo(codes.dtype).max, told["level"]
        codes[(codes > level) & (codes != absent)] = absent  # written after the note
        return codes, level, told["known"]
    codes = np.full(rules.size, 255, np.uint8)
    known = 0
    for solution in rules.solutions() or ():
        number = rules.rank(solution)
        assert number is not None
        known += int(codes[number] != 0)
        codes[number] = 0
    return codes, 0, known


def _levels(task: Task, rules: Puzzle, codes: Any, level: int, known: int) -> Any:
    """Fill the array, level by level; the array, which may be a wider one by then."""
    module, most = task.module, task.kernel.most
    listed = NOTHING
    found = int((codes[:] == level).sum()) if len(codes) < 1 << 24 else NARROW
    noted = told = time.monotonic()
    absent = codes.dtype.type(np.iinfo(codes.dtype).max)
    while True:
        level += 1
        if level == WIDE and codes.dtype == np.uint8:
            absent_by_now = codes == 255
            codes = codes.astype(np.uint16)
            codes[absent_by_now] = 65535
            absent = codes.dtype.type(65535)
        if found < NARROW:
            if not len(listed):
                listed = np.zeros(found, np.int64)
                module.collect(codes, level - 1, listed)

            def by_list(thread: int, share: Any, codes: Any = codes, level: int = level, absent: Any = absent) -> Any:
                following = task.found(thread, len(share) * most + 1)
                out, room = task.outs[thread], task.rooms[thread]
                count = module.solve_list(codes, share, level, absent, out, room, following)
                return following[: task.in_range(count)]

            parts = task.in_parts(by_list, listed) if len(codes) > ONE_CACHE else [by_list(0, listed)]
            listed = parts[0].copy() if len(parts) == 1 else np.concatenate(parts)
            found = len(listed)
        else:
            listed = NOTHING

            def by_scan(
                thread: int, first: int, last: int, codes: Any = codes, level: int = level, absent: Any = absent
            ) -> int:
                out, room = task.outs[thread], task.rooms[thread]
                count: int = module.solve_scan(codes, first, last, level, absent, out, room)
                return task.in_range(count)

            found = sum(task.in_chunks(by_scan, len(codes), CHUNK))
        if not found:
            return codes
        known += found
        now = time.monotonic()
        if now - told > 0.2:
            told = now
            task.tell(positions=known, level=level)
        if now - noted > CHECKPOINT_SECONDS:
            task.work.keep(str(codes.dtype), codes)
            task.work.note(NAME, level=level, known=known, dtype=str(codes.dtype))
            noted = time.monotonic()

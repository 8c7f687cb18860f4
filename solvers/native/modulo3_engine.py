"""The engine for very large puzzles: two bits a rank, the remoteness modulo 3.

Breadth-first backward from the solutions, for reversible puzzles: neighbors' remotenesses differ by at most 1, so three
numbers tell whether a neighbor is nearer, as far or farther (G. Cooperman, L. Finkelstein, "New methods for using
Cayley graphs in interconnection networks", Discrete Applied Mathematics 37-38, 1992). Nothing else is in memory: a
quarter of a byte a rank. Files tell which ranks with the current level's code belong to it, rather than to one three
before it: one file per level, read and written in order, with a bit for every rank of that code so far.

The last three files restore the codes of all levels so far. So after a kill only the last complete level is redone,
from the file three levels before it: five files are kept, and what is rewritten is the same. The sum of a file's words
tells whether it is intact. Time O(moves + size x levels / 64).
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Puzzle, Rules, Value
from perfect_play.solvers.arrays import Ints, Uint64s
from perfect_play.solvers.native.checkpoint import Checkpoint, map_array
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.engine import KernelTask, SolvedVariant
from perfect_play.solvers.result import LOST, MODULO3, Result, result
from perfect_play.solvers.tables.derive import LeadsNowhere, walked
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.tables.table_layout import pack_modulo3

NAME = "modulo3"
CHUNK = 1 << 15  # words of bits a thread takes at a time
SAVED_LEVELS = 5  # files
MODULUS = 1 << 64  # for the sums of words
REPORT_SECONDS = 0.2


def warm_up(loops: Any, scratch: Any, rules: Rules) -> None:
    """Compile the loops, by calling them with nothing to do."""
    bits = np.zeros(0, np.uint64)
    loops.solve_words(bits, 0, bits, bits, 0, 0, np.zeros(1, np.int64), scratch)
    loops.restore_words(bits, 0, bits, 0)


def solve(task: KernelTask) -> SolvedVariant:
    """Solve a reversible puzzle backward. Raises KernelError, BadFile, OSError."""
    rules = task.rules
    assert isinstance(rules, Puzzle)
    assert rules.size is not None
    length = -(-rules.size // 64)
    codes = np.full(2 * length, MODULUS - 1, np.uint64)
    saved = task.checkpoint.read_state(NAME)
    levels: list[int] = saved[0]["levels"] if saved else []
    sums: list[int] = saved[0]["sums"] if saved else []
    if levels:
        _restore(task, codes, length, sums)
        levels, sums = levels[:-1], sums[:-1]
    else:
        for number in {rules.rank(solution) for solution in rules.solutions() or ()}:
            assert number is not None
            codes[number >> 5] ^= np.uint64(3 << 2 * (number & 31))
    _fill_levels(task, rules.size, codes, length, levels, sums)
    return solved_words(rules, codes, levels)


def solved_words(rules: Rules, codes: Any, levels: Sequence[int]) -> SolvedVariant:
    """What the engine returns, given two bits for every rank, and how many ranks each level has."""
    histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(levels)})
    return SolvedVariant(
        MODULO3,
        "closure",
        histogram,
        lambda: pack_modulo3([codes[: -(-(rules.size or 0) // 32)]], rules.size or 0, histogram),
        lambda number: result_by_walking(rules, partial(two_bits, codes), number, len(levels)),
        lambda rng, number: map(int, rng.integers(0, rules.size, number)),
        checks=100,
    )


def _bits(checkpoint: Checkpoint, level: int, length: int, fill: int | None = None) -> Any:
    """The file of a level, as an array: a bit for each rank with its code so far. fill: as for `map_array`."""
    return map_array(checkpoint.directory / f"level{level % SAVED_LEVELS}", np.uint64, length, fill)


def _sum(numbers: Ints) -> int:
    """The sum of all words modulo 2^64, which changes if one byte does."""
    return int(np.sum(numbers, dtype=np.uint64))


def _require_sum(checkpoint: Checkpoint, sums: Iterable[int], expected: int) -> None:
    if sum(sums) % MODULUS != expected:
        raise BadFile(checkpoint.directory, "one of its levels is not as it was written")


def _restore(task: KernelTask, codes: Uint64s, length: int, sums: list[int]) -> None:
    """Write the codes of all levels that have sums. Raises BadFile, OSError."""
    for level in range(max(0, len(sums) - 3), len(sums)):
        bits = _bits(task.checkpoint, level, length)

        def part(thread: int, first: int, last: int, level: int = level, bits: Any = bits) -> int:
            task.loops.restore_words(codes, first, bits[first:last], level % 3)
            return _sum(bits[first:last])

        _require_sum(task.checkpoint, task.in_chunks(part, length, CHUNK), sums[level])


def _fill_levels(task: KernelTask, size: int, codes: Uint64s, length: int, levels: list[int], sums: list[int]) -> None:
    """Fill the codes, level by level. Raises KernelError, BadFile, OSError.

    levels, sums: how many ranks each complete level has, and the sum of its file's words; appended to.
    """
    reported = time.monotonic()
    while True:
        level = len(levels)
        current = _bits(task.checkpoint, level, length, 0)
        before = _bits(task.checkpoint, level - 3, length) if level >= 3 else np.broadcast_to(np.uint64(0), length)

        def part(
            thread: int, first: int, last: int, level: int = level, current: Any = current, before: Any = before
        ) -> tuple[int, int, int]:
            old, new = np.ascontiguousarray(before[first:last]), current[first:last]
            out, scratch = task.outs[thread], task.scratch[thread]
            count = task.in_range(task.loops.solve_words(codes, first, old, new, size, level % 3, out, scratch))
            return count, _sum(old), _sum(new)

        counts, old, new = zip(*task.in_chunks(part, length, CHUNK), strict=True)
        if level >= 3:
            _require_sum(task.checkpoint, old, sums[level - 3])
        if not sum(counts):
            return
        levels.append(sum(counts))
        sums.append(sum(new) % MODULUS)
        task.checkpoint.write_state(NAME, levels=levels, sums=sums)
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            task.report(positions=sum(levels), level=level)


def two_bits(codes: Ints, number: int) -> int:
    """The two bits of a rank."""
    return int(codes[number >> 5]) >> 2 * (number & 31) & 3


def result_by_walking(rules: Rules, code_at: Callable[[int], int], number: int, greatest: int) -> Result | None:
    """The result of a rank, found by `walked`; None if it cannot be solved. Raises KernelError if the walk is stuck.

    code_at: the two bits of a rank. greatest: an upper bound on remotenesses.
    """
    try:
        outcome = walked(rules, rules.unrank(number), code_at, greatest)
    except LeadsNowhere:
        raise KernelError(
            f"{rules.full_id}: the kernel's result disagrees with the rules; nothing is published.\n"
            f"  From {rules.format(rules.unrank(number))!r} (rank {number}) it does not lead to a solution.\n"
            "  Compare the kernel with `moves` and `do_move` at this position."
        ) from None
    return None if outcome is LOST else outcome

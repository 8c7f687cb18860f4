"""The engine for very large puzzles: two bits a rank, the remoteness modulo 3.

Breadth-first backward from the solutions, for reversible puzzles: neighbors' remotenesses differ by at most 1, so three
numbers tell whether a neighbor is nearer, as far or farther (G. Cooperman, L. Finkelstein, "New methods for using
Cayley graphs in interconnection networks", Discrete Applied Mathematics 37-38, 1992). Two more bits a rank mark the
current level and the next. After a kill, the interrupted level is repeated, and finds what it had found. Sums of all
words of both arrays are kept up to date in the checkpoint, so that damage is detected when a run resumes. Memory half a
byte a rank, in files under `work/`; time O(moves + size x levels / 64).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from puzzles.base import Puzzle, Rules, Value
from solvers.native.checkpoint import CheckpointDamaged
from solvers.native.engine import Solved, Task
from solvers.native.specialize import KernelError
from solvers.result import LOST, MODULO3, Result, result
from solvers.tables.layout import pack_modulo3
from solvers.tables.modulo3 import LeadsNowhere, walked

NAME = "modulo3"
CHUNK = 1 << 12  # words a thread takes at a time
MARKS = ("marks0", "marks1")
MODULUS = 1 << 64  # for the sums of words


def warm_up(module: Any, rules: Rules) -> None:
    """Compile the loop, by calling it with nothing to do."""
    words, numbers = np.zeros(1, np.uint64), np.zeros(64, np.int64)
    module.solve_words(words, words, words, 0, 0, 0, 0, False, numbers, numbers, words)


def solve(task: Task) -> Solved:
    """Solve a reversible puzzle backward. Raises KernelError, OSError."""
    rules, checkpoint = task.rules, task.checkpoint
    assert isinstance(rules, Puzzle)
    assert rules.size is not None
    words, marks = -(-rules.size // 32), -(-rules.size // 64)
    state = checkpoint.read_state(NAME)
    if state is None:
        codes = checkpoint.map_array("codes", np.uint64, words, (1 << 64) - 1)
        both = [checkpoint.map_array(name, np.uint64, marks, 0) for name in MARKS]
        numbers = {rules.rank(solution) for solution in rules.solutions() or ()}
        for number in numbers:
            assert number is not None
            codes[number >> 5] ^= np.uint64(3 << 2 * (number & 31))
            both[0][number >> 6] |= np.uint64(1 << (number & 63))
        state = {"levels": [len(numbers)], "codes": _sum(codes), "marks": _sum(both[0])}
        resumed = False
        checkpoint.write_state(NAME, **state)
    else:
        codes = checkpoint.map_array("codes", np.uint64, words)
        both = [checkpoint.map_array(name, np.uint64, marks) for name in MARKS]
        resumed = True
    levels = state["levels"]
    _fill_levels(task, rules.size, codes, both, state, resumed)
    histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(levels)})
    return Solved(
        MODULO3,
        "closure",
        histogram,
        lambda: pack_modulo3([codes], rules.size or 0, histogram),
        lambda number: result_by_walking(rules, partial(two_bits, codes), number, len(levels)),
        lambda rng, some: map(int, rng.integers(0, rules.size, some)),
        checks=100,
    )


def _sum(words: Any) -> int:
    """The sum of all words modulo 2^64, which changes if one byte does."""
    return int(np.sum(words, dtype=np.uint64))


def _fill_levels(task: Task, size: int, codes: Any, both: list[Any], state: dict[str, Any], resumed: bool) -> None:
    """Fill the codes, level by level. Raises KernelError, CheckpointDamaged, OSError.

    both: the marks of the current level and of the next, by turns. state: `levels`, the positions of each, and the
    sums of the `codes` and of the current level's `marks`; updated. resumed: whether both come from a checkpoint.
    """
    reported, levels = time.monotonic(), state["levels"]
    again = resumed  # the level that was interrupted is repeated
    if again and _sum(both[(len(levels) - 1) % 2]) != state["marks"]:
        raise CheckpointDamaged(task.checkpoint.directory, "has marks that are not as they were written")
    while True:
        level = len(levels)
        now, following = both[(level - 1) % 2], both[level % 2]
        following[:] = 0
        sums = np.zeros((task.threads, 2), np.uint64)

        def part(
            thread: int,
            first: int,
            last: int,
            level: int = level,
            now: Any = now,
            following: Any = following,
            again: bool = again,
            sums: Any = sums,
        ) -> int:
            out, scratch = task.outs[thread], task.scratch[thread]
            found: int = task.module.solve_words(
                codes, now, following, first, last, size, level % 3, again, out, scratch, sums[thread]
            )
            return task.in_range(found)

        found = sum(task.in_chunks(part, len(now), CHUNK))
        less, marks = (int(np.sum(sums[:, i], dtype=np.uint64)) for i in (0, 1))
        state["codes"], state["marks"] = (state["codes"] - less) % MODULUS, marks
        if again and _sum(codes) != state["codes"]:
            raise CheckpointDamaged(task.checkpoint.directory, "has codes that are not as they were written")
        if not found:
            return
        again = False
        levels.append(found)
        task.checkpoint.write_state(NAME, levels=levels, codes=state["codes"], marks=marks)
        if time.monotonic() - reported > 0.2:
            reported = time.monotonic()
            task.report(positions=sum(levels), level=level)


def two_bits(codes: Any, number: int) -> int:
    """The two bits of a rank."""
    return int(codes[number >> 5]) >> 2 * (number & 31) & 3


def result_by_walking(rules: Rules, code_at: Callable[[int], int], number: int, greatest: int) -> Result | None:
    """The result of a rank, found as by `walked`; None if it cannot be solved. Raises KernelError if the walk is stuck.

    code_at: the two bits of a rank. greatest: an upper bound of remotenesses.
    """
    try:
        found = walked(rules, rules.unrank(number), code_at, greatest)
    except LeadsNowhere:
        raise KernelError(
            f"{rules.full_id}: the kernel's result disagrees with the rules; nothing is published.\n"
            f"  From {rules.format(rules.unrank(number))!r} (rank {number}) it does not lead to a solution.\n"
            "  Compare the kernel with `moves` and `do_move` at this position."
        ) from None
    return None if found is LOST else found

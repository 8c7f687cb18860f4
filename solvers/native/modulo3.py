"""The engine for the very large: two bits a rank, which hold the remoteness modulo 3.

Breadth-first from the solutions, for reversible puzzles: neighbors differ by one move at most, so three
numbers tell nearer, as far and farther apart (G. Cooperman, L. Finkelstein, "New methods for using
Cayley graphs in interconnection networks", Discrete Applied Mathematics 37-38, 1992). Two bits more
a rank mark the level that is complete and the next; after a kill the next level is begun
anew and finds what it had found. Of both the sums of all words are kept up to date and noted, so that damage is seen
when a run goes on. Memory half a byte a rank, in files under `work/`; time O(moves + size x
levels / 64).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from puzzles.base import Puzzle, Rules, Value
from solvers.native.checkpoint import WorkDamaged
from solvers.native.engine import Solved, Task
from solvers.native.specialize import KernelError
from solvers.result import LOST, MODULO3, Result, result
from solvers.tables.layout import pack_modulo3
from solvers.tables.modulo3 import LeadsNowhere, walked

NAME = "modulo3"
CHUNK = 1 << 12  # words a thread takes at a time
MARKS = ("marks0", "marks1")
MODULUS = 1 << 64  # of sums of words


def warm(module: Any, rules: Rules) -> None:
    """Have the loop compiled, by giving it nothing to do."""
    words, numbers = np.zeros(1, np.uint64), np.zeros(64, np.int64)
    module.solve_words(words, words, words, 0, 0, 0, 0, False, numbers, numbers, words)


def solve(task: Task) -> Solved:
    """Solve a reversible puzzle backward. Raises KernelError, OSError."""
    rules, work = task.rules, task.work
    assert isinstance(rules, Puzzle)
    assert rules.size is not None
    words, marks = -(-rules.size // 32), -(-rules.size // 64)
    told = work.noted(NAME)
    if told is None:
        codes = work.array("codes", np.uint64, words, (1 << 64) - 1)
        both = [work.array(name, np.uint64, marks, 0) for name in MARKS]
        numbers = {rules.rank(solution) for solution in rules.solutions() or ()}
        for number in numbers:
            assert number is not None
            codes[number >> 5] ^= np.uint64(3 << 2 * (number & 31))
            both[0][number >> 6] |= np.uint64(1 << (number & 63))
        told = {"levels": [len(numbers)], "codes": _sum(codes), "marks": _sum(both[0])}
        again = False
        work.note(NAME, **told)
    else:
        codes = work.array("codes", np.uint64, words)
        both = [work.array(name, np.uint64, marks) for name in MARKS]
        again = True
    levels = told["levels"]
    _levels(task, rules.size, codes, both, told, again)
    histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(levels)})
    return Solved(
        MODULO3,
        "closure",
        histogram,
        lambda: pack_modulo3(codes, rules.size or 0, histogram),
        lambda number: found_by_walking(rules, partial(two_bits, codes), number, len(levels)),
        lambda rng, some: map(int, rng.integers(0, rules.size, some)),
        checks=100,
    )


def _sum(words: Any) -> int:
    """The sum of all words, which is another when a byte of them is."""
    return int(np.sum(words, dtype=np.uint64))


def _levels(task: Task, size: int, codes: Any, both: list[Any], noted: dict[str, Any], again: bool) -> None:
    """Fill the codes, level by level. Raises WorkDamaged.

    noted: `levels`, how many positions each has, and the sums of `codes` and of the last level's `marks`.
    """
    told, levels = time.monotonic(), noted["levels"]
    if again and _sum(both[(len(levels) - 1) % 2]) != noted["marks"]:
        raise WorkDamaged(task.work.directory, "has marks that are not as they were written")
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
            out, room = task.outs[thread], task.rooms[thread]
            found: int = task.module.solve_words(
                codes, now, following, first, last, size, level % 3, again, out, room, sums[thread]
            )
            return task.in_range(found)

        found = sum(task.in_chunks(part, len(now), CHUNK))
        less, marks = (int(np.sum(sums[:, i], dtype=np.uint64)) for i in (0, 1))
        noted["codes"], noted["marks"] = (noted["codes"] - less) % MODULUS, marks
        if again and _sum(codes) != noted["codes"]:
            raise WorkDamaged(task.work.directory, "has codes that are not as they were written")
        if not found:
            return
        again = False
        levels.append(found)
        task.work.note(NAME, levels=levels, codes=noted["codes"], marks=marks)
        if time.monotonic() - told > 0.2:
            told = time.monotonic()
            task.tell(positions=sum(levels), level=level)


def two_bits(codes: Any, number: int) -> int:
    """The two bits of a rank."""
    return int(codes[number >> 5]) >> 2 * (number & 31) & 3


def found_by_walking(rules: Rules, code_at: Callable[[int], int], number: int, greatest: int) -> Result | None:
    """The result of a rank, as `walked`; None where it cannot be solved. Raises KernelError where nothing leads on."""
    try:
        found = walked(rules, rules.unrank(number), code_at, greatest)
    except LeadsNowhere:
        raise KernelError(
            f"{rules.full_id}: the kernel's result disagrees with the rules; nothing is published.\n"
            f"  From {rules.format(rules.unrank(number))!r} (rank {number}) it does not lead to a solution.\n"
            "  Compare the kernel with `moves` and `do_move` there."
        ) from None
    return None if found is LOST else found

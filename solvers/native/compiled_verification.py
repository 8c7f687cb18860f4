"""Verifies a table by compiled rules: holds every stored result to those of its children, at native speed.

Unlike `tables/verification.py`, it relies on the compiler, and on the kernel that may have made the table. So the law
of kernels is held to first, the rules themselves are asked about every entry that the compiled ones find wrong, and
they derive a sample of the entries as well. Memory: the table, decoded.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Game, Position, Puzzle, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.laws.engines import kernel_faults
from perfect_play.puzzles.mixins import Scored
from perfect_play.solvers.arrays import Int64s
from perfect_play.solvers.locks import deaf_to_ctrl_c
from perfect_play.solvers.machine import free_memory
from perfect_play.solvers.native.arrangement_tables import arrangement_scratch, tables_of
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.compiler import SHARED, KernelError
from perfect_play.solvers.native.engine import KernelTask, Task, place_in
from perfect_play.solvers.native.launch import Plan, plan_of
from perfect_play.solvers.native.loops import kernel_free, rederiving
from perfect_play.solvers.native.loops.rederiving import CONTRADICTION, TableEntries
from perfect_play.solvers.native.memory import in_bytes
from perfect_play.solvers.native.rules import PACKED, board_addresses, kernel_addresses, saying_why
from perfect_play.solvers.native.search import compiling_for
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import Progress
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import Meta
from perfect_play.solvers.tables.unpacking import LAYOUTS
from perfect_play.solvers.tables.verification import (
    count_faults,
    entry_faults,
    has_numbers,
    modulo3_faults,
    open_ends,
    verify,
)

SAMPLE = 2_000  # entries that the rules themselves derive
CHUNK = 1 << 16  # entries that a thread looks at between reports
MOST_FAULTS = 256  # that a loop writes before it is called again
ENTRY_BYTES = 12  # of memory for an entry of a sorted table

Loop = Callable[..., tuple[int, int]]
"""A loop of `loops/rederiving.py`, given a thread and its first three arguments."""


def verify_compiled(
    store: Store, rules: Rules, data_dir: Path, limit: int = 20, tell: Progress | None = None
) -> list[str]:
    """The faults of the table of `rules`, in at most `limit` sentences; empty if it is right.

    The rules must have a plan for solving them natively. Raises TableMissing or TableCorrupt.
    """
    plan, meta = plan_of(rules), store.check(rules)
    assert plan is not None
    needed = meta.entries * (ENTRY_BYTES if LAYOUTS[meta.layout].indexed else max(meta.bits // 8, 1))
    if needed > free_memory():
        return [f"{rules.full_id}: not verified, as its table takes {in_bytes(needed)} of memory, more than is free"]
    contradiction = kernel_faults(rules)
    if contradiction is not None:
        return [f"{rules.full_id}: {contradiction}"]
    try:
        with compiling_for(data_dir):
            task = _task(rules, plan, Checkpoint(rules, data_dir))
        faults = list(islice(_Verification(store, rules, meta, task, tell).faults(), limit))
    except KernelError as error:
        return [str(error)]
    return [*faults, *verify(store, rules, limit - len(faults), min(SAMPLE, meta.entries))]


def _task(rules: Rules, plan: Plan, checkpoint: Checkpoint) -> Task:
    """Threads, the loops, and the addresses of the rules' functions, of whichever engine. Raises KernelError."""

    def report(**progress: Any) -> None:
        """Nothing is being solved."""

    addresses: Any
    with saying_why(rules):
        if isinstance(rules, BoardGame):
            copies, addresses = PACKED if plan.kernel else SHARED, board_addresses(rules)
        else:
            assert plan.kernel is not None
            copies, functions = SHARED, kernel_addresses(plan.kernel, backward=False)
            if plan.engine != "forward":
                functions = functions._replace(parents=kernel_addresses(plan.kernel, backward=True).parents)
            addresses = functions
    loops = copies.loops(rederiving, kernel_free)
    if plan.kernel is None:
        return Task(rules, loops, addresses, checkpoint, report)
    return KernelTask(rules, loops, addresses, checkpoint, report, kernel=plan.kernel)


class _Verification:
    """A table, decoded, and the loops over it."""

    def __init__(self, store: Store, rules: Rules, meta: Meta, task: Task, tell: Progress | None) -> None:
        self.store, self.rules, self.meta, self.task, self.tell = store, rules, meta, task, tell
        layout, codec = LAYOUTS[meta.layout], meta.codec
        self.coded, self.indexed = layout.coded, layout.indexed
        ranks, codes = store.ranks(rules) if layout.indexed else (b"", store.codes(rules))
        self.entries = TableEntries(
            np.frombuffer(codes, f"u{codec.bits // 8}" if layout.coded else np.uint64),
            np.frombuffer(ranks, np.int64),
            np.frombuffer(store.margins(rules) if has_numbers(meta) else b"", np.int8),
            game=isinstance(rules, Game),
            absent=codec.no_entry,
            missing=codec.not_solvable if meta.domain == "closure" else CONTRADICTION,
            lost=codec.not_solvable,
            whole=meta.domain != "reachable",
            ends=isinstance(task, KernelTask) and task.kernel.primitive is not None,
            scored=isinstance(rules, Scored),
        )

    def faults(self) -> Iterator[str]:
        e, task, loops = self.entries, self.task, self.task.loops
        if isinstance(task, KernelTask):
            size, outs, scratch = self.meta.entries, task.outs, task.scratch
            edges = [np.zeros_like(out) for out in outs]
            if not self.coded:
                yield from self._said(lambda t, *span: loops.wrong_bits(*span, e.codes, size, outs[t], scratch[t]))
                yield from self._faults_of_thirds()
                return
            yield from self._said(lambda t, *span: loops.wrong_entries(*span, e, outs[t], edges[t], scratch[t]))
            if self.indexed and self.meta.domain == "closure":
                assert isinstance(self.rules, Puzzle)
                places = self._places(lambda t, *span: loops.missing_parents(*span, e, outs[t], scratch[t]))
                yield from open_ends(self.rules, map(self._position, places), self._stored)
        else:
            assert isinstance(self.rules, BoardGame)
            t = tables_of(self.rules.arrangements)
            boards = [arrangement_scratch(t, task.addresses) for _ in range(task.threads)]
            yield from self._said(lambda thread, *span: loops.wrong_codes(*span, e, t, boards[thread]))
        yield from self._ends_and_counts()

    def _position(self, place: int) -> Position:
        return self.rules.unrank(int(self.entries.ranks[place]) if self.indexed else place)

    def _stored(self, position: Position) -> Result | None:
        """The entry of a position; None if it has none."""
        rank = self.rules.rank(position)
        absent = rank is None or place_in(self.entries.ranks, rank) is None
        return None if absent else self.store.get(self.rules, position)

    def _said(self, loop: Loop) -> Iterator[str]:
        """What the rules say of the entries that a loop finds wrong."""
        for place in self._places(loop):
            position = self._position(place)
            sentences = list(self._by_rules(position, place))
            if sentences or self._ended_unknown_to_kernel(position):
                yield from sentences
            else:
                absent = self.store.get(self.rules, position) is None
                reason = "is legal, but has no entry" if absent else "is right, but the compiled rules disagree"
                yield f"{self.rules.full_id}: {self.rules.format(position)!r} {reason}"

    def _by_rules(self, position: Position, place: int) -> Iterator[str]:
        if self.coded:
            return entry_faults(self.store, self.rules, self.meta, [position])
        return modulo3_faults(self.store, self.rules, [place], 1)

    def _ended_unknown_to_kernel(self, position: Position) -> bool:
        """Whether play has ended where the kernel does not say so: its puzzle is lost, or solved."""
        return not self.entries.ends and self.meta.kind == "puzzle" and self.rules.primitive(position) is not None

    def _places(self, loop: Loop) -> list[int]:
        """The places of the entries that a loop finds wrong, in order. Raises KernelError."""

        def part(thread: int, first: int, last: int) -> Int64s:
            if thread == 0 and self.tell is not None:
                self.tell(first)
            wrong, buffer = [np.zeros(0, np.int64)], np.empty(MOST_FAULTS, np.int64)
            while first < last:
                count, first = loop(thread, first, last, buffer)
                if count < 0:
                    raise KernelError(f"{self.rules.full_id}: the kernel writes too much at rank {-1 - count}")
                wrong.append(buffer[:count].copy())
            return np.concatenate(wrong)

        with deaf_to_ctrl_c():  # the loop is compiled
            loop(0, 0, 0, np.zeros(1, np.int64))
        parts = self.task.in_chunks(part, self.meta.entries, CHUNK)
        places: list[int] = np.sort(np.concatenate(parts)).tolist()
        return places

    def _ends_and_counts(self) -> Iterator[str]:
        """Faults of solutions, of the start, and of how many positions there are."""
        rules, meta, e = self.rules, self.meta, self.entries
        counts = self.task.tally(e.codes, int(e.codes.max(initial=0)) + 1)
        yield from count_faults(rules, meta, meta.codec.histogram(enumerate(counts.tolist())))
        if meta.domain != "closure":
            if self.store.get(rules, rules.start()) is None:
                yield f"{rules.full_id}: the start is not in the table"
            return
        assert isinstance(rules, Puzzle)
        solutions = {rules.rank(solution): solution for solution in rules.solutions() or ()}
        ended = (e.ranks if self.indexed else np.arange(len(e.codes)))[e.codes == 0].tolist()
        others = (rules.unrank(rank) for rank in ended if rank not in solutions)
        yield from entry_faults(self.store, rules, meta, chain(solutions.values(), others))

    def _faults_of_thirds(self) -> Iterator[str]:
        """A fault if there are not as many of each remoteness modulo 3 as in the table's metadata."""
        counted, expected = Counter[int](), Counter[int]()
        for byte, count in enumerate(self.task.tally(self.entries.codes.view(np.uint8), 256).tolist()):
            for shift in range(0, 8, 2):
                counted[byte >> shift & 3] += count
        for remoteness, count in self.meta.histogram["win"].items():
            expected[int(remoteness) % 3] += count
        if any(counted[third] != expected[third] for third in range(3)):
            yield f"{self.rules.full_id}: the histogram in meta does not agree with the stored remotenesses modulo 3"

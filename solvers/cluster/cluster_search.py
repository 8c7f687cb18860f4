"""The search on a cluster: stage by stage and level by level, a task for every shard that has something to do.

Runs in the process that hands out the tasks. Knows nothing of Dask, which is behind `executor.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Puzzle, Rules, Value
from perfect_play.solvers.bound import Bound
from perfect_play.solvers.cluster import levels, packing, reverse_edges, shard_margins
from perfect_play.solvers.cluster.executor import Executor
from perfect_play.solvers.cluster.files import Piece, PieceWriter, pieces_by_shard
from perfect_play.solvers.cluster.job import ShardJob
from perfect_play.solvers.cluster.journal import Journal
from perfect_play.solvers.native.engine import SolvedVariant
from perfect_play.solvers.native.graph import starts_of
from perfect_play.solvers.native.margins import no_margin
from perfect_play.solvers.native.modulo3 import result_by_walking, two_bits
from perfect_play.solvers.result import MODULO3, Codec, RemotenessTooLarge, Result, result
from perfect_play.solvers.tables.layout import (
    BLOCK_BYTES,
    MODULO3_BLOCK,
    RANK,
    SORTED_ENTRIES,
    Codes,
    Layout,
    PackedTable,
    index_of,
    layout_of,
)

PARTS = 4  # parts of the table to pack per worker, at least


@dataclass
class ClusterSearch:
    """One variant's solve.

    report: called with progress as keyword arguments. sent: bytes that shards have sent to each other. passes: how
    often each position is visited, 1 or 2, to scale the progress.
    """

    rules: Rules
    job: ShardJob
    journal: Journal
    executor: Executor
    report: Callable[..., None]
    sent: int = 0
    passes: int = 1

    def step(
        self, name: str, task: Callable[..., Any], arguments: Callable[[int], tuple[Any, ...] | None]
    ) -> list[Any]:
        """Run one task for every shard whose `arguments` are not None; return the results, None for other shards."""

        def do() -> list[Any]:
            calls = [
                (shard, call_arguments)
                for shard in range(self.job.shards)
                if (call_arguments := arguments(shard)) is not None
            ]
            results: list[Any] = [None] * self.job.shards
            for shard, output in self.executor.run(task, self.job, calls):
                results[shard] = output
            return results

        results = self.journal.step(name, do)
        self.sent += sum(output.get("bytes", 0) for output in results if output is not None)
        return results

    def reach(self, stage: str, starts: Sequence[int]) -> list[int]:
        """Find all positions that these ranks lead to, level by level; return their number at each level.

        Raises what tasks raise, and TooLarge.
        """
        last = [-1] * self.job.shards
        counts: list[int] = []
        bound = Bound(self.rules, ranks=self.rules.dense)
        for level, count in self.run_levels(stage, levels.run_level, (), last, self.seeds(stage, starts)):
            if count:
                counts.append(count)
                bound.check(sum(counts), None)
                self.report(positions=sum(counts) // self.passes, level=level)
            self.delete_sent(stage, level - 1)
        return counts

    def run_levels(
        self,
        stage: str,
        task: Callable[..., Any],
        extra_arguments: tuple[Any, ...],
        last: list[int],
        incoming: list[list[Piece]],
    ) -> Iterator[tuple[int, int]]:
        """Run a step for every level, with the shards that were sent something; yield the level and the number found.

        stage: names the steps. last: the last level in which each shard had a task, counted across stages; updated.
        extra_arguments: arguments of the task between the level and `last`; the first is the number of levels of
        earlier stages. incoming: the pieces for every shard at the first level.
        """
        level = 0
        while any(incoming) or (level == 0 and extra_arguments):
            todo, before = incoming, [*last]

            def arguments(
                shard: int, level: int = level, todo: list[list[Piece]] = todo, before: list[int] = before
            ) -> tuple[Any, ...] | None:
                if not todo[shard] and (level or not extra_arguments):
                    return None
                return (stage, level, *extra_arguments, before[shard], shard, todo[shard])

            results = self.step(levels.step_name(stage, level), task, arguments)
            for shard, output in enumerate(results):
                if output is not None:
                    last[shard] = level + (extra_arguments[0] if extra_arguments else 0)
            incoming = pieces_by_shard(results, self.job.shards)
            yield level, sum(output["found"] for output in results if output is not None)
            level += 1

    def seeds(self, stage: str, starts: Sequence[int]) -> list[list[Piece]]:
        """The pieces of the first level: these ranks, for their owners."""
        job = self.job
        owned: list[list[int]] = [[] for _ in range(job.shards)]
        for number in sorted(starts):
            owned[job.owner(number)].append(number)
        with PieceWriter(job, f"{stage}.seeds") as out:
            for shard, numbers in enumerate(owned):
                if numbers and job.kind == "bits":
                    out.add(shard, levels.LIST, np.array(numbers, np.uint32) - np.uint32(job.low(shard)))
                elif numbers:
                    out.add(shard, levels.LIST, np.array(numbers, np.uint64))
        return out.pieces

    def delete_sent(self, stage: str, level: int) -> None:
        """Delete what the shards sent at a level, once it has been received."""
        self.journal.drop(*(levels.level_file(stage, level, shard, "sent") for shard in range(self.job.shards)))


# --- backward from the solutions ------------------------------------------------------------------

BACK = "back"
"""The stage's name."""


def solve_backward(search: ClusterSearch) -> SolvedVariant:
    """Solve a puzzle backward from its solutions. Raises what tasks raise, and RemotenessTooLarge."""
    rules, job = search.rules, search.job
    assert isinstance(rules, Puzzle)
    ranks = {rules.rank(solution) for solution in rules.solutions() or ()}
    counts = search.reach(BACK, [rank for rank in ranks if rank is not None])
    codec = MODULO3 if layout_of(rules) == "modulo3" else Codec.fitting("puzzle", len(counts) - 1)
    finish = packing.finish_bits if job.kind == "bits" else packing.finish_runs
    search.report(stage="writing the codes")
    finished = search.step("finish", finish, lambda shard: (shard, BACK, len(counts), codec.bits))
    histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(counts)})
    return SolvedShards(search, codec, [output["entries"] for output in finished], histogram, "closure").solved()


# --- forward from the start, and back --------------------------------------------------------------


def solve_forward(search: ClusterSearch) -> SolvedVariant:
    """Solve all that the start reaches, along reverse edges. Raises what tasks raise, and RemotenessTooLarge."""
    rules, job = search.rules, search.job
    search.passes = 2
    counts = search.reach(reverse_edges.REACH, starts_of(rules))
    total = sum(counts)
    search.report(stage="reversing the moves")
    entries = search.step("number", reverse_edges.number_ranks, lambda shard: (shard, len(counts)))
    sent = search.step("moves", reverse_edges.write_moves, lambda shard: (shard,))
    theirs = [[output["sent"][shard] for output in sent] for shard in range(job.shards)]
    search.step("turn", reverse_edges.reverse_moves, lambda shard: (shard, theirs[shard]))
    search.journal.drop(*(f"moves-{shard}" for shard in range(job.shards)))
    last, greatest, solved_count = [-1] * job.shards, 0, 0
    levels_of: list[int] = []
    widest = Codec("game" if job.game else "puzzle", 16)
    for stage in (reverse_edges.WINS, reverse_edges.TIES) if job.game else (reverse_edges.WINS,):
        before, level = sum(levels_of), 0
        no_pieces: list[list[Piece]] = [[] for _ in range(job.shards)]
        for level, count in search.run_levels(stage, reverse_edges.propagate, (before,), last, no_pieces):
            if level > widest.limit:
                raise RemotenessTooLarge(f"{rules.full_id}: remoteness {level} does not fit in {widest.bits} bits")
            if count:
                greatest = max(greatest, level)
                solved_count += count
                search.report(positions=(total + solved_count) // 2, level=level)
        levels_of.append(level + 1)
    wins, ties = [*levels_of, 0][:2]
    codec = Codec.fitting(widest.kind, greatest)
    search.report(stage="writing the codes")
    finished = search.step("finish", reverse_edges.finish, lambda shard: (shard, wins, ties, last[shard], codec.bits))
    counted: Counter[int] = Counter()
    for output in finished:
        for code, number in output["counts"]:
            counted[code] += number
    histogram = codec.histogram(counted.items())
    if job.points:
        _solve_margins(search, total)
    return SolvedShards(search, codec, [output["entries"] for output in entries], histogram, "reachable").solved()


def _solve_margins(search: ClusterSearch, positions: int) -> None:
    """Compute the margins of all positions reached. Raises KernelError if one has none, and what tasks raise."""
    job, last, levels = search.job, [-1] * search.job.shards, 0
    search.report(stage="computing the margins")
    no_pieces: list[list[Piece]] = [[] for _ in range(job.shards)]
    for level, _ in search.run_levels(shard_margins.MARGINS, shard_margins.propagate_margins, (0,), last, no_pieces):
        search.report(positions=positions, level=level)
        levels = level + 1
    for output in search.step("margins", shard_margins.finish_margins, lambda shard: (shard, levels, last[shard])):
        if output["unknown"] is not None:
            raise no_margin(search.rules, output["unknown"])


# --- the result -----------------------------------------------------------------------------------


class SolvedShards:
    """The codes of all shards, in their files: looks results up, and packs the table."""

    def __init__(
        self, search: ClusterSearch, codec: Codec, entries: list[int], histogram: Counter[Result], domain: Any
    ) -> None:
        self.search, self.job, self.codec = search, search.job, codec
        self.entries, self.histogram, self.domain = entries, histogram, domain
        dtype = packing.CODES[codec.bits] if codec.bits != 2 else np.uint64
        self.dense = search.rules.dense
        shards = range(self.job.shards)
        self.codes = [packing.map_file(self.job, packing.codes_file(shard), dtype) for shard in shards]
        self.ranks = [
            packing.map_file(self.job, packing.ranks_file(shard), np.uint64) for shard in shards if not self.dense
        ]
        self.margins = [
            packing.map_file(self.job, packing.margins_file(shard), np.int8) for shard in shards if self.job.points
        ]

    def solved(self) -> SolvedVariant:
        """The solved variant, as an engine returns it."""
        return SolvedVariant(
            self.codec,
            self.domain,
            self.histogram,
            self.pack,
            self.find,
            self.sample,
            checks=100 if self.codec.bits == 2 else 2000,
            margin=self.margin if self.job.points else None,
        )

    def _value(self, number: int, values: Sequence[Any]) -> int | None:
        """The code or margin of a rank, from those of every shard; None if it has none."""
        shard = self.job.owner(number)
        if self.dense:
            return int(values[shard][number - self.job.low(shard)])
        place = int(np.searchsorted(self.ranks[shard], np.uint64(number)))
        if place == len(self.ranks[shard]) or int(self.ranks[shard][place]) != number:
            return None
        return int(values[shard][place])

    def margin(self, number: int) -> int | None:
        """The margin of a rank, in a game won by points; None if it has none."""
        return self._value(number, self.margins)

    def find(self, number: int) -> Result | None:
        """The result of a rank; None if it has none."""
        if self.codec.bits == 2:
            return result_by_walking(self.search.rules, self._two_bits, number, len(self.histogram))
        code = self._value(number, self.codes)
        return None if code is None else self.codec.decode(code)

    def _two_bits(self, number: int) -> int:
        shard = self.job.owner(number)
        return two_bits(self.codes[shard], number - self.job.low(shard))

    def sample(self, rng: Any, count: int) -> Iterator[int]:
        """About `count` random ranks from all shards, preferably ones with a result."""
        each = -(-count // self.job.shards)
        for shard in range(self.job.shards):
            length = self.job.length(shard) if self.dense else len(self.ranks[shard])
            if not length:
                continue
            places = rng.integers(0, length, 4 * each)
            if not self.dense:
                yield from map(int, self.ranks[shard][places[:each]])
            elif self.codec.bits == 2:
                yield from (self.job.low(shard) + int(place) for place in places[:each])
            else:
                solved = places[self.codes[shard][places] != self.codec.no_entry]
                selected = solved if self.domain != "closure" else [*solved[: each // 2], *places[: each // 2]]
                yield from (self.job.low(shard) + int(place) for place in selected[:each])

    def pack(self) -> PackedTable:
        """The table's parts, packed by all workers, a few blocks at a time."""
        if self.dense:
            return self._pack_dense()
        return self._pack_sorted()

    def _pack_dense(self) -> PackedTable:
        size = self.job.size
        step = MODULO3_BLOCK if self.codec.bits == 2 else BLOCK_BYTES * 8 // self.codec.bits
        blocks = -(-size // step)
        each = self._each(blocks)
        calls = [
            (part, (part, first, min(first + each, blocks), step, size, self.codec.bits))
            for part, first in enumerate(range(0, blocks, each))
        ]

        def parts() -> Iterator[tuple[str, bytes]]:
            for part, output in enumerate(self._in_order(packing.pack_dense, calls)):
                yield from packing.parts_of(self.job, output["pieces"], part * each)

        layout: Layout = "modulo3" if self.codec.bits == 2 else "dense"
        return PackedTable(layout, parts(), size, step, blocks, self.histogram, packed_margins=self.job.points)

    def _pack_sorted(self) -> PackedTable:
        entries = sum(self.entries)
        blocks = -(-entries // SORTED_ENTRIES)
        each = self._each(blocks)
        bounds = [self._rank_at(first * SORTED_ENTRIES) for first in range(0, blocks, each)] + [1 << 63]
        calls = [
            (part, (part, (bounds[part], bounds[part + 1]), SORTED_ENTRIES, entries, self.codec.bits))
            for part in range(len(bounds) - 1)
        ]

        def parts() -> Iterator[tuple[str, bytes]]:
            firsts = Codes(RANK)
            for part, output in enumerate(self._in_order(packing.pack_sorted, calls)):
                firsts.extend(output["firsts"])
                yield from packing.parts_of(self.job, output["pieces"], part * each)
            yield "index", index_of(firsts)

        return PackedTable(
            "sorted", parts(), entries, SORTED_ENTRIES, blocks, self.histogram, packed_margins=self.job.points
        )

    def _each(self, blocks: int) -> int:
        """The number of blocks for one task to pack."""
        return max(1, min(1024, -(-blocks // (PARTS * self.search.executor.workers))))

    def _rank_at(self, place: int) -> int:
        """The rank at this place among the sorted ranks of all shards together."""
        low, high = 0, 1 << 63
        while high - low > 1:  # find the greatest number with at most `place` ranks below it
            middle = (low + high) // 2
            below = sum(int(np.searchsorted(ranks, np.uint64(middle))) for ranks in self.ranks)
            low, high = (middle, high) if below <= place else (low, middle)
        return low

    def _in_order(self, task: Callable[..., Any], calls: list[Any]) -> Iterator[Any]:
        """The results of calls numbered from 0, in that order, each as soon as possible."""
        waiting: dict[int, Any] = {}
        following = 0
        for number, output in self.search.executor.run(task, self.job, calls):
            waiting[number] = output
            while following in waiting:
                yield waiting.pop(following)
                following += 1

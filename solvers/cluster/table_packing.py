"""The table: what all shards have found, looked up by one process and packed by all workers, a stretch to a task."""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Value
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.cluster.job import (
    BACK,
    MARGINS,
    MOST_RANKS,
    REACH,
    TIES,
    WINS,
    ShardJob,
    end_step,
    rules_of,
    task_name,
)
from perfect_play.solvers.cluster.pieces import PieceWriter
from perfect_play.solvers.cluster.scheme import ClusterSearch
from perfect_play.solvers.native.engine import SolvedVariant, place_in
from perfect_play.solvers.native.forward_engine import no_margin
from perfect_play.solvers.native.modulo3_engine import result_by_walking, two_bits
from perfect_play.solvers.result import MODULO3, Codec, RemotenessTooLarge, Result, result
from perfect_play.solvers.retrograde import Domain
from perfect_play.solvers.tables.table_layout import (
    BLOCK_BYTES,
    MODULO3_BLOCK,
    RANK,
    SORTED_ENTRIES,
    PackedTable,
    by_bytes,
    compressor,
    index_of,
    layout_of,
    margin_part,
    sorted_block,
)

PARTS = 4  # stretches for each worker, at least
MOST_BLOCKS = 1024  # of a stretch


@dataclass
class SolvedShards:
    """What all shards have written at the end of a stage."""

    search: ClusterSearch
    stage: str
    codec: Codec
    domain: Domain
    histogram: Counter[Result]

    def __post_init__(self) -> None:
        self.job = self.search.job
        arrays = written_by(self.job, self.stage, range(self.job.shards))
        self.codes, self.ranks, self.margins = (arrays.get(name, []) for name in ("codes", "ranks", "margins"))

    def solved(self) -> SolvedVariant:
        """The solved variant, as an engine returns it."""
        checks, margin = 100 if self.codec.bits == 2 else 2000, self.margin if self.margins else None
        arguments = self.codec, self.domain, self.histogram, self.pack, self.find, self.sample
        return SolvedVariant(*arguments, checks=checks, margin=margin)

    def find(self, number: int) -> Result | None:
        """The result of a rank; None if it has none."""
        if self.codec.bits == 2:
            return result_by_walking(self.search.rules, self._two_bits, number, len(self.histogram))
        code = self._value(self.codes, number)
        return None if code is None else self.codec.decode(code)

    def _two_bits(self, number: int) -> int:
        shard = self.job.owner(number)
        return two_bits(self.codes[shard], number - self.job.low(shard))

    def margin(self, number: int) -> int | None:
        """The margin of a rank; None if it has none."""
        return self._value(self.margins, number)

    def _value(self, values: list[Ints], number: int) -> int | None:
        shard = self.job.owner(number)
        place = number - self.job.low(shard) if self.job.width else place_in(self.ranks[shard], number)
        return None if place is None else int(values[shard][place])

    def sample(self, rng: np.random.Generator, count: int) -> Iterator[int]:
        """About `count` random ranks from all shards, half of them with a result if possible."""
        each = -(-count // self.job.shards)
        for shard in range(self.job.shards):
            length = self.job.length(shard) if self.job.width else len(self.ranks[shard])
            places = rng.integers(0, length, 4 * each) if length else np.zeros(0, np.int64)
            if self.job.width and self.codec.bits > 2:
                solved = places[self.codes[shard][places] != self.codec.no_entry]
                places = np.concatenate([solved[: each // 2], places])
            yield from map(int, self.ranks[shard][places[:each]] if self.ranks else self.job.low(shard) + places[:each])

    def pack(self) -> PackedTable:
        """The parts of the table, in order, as the workers complete them."""
        job, dense = self.job, self.search.rules.dense
        entries, step = job.size if dense else sum(map(len, self.ranks)), _step(dense, self.codec.bits)
        blocks = -(-entries // step)
        each = max(1, min(MOST_BLOCKS, -(-blocks // (PARTS * self.search.executor.workers))))
        firsts = range(0, blocks, each)
        bounds = [first * step if dense else self._rank_at(first * step) for first in firsts] + [job.most_ranks]
        calls = {
            number: (self.stage, first, ranks, entries, self.codec.bits)
            for number, (first, ranks) in enumerate(zip(firsts, pairwise(bounds), strict=True))
        }
        parts = self._parts(f"pack.{each}", calls)
        return PackedTable(
            layout_of(self.search.rules), parts, entries, step, blocks, self.histogram, packed_margins=job.points
        )

    def _rank_at(self, place: int) -> int:
        """The rank at this place among those of all shards together."""
        return bisect_right(range(MOST_RANKS), place, key=self._ranks_below) - 1

    def _ranks_below(self, number: int) -> int:
        return sum(int(np.searchsorted(ranks, np.uint64(number))) for ranks in self.ranks)

    def _parts(self, step: str, calls: dict[int, tuple[Any, ...]]) -> Iterator[tuple[str, bytes]]:
        notes, following, firsts = dict[int, Any](), 0, list[int]()
        for number, note in self.search.run(step, pack_stretch, calls):
            notes[number] = note
            while following in notes:
                yield from self.job.read(task_name(step, following)).parts()
                firsts += notes.pop(following)["firsts"]
                following += 1
        if firsts:
            yield "index", index_of(array(RANK, firsts))


def _step(dense: bool, bits: int) -> int:
    """The entries of a block."""
    return SORTED_ENTRIES if not dense else MODULO3_BLOCK if bits == 2 else BLOCK_BYTES * 8 // bits


def written_by(job: ShardJob, stage: str, shards: Iterable[int], checked: bool = True) -> dict[str, list[Ints]]:
    """What these shards have written at the end of a stage: by name, an array of each, mapped. Raises FileDamaged."""
    names = {"codes": stage} | ({} if job.width else {"ranks": stage}) | ({"margins": MARGINS} if job.points else {})
    return {
        name: [job.read(task_name(end_step(last), shard)).mapped(name, checked) for shard in shards]
        for name, last in names.items()
    }


def pack_stretch(
    job: ShardJob, out: PieceWriter, number: int, stage: str, first: int, ranks: Sequence[int], entries: int, bits: int
) -> dict[str, Any]:
    """Pack the blocks of the ranks from one to before another, of which the first block has the number `first`.

    entries: of the table. bits: of a code. Raises FileDamaged, OSError.
    """
    dense = rules_of(job).dense
    step, compress = _step(dense, bits) // (32 if bits == 2 else 1), compressor(entries, in_order=not dense)
    low, high = ranks
    joined = _in_order(job, stage, low, high, bits)
    for block, start in enumerate(range(0, len(joined["codes"]), step), first):
        raw = {name: values[start : start + step].tobytes() for name, values in joined.items()}
        packed = by_bytes(raw["codes"], max(1, bits // 8))
        if not dense:
            packed = sorted_block(array(RANK, raw["ranks"]), array(Codec("game", bits).typecode, raw["codes"]))
        out.add(str(block), np.frombuffer(compress(packed), np.uint8))
        if job.points:
            out.add(margin_part(block), np.frombuffer(compress(raw["margins"]), np.uint8))
    return {"firsts": [] if dense else joined["ranks"][::step].tolist()}


def _in_order(job: ShardJob, stage: str, low: int, high: int, bits: int) -> dict[str, Any]:
    """What was found of the ranks from `low` to before `high`, by name, in the order of the table."""
    if job.width:
        shards, each = range(job.owner(low), job.owner(high - 1) + 1), 32 if bits == 2 else 1  # ranks in a number
        ends = [[max(0, rank - job.low(shard)) for rank in (low, high)] for shard in shards]
        stretches = [slice(start // each, -(-end // each)) for start, end in ends]
        arrays = written_by(job, stage, shards, checked=False)
    else:
        arrays = written_by(job, stage, range(job.shards), checked=False)
        stretches = [slice(*np.searchsorted(ranks, np.array([low, high], np.uint64))) for ranks in arrays["ranks"]]
    joined = {
        name: np.concatenate([values[stretch] for values, stretch in zip(lists, stretches, strict=True)])
        for name, lists in arrays.items()
    }
    if job.width:
        return joined
    if not rules_of(job).dense:
        order = np.argsort(joined["ranks"], kind="stable")  # which merges the shards
        return {name: values[order] for name, values in joined.items()}
    places = (joined.pop("ranks") - np.uint64(low)).astype(np.int64)
    for name, values in joined.items():
        joined[name] = np.full(high - low, (1 << bits) - 1 if name == "codes" else 0, values.dtype)
        joined[name][places] = values
    return joined


def solve_backward(search: ClusterSearch) -> SolvedVariant:
    """Solve a puzzle backward from its solutions. Raises what tasks raise, and RemotenessTooLarge."""
    counts = search.reach(BACK, keep_sent=False)
    codec = MODULO3 if layout_of(search.rules) == "modulo3" else Codec.fitting("puzzle", len(counts) - 1)
    search.report(stage="writing the codes")
    search.end(BACK, codec.bits)
    histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(counts)})
    return SolvedShards(search, BACK, codec, "closure", histogram).solved()


def solve_forward(search: ClusterSearch) -> SolvedVariant:
    """Solve all that the start reaches, along reverse edges. Raises what tasks raise, and RemotenessTooLarge."""
    rules, job = search.rules, search.job
    search.passes = 2
    counts = search.reach(REACH, keep_sent=True)
    search.report(stage="reversing the moves")
    search.end(REACH)
    for level in range(len(counts) + 1):
        search.drop_sent(REACH, level)
    total, solved, greatest = sum(counts), 0, 0
    wide = Codec("game" if job.game else "puzzle", 16)
    stages = (WINS, TIES) if job.game else (WINS,)
    for stage in stages:
        for level, count in search.run_levels(stage):
            if level > wide.limit:
                raise RemotenessTooLarge(f"{rules.full_id}: remoteness {level} does not fit in {wide.bits} bits")
            if count:
                greatest, solved = max(greatest, level), solved + count
                search.report(positions=(total + solved) // 2, level=level)
        codec = Codec.fitting(wide.kind, greatest)
        notes = search.end(stage, codec.bits)
    if job.points:
        search.report(stage="computing the margins")
        for level, _ in search.run_levels(MARGINS):
            search.report(positions=total, level=level)
        for note in search.end(MARGINS):
            if note["unknown"] is not None:
                raise no_margin(rules, note["unknown"])
    counted = sum((Counter(dict(note["counts"])) for note in notes), Counter[int]())
    histogram = codec.histogram(counted.items())
    return SolvedShards(search, stages[-1], codec, "reachable", histogram).solved()

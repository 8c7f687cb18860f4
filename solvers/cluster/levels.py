"""One level of one shard, as a task: finds the new positions among those sent to it, and sends on what they lead to.

*Delayed duplicate detection* (R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004): a
position is sent to its owner whenever it is met, and the owner finds out which are new. A bit shard marks them in a
bitmap; a run shard sorts them and compares them with the earlier levels, which are ascending lists.

A bit shard sends a level as bits if a bit for every rank takes less space than a number for each move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from solvers.cluster import shard_cache
from solvers.cluster.files import FileDamaged, Piece, PieceWriter, read, write_array
from solvers.cluster.job import WORD, Job, compiled
from solvers.cluster.journal import read_step
from solvers.native.engine import scratch_for
from solvers.native.specialize import KernelError

TRIED = 1 << 16  # positions of a level expanded before deciding how to send it
CHUNK = 1 << 20  # positions expanded at a time
LIST, BITS = "list", "bits"


def level_file(stage: str, level: int, shard: int, ending: str) -> str:
    """The name of a file of a level: `sent`, what it sent; `found`, the level itself."""
    return f"{stage}-{level}-{shard}.{ending}"


def step_name(stage: str, level: int) -> str:
    """The name of a level's step in the journal."""
    return f"{stage}-{level}"


def run_level(job: Job, stage: str, level: int, last: int, shard: int, pieces: Sequence[Piece]) -> dict[str, Any]:
    """Run one level of a shard. Raises KernelError, FileDamaged, OSError.

    last: the last level before this in which the shard had a task, or -1. pieces: those sent to it. In the result,
    `found` is the number of positions, `kept` the piece that holds them, `sent` the pieces for every shard.
    """
    key = (job.directory, stage, shard)
    known = shard_cache.take(key, last)
    if known is None:
        known = _known(job, stage, level, shard)
    found = known.absorb(pieces)
    kept = write_array(job, level_file(stage, level, shard, "found"), found.kind, found.array)
    with PieceWriter(job, level_file(stage, level, shard, "sent")) as out:
        if found.count:
            known.send(found, out)
    shard_cache.put(key, level, known, known.size, job.cache_bytes)
    return {"found": found.count, "kept": kept, "sent": out.pieces if found.count else [], "bytes": out.length}


class ShardLevel:
    """The positions of one level in one shard, as a list or as bits."""

    def __init__(self, kind: str, array: Any, count: int) -> None:
        self.kind, self.array, self.count = kind, array, count


def _known(job: Job, stage: str, level: int, shard: int) -> BitShard | RunShard:
    """The state of a shard before a level, restored from the files."""
    known: BitShard | RunShard = BitShard(job, shard) if job.kind == "bits" else RunShard(job, shard)
    for _, found in stored_levels(job, stage, level, shard):
        known.add(found)
    return known


def stored_levels(job: Job, stage: str, below: int, shard: int) -> Iterator[tuple[int, ShardLevel]]:
    """The stored levels of a shard before level `below`, without the empty ones. Raises FileDamaged."""
    for level in range(below):
        outputs = read_step(job.path(""), f"{step_name(stage, level)}.json")
        if outputs is None:
            raise FileDamaged(f"{job.path(step_name(stage, level))}.json is damaged")
        mine = outputs[shard]
        if mine is not None and mine["kept"] is not None:
            for kind, data in read(job, [mine["kept"]]):
                yield level, ShardLevel(kind, data.view(_dtype(job, kind)), mine["found"])


def _dtype(job: Job, kind: str) -> Any:
    return np.uint32 if job.kind == "bits" and kind == LIST else np.uint64


class Sender:
    """The buffers through which one shard sends at one level: a row for every shard."""

    def __init__(self, job: Job, shard: int) -> None:
        self.job, self.shard, self.module = job, shard, compiled(job)
        self.numbers, self.work = np.zeros(job.most, np.int64), scratch_for(self.module)
        self.fill = np.zeros(job.shards, np.int64)
        self.size = min(job.size, (1 << 63) - 1)

    def rows(self, dtype: Any) -> Any:
        """A new buffer with a row for every shard."""
        each = self.job.buffer_bytes // (self.job.shards * np.dtype(dtype).itemsize)
        return np.empty((self.job.shards, max(each, 4 * self.job.most)), dtype)

    def checked(self, done: int) -> int:
        """Return `done`, a loop's result; raise KernelError if it is negative: the kernel wrote out of range."""
        if done >= 0:
            return done
        raise KernelError(
            f"{self.job.name}: the kernel writes a number out of range, or more than `most` numbers, "
            f"at rank {-1 - done}.\n"
            "  Run the law `kernel` at that position, or raise `most`."
        )

    def flush(
        self,
        out: PieceWriter,
        kind: str,
        *rows: Any,
        more: bool = False,
        prepare: Callable[[Any], Any] = lambda row: row,
    ) -> int:
        """Write the contents of the rows as pieces; return how many numbers of each of `rows` were written.

        more: if more is to come, write only rows that are more than half full. prepare: applied to each row before it
        is written. Raises OSError.
        """
        least, written = rows[0].shape[1] // 2 if more else 0, 0
        for owner in np.flatnonzero(self.fill > least):
            count = int(self.fill[owner])
            out.add(int(owner), kind, *(prepare(row[owner, :count]) for row in rows))
            written += count
            self.fill[owner] = 0
        return written


class BitShard:
    """A shard that owns a range of the ranks, with a bit for each that is known."""

    def __init__(self, job: Job, shard: int) -> None:
        self.job, self.shard, self.module = job, shard, compiled(job)
        self.known = np.zeros(max(1, job.width // WORD), np.uint64)
        self.size = self.known.nbytes

    def add(self, found: ShardLevel) -> None:
        """Mark these positions as known."""
        (self.module.unite if found.kind == BITS else self.module.mark)(self.known, found.array)

    def absorb(self, pieces: Sequence[Piece]) -> ShardLevel:
        """The new positions among those sent, now known."""
        sent = sum(piece[3] for piece in pieces) // 4
        if sent < self.job.width // WORD and all(piece[1] == LIST for piece in pieces):
            offsets, count = np.empty(sent, np.uint32), 0
            for _, data in read(self.job, pieces):
                count = self.module.mark_new(self.known, data.view(np.uint32), offsets, count)
            return ShardLevel(LIST, offsets[:count], count)
        fresh = np.zeros_like(self.known)
        for kind, data in read(self.job, pieces):
            self.add_to(fresh, kind, data)
        count = self.module.keep_new(fresh, self.known)
        if 32 * count >= self.job.width:
            return ShardLevel(BITS, fresh, count)
        listed = np.empty(count, np.uint64)
        self.module.list_bits(fresh, 0, len(fresh), 0, listed)
        return ShardLevel(LIST, listed.astype(np.uint32), count)

    def add_to(self, words: Any, kind: str, data: Any) -> None:
        """Set the bits of a piece."""
        if kind == BITS:
            self.module.unite(words, data.view(np.uint64))
        else:
            self.module.mark(words, data.view(np.uint32))

    def _ranks(self, found: ShardLevel) -> Iterator[Any]:
        """The ranks of a level, in chunks."""
        low, first = self.job.low(self.shard), 0
        step = TRIED if found.kind == LIST else TRIED // WORD
        listed = np.empty(CHUNK, np.uint64)
        while first < len(found.array):
            last = min(first + step, len(found.array))
            if found.kind == LIST:
                yield found.array[first:last].astype(np.uint64) + np.uint64(low)
            else:
                yield listed[: self.module.list_bits(found.array, first, last, low, listed)]
            first, step = last, CHUNK if found.kind == LIST else CHUNK // WORD

    def send(self, found: ShardLevel, out: PieceWriter) -> None:
        """Send their owners the positions that this level leads to."""
        job, sender = self.job, Sender(self.job, self.shard)
        buffer = sender.rows(np.uint32)
        written = 0
        ranks = self._ranks(found)
        left = found.count
        for some in ranks:
            start = 0
            while start < len(some):
                start = sender.checked(
                    self.module.spread_by_range(
                        some,
                        start,
                        sender.size,
                        self.shard,
                        self.known,
                        job.width,
                        1 / job.width,
                        sender.numbers,
                        sender.work,
                        buffer,
                        sender.fill,
                    )
                )
                if start < len(some):
                    written += sender.flush(out, LIST, buffer, more=True)
            left -= len(some)
            moves = written + int(sender.fill.sum())
            if 4 * moves * left > (found.count - left) * job.size // 8 and job.size // 8 <= job.buffer_bytes:
                break
        sender.flush(out, LIST, buffer)
        if left:
            self._send_bits(ranks, sender, out)

    def _send_bits(self, ranks: Iterable[Any], sender: Sender, out: PieceWriter) -> None:
        """Send what the remaining ranks lead to, as a bit for every rank."""
        words = self.job.width // WORD
        everywhere = np.zeros(words * self.job.shards, np.uint64)
        for some in ranks:
            sender.checked(self.module.spread_bits(some, sender.size, sender.numbers, sender.work, everywhere))
        for shard in range(self.job.shards):
            theirs = everywhere[shard * words : (shard + 1) * words]
            if theirs.any():
                out.add(shard, BITS, theirs)


class RunShard:
    """A shard that owns ranks by their hash, with all known ones in a few ascending lists."""

    def __init__(self, job: Job, shard: int) -> None:
        self.job, self.shard, self.module = job, shard, compiled(job)
        self._runs: list[Any] = []

    @property
    def size(self) -> int:
        """The size of the lists in bytes."""
        return sum(run.nbytes for run in self._runs)

    def add(self, found: ShardLevel) -> None:
        """Mark these positions as known."""
        codes = found.array
        while self._runs and len(self._runs[-1]) < 2 * len(codes):
            other = self._runs.pop()
            both = np.empty(len(other) + len(codes), np.uint64)
            codes = both[: self.module.merge(other, codes, both)]
        self._runs.append(codes)

    def absorb(self, pieces: Sequence[Piece]) -> ShardLevel:
        """The new positions among those sent, now known."""
        codes = np.empty(sum(piece[3] for piece in pieces) // 8, np.uint64)
        place = 0
        for _, data in read(self.job, pieces):
            some = data.view(np.uint64)
            codes[place : place + len(some)] = some
            place += len(some)
        codes.sort()
        codes = codes[: self.module.without_repetition(codes)]
        for run in self._runs:
            codes = codes[: self.module.without(codes, run)]
        found = ShardLevel(LIST, codes.copy(), len(codes))
        if found.count:
            self.add(found)
        return found

    def send(self, found: ShardLevel, out: PieceWriter) -> None:
        """Send their owners the positions that this level leads to, each rank once in a piece."""
        job, sender = self.job, Sender(self.job, self.shard)
        buffer = sender.rows(np.uint64)
        for first in range(0, found.count, CHUNK):
            some, start = found.array[first : first + CHUNK], 0
            while start < len(some):
                start = sender.checked(
                    self.module.spread_by_hash(
                        some, start, sender.size, job.shards, sender.numbers, sender.work, buffer, sender.fill
                    )
                )
                if start < len(some):
                    sender.flush(out, LIST, buffer, more=True, prepare=self._distinct)
        sender.flush(out, LIST, buffer, prepare=self._distinct)

    def _distinct(self, codes: Any) -> Any:
        """The distinct ranks of a row, ascending."""
        codes.sort()
        return codes[: self.module.without_repetition(codes)]

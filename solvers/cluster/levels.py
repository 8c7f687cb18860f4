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

from perfect_play.solvers.cluster import shard_cache
from perfect_play.solvers.cluster.files import FileDamaged, Piece, PieceWriter, read, write_array
from perfect_play.solvers.cluster.job import WORD_BITS, ShardJob, loops_of, scratch_of
from perfect_play.solvers.cluster.journal import read_step
from perfect_play.solvers.native.compiler import KernelError

PROBED = 1 << 16  # positions of a level expanded before deciding how to send it
CHUNK = 1 << 20  # positions expanded at a time
LIST, BITS = "list", "bits"


def level_file(stage: str, level: int, shard: int, ending: str) -> str:
    """The name of a file of a level: `sent`, what it sent; `found`, the level itself."""
    return f"{stage}-{level}-{shard}.{ending}"


def step_name(stage: str, level: int) -> str:
    """The name of a level's step in the journal."""
    return f"{stage}-{level}"


def run_level(job: ShardJob, stage: str, level: int, last: int, shard: int, pieces: Sequence[Piece]) -> dict[str, Any]:
    """Run one level of a shard. Raises KernelError, FileDamaged, OSError.

    last: the last level before this in which the shard had a task, or -1. pieces: those sent to it. In the result,
    `found` is the number of positions, `kept` the piece that holds them, `sent` the pieces for every shard.
    """
    key = (job.directory, stage, shard)
    state = shard_cache.take(key, last)
    if state is None:
        state = _restored(job, stage, level, shard)
    shard_level = state.absorb(pieces)
    piece = write_array(job, level_file(stage, level, shard, "found"), shard_level.kind, shard_level.array)
    with PieceWriter(job, level_file(stage, level, shard, "sent")) as out:
        if shard_level.count:
            state.send(shard_level, out)
    shard_cache.put(key, level, state, state.size, job.cache_bytes)
    return {
        "found": shard_level.count,
        "kept": piece,
        "sent": out.pieces if shard_level.count else [],
        "bytes": out.length,
    }


class ShardLevel:
    """The positions of one level in one shard, as a list or as bits."""

    def __init__(self, kind: str, array: Any, count: int) -> None:
        self.kind, self.array, self.count = kind, array, count


def _restored(job: ShardJob, stage: str, level: int, shard: int) -> BitShard | RunShard:
    """The state of a shard before a level, restored from the files."""
    state: BitShard | RunShard = BitShard(job, shard) if job.kind == "bits" else RunShard(job, shard)
    for _, shard_level in stored_levels(job, stage, level, shard):
        state.add(shard_level)
    return state


def stored_levels(job: ShardJob, stage: str, below: int, shard: int) -> Iterator[tuple[int, ShardLevel]]:
    """The stored levels of a shard before level `below`, without the empty ones. Raises FileDamaged."""
    for level in range(below):
        outputs = read_step(job.path(""), f"{step_name(stage, level)}.json")
        if outputs is None:
            raise FileDamaged(f"{job.path(step_name(stage, level))}.json is damaged")
        mine = outputs[shard]
        if mine is not None and mine["kept"] is not None:
            for kind, data in read(job, [mine["kept"]]):
                yield level, ShardLevel(kind, data.view(_dtype(job, kind)), mine["found"])


def _dtype(job: ShardJob, kind: str) -> Any:
    return np.uint32 if job.kind == "bits" and kind == LIST else np.uint64


class Sender:
    """The buffers through which one shard sends at one level: a row for every shard."""

    def __init__(self, job: ShardJob, shard: int) -> None:
        self.job, self.shard, self.loops = job, shard, loops_of(job)
        self.numbers, self.scratch = np.zeros(job.max_moves, np.int64), scratch_of(job)
        self.fill = np.zeros(job.shards, np.int64)
        self.size = min(job.size, (1 << 63) - 1)

    def rows(self, dtype: Any) -> Any:
        """A new buffer with a row for every shard."""
        each = self.job.buffer_bytes // (self.job.shards * np.dtype(dtype).itemsize)
        return np.empty((self.job.shards, max(each, 4 * self.job.max_moves)), dtype)

    def checked(self, count: int) -> int:
        """Return `count`, a loop's result; raise KernelError if it is negative: the kernel wrote out of range."""
        if count >= 0:
            return count
        raise KernelError(
            f"{self.job.name}: the kernel writes a number out of range, or more than `most` numbers, "
            f"at rank {-1 - count}.\n"
            "  Run the law `kernel` at that position, or raise `most`."
        )

    def flush(
        self,
        out: PieceWriter,
        kind: str,
        *rows: Any,
        partial: bool = False,
        prepare: Callable[[Any], Any] = lambda row: row,
    ) -> int:
        """Write the contents of the rows as pieces; return how many numbers of each of `rows` were written.

        partial: if more is to come, write only rows that are more than half full. prepare: applied to each row before
        it is written. Raises OSError.
        """
        threshold, total = rows[0].shape[1] // 2 if partial else 0, 0
        for owner in np.flatnonzero(self.fill > threshold):
            count = int(self.fill[owner])
            out.add(int(owner), kind, *(prepare(row[owner, :count]) for row in rows))
            total += count
            self.fill[owner] = 0
        return total


class BitShard:
    """A shard that owns a range of the ranks, with a bit for each that is known."""

    def __init__(self, job: ShardJob, shard: int) -> None:
        self.job, self.shard, self.loops = job, shard, loops_of(job)
        self.visited = np.zeros(max(1, job.width // WORD_BITS), np.uint64)
        self.size = self.visited.nbytes

    def add(self, shard_level: ShardLevel) -> None:
        """Mark these positions as known."""
        (self.loops.unite if shard_level.kind == BITS else self.loops.mark)(self.visited, shard_level.array)

    def absorb(self, pieces: Sequence[Piece]) -> ShardLevel:
        """The new positions among those sent, now known."""
        sent = sum(piece[3] for piece in pieces) // 4
        if sent < self.job.width // WORD_BITS and all(piece[1] == LIST for piece in pieces):
            offsets, count = np.empty(sent, np.uint32), 0
            for _, data in read(self.job, pieces):
                count = self.loops.mark_new(self.visited, data.view(np.uint32), offsets, count)
            return ShardLevel(LIST, offsets[:count], count)
        fresh = np.zeros_like(self.visited)
        for kind, data in read(self.job, pieces):
            self.add_to(fresh, kind, data)
        count = self.loops.keep_new(fresh, self.visited)
        if 32 * count >= self.job.width:
            return ShardLevel(BITS, fresh, count)
        listed = np.empty(count, np.uint64)
        self.loops.list_bits(fresh, 0, len(fresh), 0, listed)
        return ShardLevel(LIST, listed.astype(np.uint32), count)

    def add_to(self, bits: Any, kind: str, data: Any) -> None:
        """Set the bits of a piece."""
        if kind == BITS:
            self.loops.unite(bits, data.view(np.uint64))
        else:
            self.loops.mark(bits, data.view(np.uint32))

    def _ranks(self, shard_level: ShardLevel) -> Iterator[Any]:
        """The ranks of a level, in chunks."""
        low, first = self.job.low(self.shard), 0
        step = PROBED if shard_level.kind == LIST else PROBED // WORD_BITS
        listed = np.empty(CHUNK, np.uint64)
        while first < len(shard_level.array):
            last = min(first + step, len(shard_level.array))
            if shard_level.kind == LIST:
                yield shard_level.array[first:last].astype(np.uint64) + np.uint64(low)
            else:
                yield listed[: self.loops.list_bits(shard_level.array, first, last, low, listed)]
            first, step = last, CHUNK if shard_level.kind == LIST else CHUNK // WORD_BITS

    def send(self, shard_level: ShardLevel, out: PieceWriter) -> None:
        """Send their owners the positions that this level leads to."""
        job, sender = self.job, Sender(self.job, self.shard)
        buffer = sender.rows(np.uint32)
        sent_count = 0
        ranks = self._ranks(shard_level)
        remaining = shard_level.count
        for chunk in ranks:
            start = 0
            while start < len(chunk):
                start = sender.checked(
                    self.loops.spread_by_range(
                        chunk,
                        start,
                        sender.size,
                        self.shard,
                        self.visited,
                        job.width,
                        1 / job.width,
                        sender.numbers,
                        sender.scratch,
                        buffer,
                        sender.fill,
                    )
                )
                if start < len(chunk):
                    sent_count += sender.flush(out, LIST, buffer, partial=True)
            remaining -= len(chunk)
            moves = sent_count + int(sender.fill.sum())
            if (
                4 * moves * remaining > (shard_level.count - remaining) * job.size // 8
                and job.size // 8 <= job.buffer_bytes
            ):
                break
        sender.flush(out, LIST, buffer)
        if remaining:
            self._send_bits(ranks, sender, out)

    def _send_bits(self, ranks: Iterable[Any], sender: Sender, out: PieceWriter) -> None:
        """Send what the remaining ranks lead to, as a bit for every rank."""
        length = self.job.width // WORD_BITS
        everywhere = np.zeros(length * self.job.shards, np.uint64)
        for chunk in ranks:
            sender.checked(self.loops.spread_bits(chunk, sender.size, sender.numbers, sender.scratch, everywhere))
        for shard in range(self.job.shards):
            theirs = everywhere[shard * length : (shard + 1) * length]
            if theirs.any():
                out.add(shard, BITS, theirs)


class RunShard:
    """A shard that owns ranks by their hash, with all known ones in a few ascending lists."""

    def __init__(self, job: ShardJob, shard: int) -> None:
        self.job, self.shard, self.loops = job, shard, loops_of(job)
        self._runs: list[Any] = []

    @property
    def size(self) -> int:
        """The size of the lists in bytes."""
        return sum(run.nbytes for run in self._runs)

    def add(self, shard_level: ShardLevel) -> None:
        """Mark these positions as known."""
        codes = shard_level.array
        while self._runs and len(self._runs[-1]) < 2 * len(codes):
            run = self._runs.pop()
            both = np.empty(len(run) + len(codes), np.uint64)
            codes = both[: self.loops.merge(run, codes, both)]
        self._runs.append(codes)

    def absorb(self, pieces: Sequence[Piece]) -> ShardLevel:
        """The new positions among those sent, now known."""
        codes = np.empty(sum(piece[3] for piece in pieces) // 8, np.uint64)
        place = 0
        for _, data in read(self.job, pieces):
            part = data.view(np.uint64)
            codes[place : place + len(part)] = part
            place += len(part)
        codes.sort()
        codes = codes[: self.loops.without_repetition(codes)]
        for run in self._runs:
            codes = codes[: self.loops.exclude(codes, run)]
        shard_level = ShardLevel(LIST, codes.copy(), len(codes))
        if shard_level.count:
            self.add(shard_level)
        return shard_level

    def send(self, shard_level: ShardLevel, out: PieceWriter) -> None:
        """Send their owners the positions that this level leads to, each rank once in a piece."""
        job, sender = self.job, Sender(self.job, self.shard)
        buffer = sender.rows(np.uint64)
        for first in range(0, shard_level.count, CHUNK):
            chunk, start = shard_level.array[first : first + CHUNK], 0
            while start < len(chunk):
                start = sender.checked(
                    self.loops.spread_by_hash(
                        chunk, start, sender.size, job.shards, sender.numbers, sender.scratch, buffer, sender.fill
                    )
                )
                if start < len(chunk):
                    sender.flush(out, LIST, buffer, partial=True, prepare=self._distinct)
        sender.flush(out, LIST, buffer, prepare=self._distinct)

    def _distinct(self, codes: Any) -> Any:
        """The distinct ranks of a row, ascending."""
        codes.sort()
        return codes[: self.loops.without_repetition(codes)]

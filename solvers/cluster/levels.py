"""A level of one shard, as a task: what is sent to it, less what it knows, is the level; what that leads to is sent on.

*Delayed duplicate detection* (R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004): a
position is written down for its owner as often as it is met, and the owner finds out which are new. A shard of bits
marks them; a shard of runs sorts them, and compares with the levels before, which are ascending lists.

Of bits, a level with so many moves that a bit for every rank takes less than a number for each move is sent as bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from solvers.cluster import shard_cache
from solvers.cluster.files import Damaged, Out, Piece, read, write_array
from solvers.cluster.job import WORD, Job, compiled
from solvers.cluster.journal import read_step
from solvers.native.engine import ROOM
from solvers.native.specialize import KernelError

TRIED = 1 << 16  # positions of a level that are looked at before it is decided how it is sent
CHUNK = 1 << 20  # positions at a time
LIST, BITS = "list", "bits"


def level_file(stage: str, level: int, shard: int, ending: str) -> str:
    """The name of a file of a level: what is sent (`sent`), or the level itself (`found`)."""
    return f"{stage}-{level}-{shard}.{ending}"


def step_name(stage: str, level: int) -> str:
    """The step of the journal that is a level."""
    return f"{stage}-{level}"


def do_level(job: Job, stage: str, level: int, last: int, shard: int, pieces: Sequence[Piece]) -> dict[str, Any]:
    """Do it. `found`: how many positions; `kept`: the piece that has them; `sent`: the pieces for every shard.

    last: the last level before this that the shard had a task in, or -1. Raises KernelError, Damaged, OSError.
    """
    key = (job.directory, stage, shard)
    known = shard_cache.take(key, last)
    if known is None:
        known = _known(job, stage, level, shard)
    found = known.absorb(pieces)
    kept = write_array(job, level_file(stage, level, shard, "found"), found.kind, found.array)
    with Out(job, level_file(stage, level, shard, "sent")) as out:
        if found.count:
            known.send(found, out)
    shard_cache.put(key, level, known, known.size, job.states)
    return {"found": found.count, "kept": kept, "sent": out.pieces if found.count else [], "bytes": out.length}


class Found:
    """A level of one shard: an ascending or other list, or bits."""

    def __init__(self, kind: str, array: Any, count: int) -> None:
        self.kind, self.array, self.count = kind, array, count


def _known(job: Job, stage: str, level: int, shard: int) -> Bits | Runs:
    """What a shard knew before a level, from the files."""
    known: Bits | Runs = Bits(job, shard) if job.kind == "bits" else Runs(job, shard)
    for _, found in kept_levels(job, stage, level, shard):
        known.add(found)
    return known


def kept_levels(job: Job, stage: str, below: int, shard: int) -> Iterator[tuple[int, Found]]:
    """The levels of a shard up to one, those left out that have nothing. Raises Damaged."""
    for level in range(below):
        told = read_step(job.path(""), f"{step_name(stage, level)}.json")
        if told is None:
            raise Damaged(f"{job.path(step_name(stage, level))}.json is damaged")
        mine = told[shard]
        if mine is not None and mine["kept"] is not None:
            for kind, data in read(job, [mine["kept"]]):
                yield level, Found(kind, data.view(_dtype(job, kind)), mine["found"])


def _dtype(job: Job, kind: str) -> Any:
    return np.uint32 if job.kind == "bits" and kind == LIST else np.uint64


class Sender:
    """What one shard sends at one level."""

    def __init__(self, job: Job, shard: int) -> None:
        self.job, self.shard, self.module = job, shard, compiled(job)
        self.numbers, self.work = np.zeros(job.most, np.int64), np.zeros(ROOM, np.int64)
        self.fill = np.zeros(job.shards, np.int64)
        self.size = min(job.size, (1 << 63) - 1)

    def room(self, dtype: Any) -> Any:
        """A row for every shard, made when it is needed."""
        each = self.job.room // (self.job.shards * np.dtype(dtype).itemsize)
        return np.empty((self.job.shards, max(each, 4 * self.job.most)), dtype)

    def checked(self, done: int) -> int:
        """`done`, unless it tells of a rank at which the kernel goes out of range. Raises KernelError."""
        if done >= 0:
            return done
        raise KernelError(
            f"{self.job.name}: its kernel writes a number out of range, or more than `most`, at rank {-1 - done}.\n"
            "  Run the law `kernel` at that position, or raise `most`."
        )

    def flush(
        self, out: Out, kind: str, *rows: Any, more: bool = False, ready: Callable[[Any], Any] = lambda row: row
    ) -> int:
        """Write what is in the rows as pieces, made `ready`; how many numbers that were of each of `rows`.

        With `more` to come, only what fills more than half of its row. Raises OSError.
        """
        least, written = rows[0].shape[1] // 2 if more else 0, 0
        for owner in np.flatnonzero(self.fill > least):
            count = int(self.fill[owner])
            out.add(int(owner), kind, *(ready(row[owner, :count]) for row in rows))
            written += count
            self.fill[owner] = 0
        return written


class Bits:
    """A shard that owns a range of the ranks: a bit for each that is known."""

    def __init__(self, job: Job, shard: int) -> None:
        self.job, self.shard, self.module = job, shard, compiled(job)
        self.known = np.zeros(max(1, job.width // WORD), np.uint64)
        self.size = self.known.nbytes

    def add(self, found: Found) -> None:
        """These are known."""
        (self.module.unite if found.kind == BITS else self.module.mark)(self.known, found.array)

    def absorb(self, pieces: Sequence[Piece]) -> Found:
        """What is new among what was sent; it is known from now on."""
        sent = sum(piece[3] for piece in pieces) // 4
        if sent < self.job.width // WORD and all(piece[1] == LIST for piece in pieces):
            offsets, count = np.empty(sent, np.uint32), 0
            for _, data in read(self.job, pieces):
                count = self.module.mark_new(self.known, data.view(np.uint32), offsets, count)
            return Found(LIST, offsets[:count], count)
        fresh = np.zeros_like(self.known)
        for kind, data in read(self.job, pieces):
            self.add_to(fresh, kind, data)
        count = self.module.keep_new(fresh, self.known)
        if 32 * count >= self.job.width:
            return Found(BITS, fresh, count)
        listed = np.empty(count, np.uint64)
        self.module.list_bits(fresh, 0, len(fresh), 0, listed)
        return Found(LIST, listed.astype(np.uint32), count)

    def add_to(self, words: Any, kind: str, data: Any) -> None:
        """Set the bits of a piece."""
        if kind == BITS:
            self.module.unite(words, data.view(np.uint64))
        else:
            self.module.mark(words, data.view(np.uint32))

    def _ranks(self, found: Found) -> Iterator[Any]:
        """The ranks of a level, some at a time."""
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

    def send(self, found: Found, out: Out) -> None:
        """Write down for their owners what this level leads to."""
        job, sender = self.job, Sender(self.job, self.shard)
        buffer = sender.room(np.uint32)
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
            if 4 * moves * left > (found.count - left) * job.size // 8 and job.size // 8 <= job.room:
                break
        sender.flush(out, LIST, buffer)
        if left:
            self._send_bits(ranks, sender, out)

    def _send_bits(self, ranks: Iterable[Any], sender: Sender, out: Out) -> None:
        """The rest of it as a bit for every rank there is."""
        words = self.job.width // WORD
        everywhere = np.zeros(words * self.job.shards, np.uint64)
        for some in ranks:
            sender.checked(self.module.spread_bits(some, sender.size, sender.numbers, sender.work, everywhere))
        for shard in range(self.job.shards):
            theirs = everywhere[shard * words : (shard + 1) * words]
            if theirs.any():
                out.add(shard, BITS, theirs)


class Runs:
    """A shard that owns what the hash of a code gives it: all it knows, in few ascending lists."""

    def __init__(self, job: Job, shard: int) -> None:
        self.job, self.shard, self.module = job, shard, compiled(job)
        self._runs: list[Any] = []

    @property
    def size(self) -> int:
        """Bytes of the lists."""
        return sum(run.nbytes for run in self._runs)

    def add(self, found: Found) -> None:
        """These are known."""
        codes = found.array
        while self._runs and len(self._runs[-1]) < 2 * len(codes):
            other = self._runs.pop()
            both = np.empty(len(other) + len(codes), np.uint64)
            codes = both[: self.module.merge(other, codes, both)]
        self._runs.append(codes)

    def absorb(self, pieces: Sequence[Piece]) -> Found:
        """What is new among what was sent; it is known from now on."""
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
        found = Found(LIST, codes.copy(), len(codes))
        if found.count:
            self.add(found)
        return found

    def send(self, found: Found, out: Out) -> None:
        """Write down for their owners what this level leads to, each code once in a piece."""
        job, sender = self.job, Sender(self.job, self.shard)
        buffer = sender.room(np.uint64)
        for first in range(0, found.count, CHUNK):
            some, start = found.array[first : first + CHUNK], 0
            while start < len(some):
                start = sender.checked(
                    self.module.spread_by_hash(
                        some, start, sender.size, job.shards, sender.numbers, sender.work, buffer, sender.fill
                    )
                )
                if start < len(some):
                    sender.flush(out, LIST, buffer, more=True, ready=self._once)
        sender.flush(out, LIST, buffer, ready=self._once)

    def _once(self, codes: Any) -> Any:
        """Each code of a row once, in ascending order."""
        codes.sort()
        return codes[: self.module.without_repetition(codes)]

"""Games, and puzzles that cannot be solved backward, as tasks: moves are turned round, ends carried back along them.

After `levels.py` has found all that the start reaches, every shard numbers its ranks (`number`), writes its moves down
for the owners of where they lead (`moves`), and these put them in order by where they lead (`turn`). Then, level by
level of remoteness, a shard takes what it is sent of its places, and sends on what is decided by it (`carry`): the
algorithm of the native engine, by shares. What is sent is kept until the end, as it tells the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from solvers.cluster import shard_cache
from solvers.cluster.files import Damaged, Out, Piece, read, sent_to
from solvers.cluster.job import Job, compiled
from solvers.cluster.journal import read_step
from solvers.cluster.levels import BITS, Sender, kept_levels, level_file, step_name
from solvers.cluster.packing import CODES, codes_file, mapped, ranks_file, write_plain
from solvers.native.forward import ABSENT, WORKING

REACH, WINS, TIES = "reach", "wins", "ties"
"""The stages that go level by level."""
CARRY = "carry"  # of what is remembered: both of the last two


def number(job: Job, shard: int, levels: int) -> dict[str, Any]:
    """Write the ranks of a shard that are reached, in ascending order. Raises Damaged, OSError."""
    none = np.zeros(0, np.uint64)
    parts = [none]
    for _, found in kept_levels(job, REACH, levels, shard):
        if job.kind == "runs":
            parts.append(found.array)
            continue
        listed = found.array.astype(np.uint64)
        if found.kind == BITS:
            listed = np.empty(found.count, np.uint64)
            compiled(job).list_bits(found.array, 0, len(found.array), 0, listed)
        parts.append(listed + np.uint64(job.low(shard)))
    ranks = np.sort(np.concatenate(parts))
    write_plain(job, ranks_file(shard), ranks)
    return {"entries": len(ranks)}


def moves(job: Job, shard: int) -> dict[str, Any]:
    """Write a shard's moves down for the owners of where they lead; what has ended gets its code.

    Raises KernelError, OSError.
    """
    module, sender = compiled(job), Sender(job, shard)
    ranks = mapped(job, ranks_file(shard), np.uint64)
    codes, degree = np.full(len(ranks), ABSENT, WORKING), np.zeros(len(ranks), np.int32)
    buffer = sender.room(np.uint64)
    references = np.empty(buffer.shape, np.uint32)
    width = job.width if job.kind == "bits" else 0
    start = 0
    with Out(job, f"moves-{shard}") as out:
        while start < len(ranks):
            start = sender.checked(
                module.spread_moves(
                    job.game,
                    job.lost,
                    ranks,
                    start,
                    job.shards,
                    width,
                    codes,
                    degree,
                    sender.numbers,
                    sender.work,
                    buffer,
                    references,
                    sender.fill,
                )
            )
            sender.flush(out, "moves", buffer, references, more=start < len(ranks))
    write_plain(job, f"ended-{shard}", codes)
    write_plain(job, f"degree-{shard}", degree)
    return {"sent": out.pieces, "bytes": out.length}


def turn(job: Job, shard: int, pieces: Sequence[Sequence[Piece]]) -> dict[str, Any]:
    """Put what leads to a shard's places in order by place. `pieces`: those of every shard. Raises Damaged, OSError."""
    module = compiled(job)
    ranks = mapped(job, ranks_file(shard), np.uint64)
    slots = np.zeros(1 << max(1, (2 * len(ranks)).bit_length()), np.uint32)
    module.fill_slots(ranks, slots)
    into = np.zeros(len(ranks) + 1, np.int64)
    edges = sum(piece[3] for theirs in pieces for piece in theirs) // 12
    places, references = np.empty(edges, np.uint32), np.empty(edges, np.uint32)
    first, ends = 0, []
    for theirs in pieces:
        for _, data in read(job, theirs):
            count = len(data) // 12
            children = data[: 8 * count].view(np.uint64)
            missing = module.find_places(ranks, slots, children, places[first : first + count], into)
            if missing >= 0:
                raise Damaged(f"{job.name}: rank {int(children[missing])} is led to, but was not reached")
            references[first : first + count] = data[8 * count :].view(np.uint32)
            first += count
        ends.append(first)
    del slots
    np.cumsum(into, out=into)
    made = np.empty(edges, np.uint64)
    for source, (low, high) in enumerate(zip([0, *ends], ends, strict=False)):
        module.fill_edges(places[low:high], references[low:high], source, into, made)
    write_plain(job, f"into-{shard}", into)
    write_plain(job, f"edges-{shard}", made)
    return {"edges": edges}


class Turned:
    """A shard while what has ended is carried back: the code of every place, and its moves that are not refuted."""

    def __init__(self, job: Job, shard: int) -> None:
        self.job, self.shard, self.module = job, shard, compiled(job)
        self.codes = np.fromfile(job.path(f"ended-{shard}"), WORKING)
        self.degree = np.fromfile(job.path(f"degree-{shard}"), np.int32)
        self.size = self.codes.nbytes + self.degree.nbytes

    def begin(self, ties: bool) -> Any:
        """The places that a stage begins with."""
        if ties:
            return np.flatnonzero(self.codes == 2)
        return np.flatnonzero(self.codes < 2) if self.job.game else np.flatnonzero(self.codes == 0)

    def absorb(self, pieces: Sequence[Piece], ties: bool, level: int) -> Any:
        """Take what was sent; the places that are decided by it."""
        found = np.empty(sum(piece[3] for piece in pieces) // 4, np.int64)
        count = 0
        for _, data in read(self.job, pieces):
            messages = data.view(np.uint32)
            count = self.module.settle(
                self.job.game, ties, self.codes, ABSENT, self.degree, messages, level, found, count
            )
        return found[:count]

    def send(self, frontier: Any, out: Out) -> None:
        """Tell what leads to these places what they are."""
        sender = Sender(self.job, self.shard)
        buffer = sender.room(np.uint32)
        into = mapped(self.job, f"into-{self.shard}", np.int64)
        edges = mapped(self.job, f"edges-{self.shard}", np.uint64)
        start, told = 0, np.zeros(1, np.int64)
        while start < len(frontier):
            start = self.module.spread_back(
                self.codes, into, edges, frontier, start, int(told[0]), buffer, sender.fill, told
            )
            sender.flush(out, "places", buffer, more=start < len(frontier))


def carry(
    job: Job, stage: str, level: int, before: int, last: int, shard: int, pieces: Sequence[Piece]
) -> dict[str, Any]:
    """A level of remoteness of one shard. `found`: how many places are decided. Raises Damaged, OSError.

    before: levels of the stage before this; last: the last of all levels, counted on, that the shard had a task in.
    """
    state = _state(job, stage, before + level, before, last, shard)
    ties = stage == TIES
    frontier = state.absorb(pieces, ties, level) if level else state.begin(ties)
    with Out(job, level_file(stage, level, shard, "sent")) as out:
        state.send(frontier, out)
    shard_cache.put((job.directory, CARRY, shard), before + level, state, state.size, job.states)
    return {"found": len(frontier), "sent": out.pieces if out.length else [], "bytes": out.length}


def _state(job: Job, stage: str, level: int, before: int, last: int, shard: int) -> Turned:
    """A shard before a level, counted on from stage to stage: remembered, or from what it was sent."""
    known: Turned | None = shard_cache.take((job.directory, CARRY, shard), last)
    if known is not None:
        return known
    state = Turned(job, shard)
    wins = before if stage == TIES else level
    for name, levels in ((WINS, wins), (TIES, level - wins)):
        for number_ in range(1, levels):
            sent = read_step(job.path(""), f"{step_name(name, number_ - 1)}.json")
            if sent is None:
                raise Damaged(f"{job.path(step_name(name, number_ - 1))}.json is damaged")
            state.absorb(sent_to(sent, job.shards)[shard], name == TIES, number_)
    return state


def finish(job: Job, shard: int, wins: int, ties: int, last: int, bits: int) -> dict[str, Any]:
    """The codes of a shard, of all its ranks where it has a range, else of those reached. Raises Damaged, OSError.

    wins, ties: levels of the two stages. `counts`: how often each code is there.
    """
    state = _state(job, TIES, wins + ties, wins, last, shard)
    codes = state.codes
    codes[codes == ABSENT] = 3 if job.game else job.lost
    codes = codes.astype(CODES[bits])  # the highest stay the highest
    counts = np.bincount(codes)
    if job.kind == "bits":
        everywhere = np.full(job.length(shard), (1 << bits) - 1, codes.dtype)
        ranks = mapped(job, ranks_file(shard), np.uint64)
        everywhere[(ranks - np.uint64(job.low(shard))).astype(np.int64)] = codes
        codes = everywhere
    write_plain(job, codes_file(shard), codes)
    return {"entries": len(codes), "counts": [[int(code), int(counts[code])] for code in np.flatnonzero(counts)]}

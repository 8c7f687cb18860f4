"""Retrograde analysis by shards, as tasks: reverses the moves, and propagates results backward along the reverse edges.

For games, and puzzles that cannot be solved backward. After `levels.py` has found all that the start reaches, every
shard numbers its ranks (`number_ranks`) and sends its moves to the owners of the children (`write_moves`), which sort
them by child (`reverse_moves`). Then, remoteness by remoteness, a shard applies the results sent to its places and
sends on what they decide (`propagate`): the algorithm of the native engine, by shards. Everything sent is kept until
the end, because the state of a lost shard is restored from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from perfect_play.solvers.cluster import shard_cache
from perfect_play.solvers.cluster.files import FileDamaged, Piece, PieceWriter, pieces_by_shard, read
from perfect_play.solvers.cluster.job import ShardJob, loops_of
from perfect_play.solvers.cluster.journal import read_step
from perfect_play.solvers.cluster.levels import BITS, Sender, level_file, step_name, stored_levels
from perfect_play.solvers.cluster.packing import CODES, codes_file, map_file, ranks_file, write_plain
from perfect_play.solvers.native.graph import ABSENT, WORKING

REACH, WINS, TIES = "reach", "wins", "ties"
"""The stages that proceed level by level."""
PROPAGATE = "carry"  # the key in the cache for both of the last two


def number_ranks(job: ShardJob, shard: int, levels: int) -> dict[str, Any]:
    """Write the ranks of a shard that the start reaches, in ascending order. Raises FileDamaged, OSError."""
    empty = np.zeros(0, np.uint64)
    parts = [empty]
    for _, shard_level in stored_levels(job, REACH, levels, shard):
        if job.kind == "runs":
            parts.append(shard_level.array)
            continue
        listed = shard_level.array.astype(np.uint64)
        if shard_level.kind == BITS:
            listed = np.empty(shard_level.count, np.uint64)
            loops_of(job).list_bits(shard_level.array, 0, len(shard_level.array), 0, listed)
        parts.append(listed + np.uint64(job.low(shard)))
    ranks = np.sort(np.concatenate(parts))
    write_plain(job, ranks_file(shard), ranks)
    return {"entries": len(ranks)}


def write_moves(job: ShardJob, shard: int) -> dict[str, Any]:
    """Send a shard's moves to the owners of the children, and write the codes of ended positions.

    Raises KernelError, OSError.
    """
    loops, sender = loops_of(job), Sender(job, shard)
    ranks = map_file(job, ranks_file(shard), np.uint64)
    codes, degree = np.full(len(ranks), ABSENT, WORKING), np.zeros(len(ranks), np.int32)
    buffer = sender.rows(np.uint64)
    references = np.empty(buffer.shape, np.uint32)
    width = job.width if job.kind == "bits" else 0
    start = 0
    with PieceWriter(job, f"moves-{shard}") as out:
        while start < len(ranks):
            start = sender.checked(
                loops.spread_moves(
                    job.game,
                    job.lost,
                    ranks,
                    start,
                    job.shards,
                    width,
                    codes,
                    degree,
                    sender.numbers,
                    sender.scratch,
                    buffer,
                    references,
                    sender.fill,
                )
            )
            sender.flush(out, "moves", buffer, references, partial=start < len(ranks))
    write_plain(job, f"ended-{shard}", codes)
    write_plain(job, f"degree-{shard}", degree)
    return {"sent": out.pieces, "bytes": out.length}


def reverse_moves(job: ShardJob, shard: int, pieces: Sequence[Sequence[Piece]]) -> dict[str, Any]:
    """Write the reverse edges of a shard, sorted by place. Raises FileDamaged, OSError.

    pieces: the moves sent to it, from every shard.
    """
    loops = loops_of(job)
    ranks = map_file(job, ranks_file(shard), np.uint64)
    slots = np.zeros(1 << max(1, (2 * len(ranks)).bit_length()), np.uint32)
    loops.fill_slots(ranks, slots)
    into = np.zeros(len(ranks) + 1, np.int64)
    edges = sum(piece[3] for theirs in pieces for piece in theirs) // 12
    places, references = np.empty(edges, np.uint32), np.empty(edges, np.uint32)
    first, ends = 0, []
    for theirs in pieces:
        for _, data in read(job, theirs):
            count = len(data) // 12
            children = data[: 8 * count].view(np.uint64)
            missing = loops.find_places(ranks, slots, children, places[first : first + count], into)
            if missing >= 0:
                raise FileDamaged(f"{job.name}: a move leads to rank {int(children[missing])}, which was not reached")
            references[first : first + count] = data[8 * count :].view(np.uint32)
            first += count
        ends.append(first)
    del slots
    np.cumsum(into, out=into)
    reverse = np.empty(edges, np.uint64)
    for source, (low, high) in enumerate(zip([0, *ends], ends, strict=False)):
        loops.fill_edges(places[low:high], references[low:high], source, into, reverse)
    write_plain(job, f"into-{shard}", into)
    write_plain(job, f"edges-{shard}", reverse)
    return {"edges": edges}


class RetrogradeShard:
    """A shard during retrograde analysis: the code of every place, and its number of moves not yet refuted."""

    def __init__(self, job: ShardJob, shard: int) -> None:
        self.job, self.shard, self.loops = job, shard, loops_of(job)
        self.codes = np.fromfile(job.path(f"ended-{shard}"), WORKING)
        self.degree = np.fromfile(job.path(f"degree-{shard}"), np.int32)
        self.size = self.codes.nbytes + self.degree.nbytes

    def begin(self, ties: bool) -> Any:
        """The ended places, from which a stage begins."""
        if ties:
            return np.flatnonzero(self.codes == 2)
        return np.flatnonzero(self.codes < 2) if self.job.game else np.flatnonzero(self.codes == 0)

    def absorb(self, pieces: Sequence[Piece], ties: bool, level: int) -> Any:
        """Apply what was sent; return the places that it decides."""
        decided = np.empty(sum(piece[3] for piece in pieces) // 4, np.int64)
        count = 0
        for _, data in read(self.job, pieces):
            messages = data.view(np.uint32)
            count = self.loops.settle(
                self.job.game, ties, self.codes, ABSENT, self.degree, messages, level, decided, count
            )
        return decided[:count]

    def send(self, frontier: Any, out: PieceWriter) -> None:
        """Send the results of these places to their parents."""
        sender = Sender(self.job, self.shard)
        buffer = sender.rows(np.uint32)
        into = map_file(self.job, f"into-{self.shard}", np.int64)
        edges = map_file(self.job, f"edges-{self.shard}", np.uint64)
        start, edges_done = 0, np.zeros(1, np.int64)
        while start < len(frontier):
            start = self.loops.spread_back(
                self.codes, into, edges, frontier, start, int(edges_done[0]), buffer, sender.fill, edges_done
            )
            sender.flush(out, "places", buffer, partial=start < len(frontier))


def propagate(
    job: ShardJob, stage: str, level: int, before: int, last: int, shard: int, pieces: Sequence[Piece]
) -> dict[str, Any]:
    """Propagate results by one remoteness, in one shard. Raises FileDamaged, OSError.

    before: the number of levels of the stage before this. last: the last level in which the shard had a task, counted
    across stages. In the result, `found` is the number of places decided.
    """
    state = _state(job, stage, before + level, before, last, shard)
    ties = stage == TIES
    frontier = state.absorb(pieces, ties, level) if level else state.begin(ties)
    with PieceWriter(job, level_file(stage, level, shard, "sent")) as out:
        state.send(frontier, out)
    shard_cache.put((job.directory, PROPAGATE, shard), before + level, state, state.size, job.cache_bytes)
    return {"found": len(frontier), "sent": out.pieces if out.length else [], "bytes": out.length}


def _state(job: ShardJob, stage: str, level: int, before: int, last: int, shard: int) -> RetrogradeShard:
    """The state of a shard before a level, counted across stages: cached, or restored from what it was sent."""
    cached: RetrogradeShard | None = shard_cache.take((job.directory, PROPAGATE, shard), last)
    if cached is not None:
        return cached
    state = RetrogradeShard(job, shard)
    wins = before if stage == TIES else level
    for name, levels in ((WINS, wins), (TIES, level - wins)):
        for earlier in range(1, levels):
            state.absorb(sent_to(job, name, earlier, shard), name == TIES, earlier)
    return state


def sent_to(job: ShardJob, stage: str, level: int, shard: int) -> list[Piece]:
    """The pieces sent to a shard for a level. Raises FileDamaged."""
    step = step_name(stage, level - 1)
    sent = read_step(job.path(""), f"{step}.json")
    if sent is None:
        raise FileDamaged(f"{job.path(step)}.json is damaged")
    return pieces_by_shard(sent, job.shards)[shard]


def finish(job: ShardJob, shard: int, wins: int, ties: int, last: int, bits: int) -> dict[str, Any]:
    """Write the codes of a shard: of all its ranks if it is a bit shard, else of those reached.

    wins, ties: the number of levels of the two stages. bits: of a code in the table. In the result, `counts` says how
    often each code occurs. Raises FileDamaged, OSError.
    """
    state = _state(job, TIES, wins + ties, wins, last, shard)
    codes = state.codes
    codes[codes == ABSENT] = 3 if job.game else job.lost
    codes = codes.astype(CODES[bits])  # the special codes are the highest, and stay so
    counts = np.bincount(codes)
    if job.kind == "bits":
        everywhere = np.full(job.length(shard), (1 << bits) - 1, codes.dtype)
        ranks = map_file(job, ranks_file(shard), np.uint64)
        everywhere[(ranks - np.uint64(job.low(shard))).astype(np.int64)] = codes
        codes = everywhere
    write_plain(job, codes_file(shard), codes)
    return {"entries": len(codes), "counts": [[int(code), int(counts[code])] for code in np.flatnonzero(counts)]}

"""Margins by shards, as tasks: the points by which the player to move wins, found along the reverse edges.

The objective differs from winning as soon as possible, so they are computed apart from the results: a position's margin
is known when those of all its children are. Level by level, a shard applies the margins sent to its places and sends on
those that this completes. Each shard keeps five bytes a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from perfect_play.solvers.cluster import shard_cache
from perfect_play.solvers.cluster.files import Piece, PieceWriter, read
from perfect_play.solvers.cluster.job import ShardJob, loops_of, scratch_of
from perfect_play.solvers.cluster.levels import Sender, level_file
from perfect_play.solvers.cluster.packing import map_file, margins_file, ranks_file, write_plain
from perfect_play.solvers.cluster.reverse_edges import sent_to
from perfect_play.solvers.native.graph import ABSENT, WORKING
from perfect_play.solvers.native.loops.graph import WORST

MARGINS = "margins"
"""The stage's name."""
MESSAGE_BYTES = 5  # the place of a parent, and what the move is worth to its player


class MarginShard:
    """A shard while margins are computed: each place's best known margin, and its number of moves not yet known."""

    def __init__(self, job: ShardJob, shard: int) -> None:
        self.job, self.shard, self.loops = job, shard, loops_of(job)
        self.degree = np.fromfile(job.path(f"degree-{shard}"), np.int32)
        self.margins = np.full(len(self.degree), WORST, np.int8)
        self.size = self.degree.nbytes + self.margins.nbytes

    def begin(self) -> Any:
        """Write the margins of ended places; return these places."""
        places = np.flatnonzero(np.fromfile(self.job.path(f"ended-{self.shard}"), WORKING) != ABSENT)
        ranks, ended = map_file(self.job, ranks_file(self.shard), np.uint64), np.empty(len(places), np.int64)
        return ended[: self.loops.end_margins(ranks, places, self.margins, ended, scratch_of(self.job))]

    def absorb(self, pieces: Sequence[Piece]) -> Any:
        """Apply what was sent; return the places whose margins are now known."""
        decided = np.empty(sum(piece[3] for piece in pieces) // MESSAGE_BYTES, np.int64)
        count = 0
        for _, data in read(self.job, pieces):
            messages = len(data) // MESSAGE_BYTES
            places, worths = data[: 4 * messages].view(np.uint32), data[4 * messages :].view(np.int8)
            count = self.loops.settle_margins(self.degree, self.margins, places, worths, decided, count)
        return decided[:count]

    def send(self, frontier: Any, out: PieceWriter) -> None:
        """Send the parents of these places what the moves to them are worth."""
        sender = Sender(self.job, self.shard)
        buffer = sender.rows(np.uint32)
        worths = np.empty(buffer.shape, np.int8)
        into = map_file(self.job, f"into-{self.shard}", np.int64)
        edges = map_file(self.job, f"edges-{self.shard}", np.uint64)
        start, edges_done = 0, np.zeros(1, np.int64)
        while start < len(frontier):
            start = self.loops.spread_margins(
                self.margins, into, edges, frontier, start, int(edges_done[0]), buffer, worths, sender.fill, edges_done
            )
            sender.flush(out, MARGINS, buffer, worths, partial=start < len(frontier))


def propagate_margins(
    job: ShardJob, stage: str, level: int, before: int, last: int, shard: int, pieces: Sequence[Piece]
) -> dict[str, Any]:
    """Send on the margins that become known at a level, in one shard. Raises FileDamaged, OSError.

    As `reverse_edges.propagate`; `before` is 0.
    """
    state = _state(job, level, last, shard)
    frontier = state.absorb(pieces) if level else state.begin()
    with PieceWriter(job, level_file(stage, level, shard, "sent")) as out:
        state.send(frontier, out)
    shard_cache.put((job.directory, MARGINS, shard), level, state, state.size, job.cache_bytes)
    return {"found": len(frontier), "sent": out.pieces if out.length else [], "bytes": out.length}


def _state(job: ShardJob, level: int, last: int, shard: int) -> MarginShard:
    """The state of a shard before a level: cached, or restored from what it was sent."""
    cached: MarginShard | None = shard_cache.take((job.directory, MARGINS, shard), last)
    if cached is not None:
        return cached
    state = MarginShard(job, shard)
    if level:
        state.begin()
    for earlier in range(1, level):
        state.absorb(sent_to(job, MARGINS, earlier, shard))
    return state


def finish_margins(job: ShardJob, shard: int, levels: int, last: int) -> dict[str, Any]:
    """Write the margins of a shard, in the order of its codes. Raises FileDamaged, OSError.

    In the result, `unknown` is a rank whose margin is not known, or None: play from there need not end.
    """
    margins = _state(job, levels, last, shard).margins
    ranks = map_file(job, ranks_file(shard), np.uint64)
    unknown = np.flatnonzero(margins == WORST)
    if len(unknown):
        return {"unknown": int(ranks[unknown[0]])}
    if job.kind == "bits":
        everywhere = np.zeros(job.length(shard), np.int8)
        everywhere[(ranks - np.uint64(job.low(shard))).astype(np.int64)] = margins
        margins = everywhere
    write_plain(job, margins_file(shard), margins)
    return {"unknown": None}

"""Passing values back by shards: results or margins, from ended positions along the reverse edges.

The algorithm of the native engine, by shards: a position is decided when the worth of one move, or of all its moves, is
known, and then its parents are sent what the move to it is worth to their players. Results of remoteness n are decided
at level n, wins and losses first, then ties. Margins are computed apart, since the objective differs from winning as
soon as possible.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Int8s, Int64s, Ints, Uint64s
from perfect_play.solvers.cluster.job import (
    CODES,
    REACH,
    TIES,
    WINS,
    ShardJob,
    end_step,
    job_scratch,
    loops_of,
    task_name,
)
from perfect_play.solvers.cluster.loops import PlaceValues, ReverseEdges
from perfect_play.solvers.cluster.pieces import PieceFile, PieceWriter
from perfect_play.solvers.cluster.reach import Levels, Sender, piece_name
from perfect_play.solvers.native.loops.graph import WORST
from perfect_play.solvers.native.reached_graph import ABSENT


class ValueShard:
    """What is common to results and margins. values: by place, to the player to move. degree: moves not yet known."""

    def __init__(self, job: ShardJob, stage: str, shard: int) -> None:
        self.job, self.stage, self.shard, self.loops = job, stage, shard, loops_of(job)
        self.positions = job.read(task_name(end_step(REACH), shard))
        self.into, self.edges = self.positions.mapped("into"), self.positions.mapped("edges")
        self.degree = self.positions.array("degree")
        self.values = np.full(len(self.degree), WORST, np.int8)
        self.size = self.degree.nbytes + self.values.nbytes

    def absorb(self, files: Iterable[PieceFile], level: int) -> Int64s:
        """Apply what was sent; return the places that it decides."""
        names = piece_name(self.shard, "places"), piece_name(self.shard, "worths")
        pieces = [pair for file in files for pair in zip(*map(file.arrays, names), strict=True)]
        decided, count = np.empty(sum(len(places) for places, _ in pieces), np.int64), 0
        for places, worths in pieces:
            count = self.settle(places, worths, level, decided, count)
        return decided[:count]

    def settle(self, places: Ints, worths: Int8s, level: int, decided: Int64s, count: int) -> int:
        """Apply one piece; append the places that it decides to `decided`, which has `count`; return its length."""
        raise NotImplementedError

    def begin(self) -> Int64s:
        """The places whose values are known at first."""
        raise NotImplementedError

    def send(self, frontier: Int64s, out: PieceWriter) -> None:
        """Send the parents of these places what the moves there are worth."""
        sender, edges_done = Sender(self.job, out, places=np.uint32, worths=np.int8), np.zeros(1, np.int64)
        reverse = ReverseEdges(self.values, self.into, self.edges)

        def spread(start: int) -> int:
            return int(self.loops.spread_values(reverse, frontier, start, edges_done, sender.outbox))

        sender.send(len(frontier), spread)

    def write_level(self, out: PieceWriter) -> None:
        """Write nothing: a level is restored from what was sent for it."""

    def restore(self, level: int, file: PieceFile) -> None:
        """Apply again what was sent for a level."""
        if level:
            self.absorb(self.job.sent_files(self.stage, level, file.note["senders"]), level)
        else:
            self.begin()

    def in_order(self) -> tuple[Uint64s, Int64s]:
        """The ranks in ascending order, and their places."""
        ranks = self.positions.array("positions")
        order = np.argsort(ranks, kind="stable")  # which merges the levels
        return ranks[order], order


class ResultShard(ValueShard):
    """Results, of which wins and losses are one stage and ties another: 1, -1 and 0. codes: by place."""

    def __init__(self, job: ShardJob, stage: str, shard: int) -> None:
        super().__init__(job, stage, shard)
        before = self.positions if stage == WINS else job.read(task_name(end_step(WINS), shard))
        self.codes = before.array("codes")
        self.size += self.codes.nbytes

    def begin(self) -> Int64s:
        """The ended places: won and lost ones, or those tied."""
        if self.stage == TIES:
            self.values[self.codes == 2] = 0
            return np.flatnonzero(self.codes == 2)
        last = 1 if self.job.game else 0
        ended = np.flatnonzero(self.codes <= last)
        self.values[ended] = 1 - 2 * self.codes[ended].astype(np.int8)
        return ended

    def settle(self, places: Ints, worths: Int8s, level: int, decided: Int64s, count: int) -> int:
        """As `ValueShard.settle`."""
        by_place = PlaceValues(self.codes, self.values, self.degree)
        return int(self.loops.settle_results(self.job.game, ABSENT, by_place, places, worths, level, decided, count))

    def end(self, out: PieceWriter, levels: Levels, bits: int) -> dict[str, Any]:
        """Write the codes: by place for the next stage; after the last, by rank, with those that nothing decided."""
        if self.stage == WINS and self.job.game:
            out.add("codes", self.codes)
            return {}
        ranks, order = self.in_order()
        self.codes[self.codes == ABSENT] = 3 if self.job.game else self.job.lost
        codes = self.codes.astype(CODES[bits])  # the special codes are the highest, and stay so
        out.add("ranks", ranks)
        out.add("codes", codes[order])
        counts = np.bincount(codes)
        return {"counts": [(int(code), int(counts[code])) for code in np.flatnonzero(counts)]}


class MarginShard(ValueShard):
    """Margins: the points by which the player to move wins, or loses if negative."""

    def begin(self) -> Int64s:
        """The ended places."""
        ended = np.flatnonzero(self.positions.array("codes") != ABSENT)
        keys = self.positions.array("positions") + np.uint64(1)
        outside = self.loops.end_margins(ended, keys, self.values, job_scratch(self.job))
        return ended if outside < 0 else ended[ended != outside]

    def settle(self, places: Ints, worths: Int8s, level: int, decided: Int64s, count: int) -> int:
        """As `ValueShard.settle`."""
        return int(self.loops.settle_margins(self.values, self.degree, places, worths, decided, count))

    def end(self, out: PieceWriter, levels: Levels, bits: int) -> dict[str, Any]:
        """Write the margins by rank, and in the note a rank that has none, from where play need not end, or null."""
        ranks, order = self.in_order()
        margins = self.values[order]
        unknown = np.flatnonzero(margins == WORST)
        out.add("margins", margins)
        return {"unknown": int(ranks[unknown[0]]) if len(unknown) else None}

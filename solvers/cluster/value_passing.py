"""Passing values back by shards: results or margins, from ended positions along the reverse edges.

The algorithm of the native engine, by shards: a position is decided when the worth of one move, or of all its moves, is
known, and then its parents are sent what the move to it is worth to their players. Results of remoteness n are decided
at level n, wins and losses first, then ties. Margins are computed apart, since the objective differs from winning as
soon as possible.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Int64s
from perfect_play.solvers.cluster.job import MARGINS, REACH, TIES, WINS, ShardJob, step_of, task_name, task_of_job
from perfect_play.solvers.cluster.loops import PlaceValues, ReverseEdges
from perfect_play.solvers.cluster.pieces import PieceFile, PieceWriter
from perfect_play.solvers.cluster.reach import Levels, Sender, piece_name
from perfect_play.solvers.native.loops.graph import WORST
from perfect_play.solvers.native.reached_graph import ABSENT
from perfect_play.solvers.result import Codec

MOST = 128  # greater than all margins


class ValueShard:
    """By place: values, to the player to move; codes; degree, the moves not yet known.

    The stages are wins and losses (1 and -1), ties (0) and margins, the points by which the player to move wins or, if
    negative, loses. In a stage, a move worth `enough` decides.
    """

    def __init__(self, job: ShardJob, stage: str, shard: int) -> None:
        self.job, self.stage, self.shard, self.task = job, stage, shard, task_of_job(job)
        self.positions = job.read(task_name(step_of(REACH), shard))
        before = job.read(task_name(step_of(WINS), shard)) if stage == TIES else self.positions
        self.reverse = self.positions.mapped("into"), self.positions.mapped("edges")
        self.codes, self.degree = before.array("codes"), self.positions.array("degree")
        self.values = np.full(len(self.degree), WORST, np.int8)
        self.enough = {WINS: 1 if job.game else -1, TIES: 0, MARGINS: MOST}[stage]
        self.size = self.degree.nbytes + self.values.nbytes + self.codes.nbytes

    def begin(self) -> Int64s:
        """The places whose values are known at first: ended ones."""
        if self.stage == TIES:
            ended = np.flatnonzero(self.codes == 2)
            self.values[ended] = 0
        elif self.stage == WINS:
            ended = np.flatnonzero(self.codes <= (1 if self.job.game else 0))
            self.values[ended] = 1 - 2 * self.codes[ended].astype(np.int8)
        else:
            ended = np.flatnonzero(self.codes != ABSENT)
            keys = self.positions.array("positions") + np.uint64(1)
            outside = self.task.loops.end_margins(ended, keys, self.values, self.task.scratch[0])
            ended = ended[ended != outside]
        return ended

    def absorb(self, files: Iterable[PieceFile], level: int) -> Int64s:
        """Apply what was sent; return the places that it decides."""
        names = piece_name(self.shard, "places"), piece_name(self.shard, "worths")
        pieces = [pair for file in files for pair in zip(*map(file.arrays, names), strict=True)]
        decided, count = np.empty(sum(len(places) for places, _ in pieces), np.int64), 0
        by_place = PlaceValues(self.codes, self.values, self.degree)
        for piece in pieces:
            options = self.job.game, self.enough, by_place
            count = self.task.loops.settle(*options, *piece, level, decided, count)
        return decided[:count]

    def send(self, frontier: Int64s, out: PieceWriter) -> None:
        """Send the parents of these places what the moves there are worth."""
        sender, edges_done = Sender(self.job, out, places=np.uint32, worths=np.int8), np.zeros(1, np.int64)
        reverse = ReverseEdges(self.values, *self.reverse)

        def spread(start: int) -> int:
            return int(self.task.loops.spread_values(reverse, frontier, start, edges_done, sender.outbox))

        sender.send(len(frontier), spread)

    def write_level(self, out: PieceWriter) -> None:
        """Write nothing: a level is restored from what was sent for it."""

    def restore(self, level: int, file: PieceFile) -> None:
        """Apply again what was sent for a level."""
        if level:
            self.absorb(self.job.sent_files(self.stage, level, file.note["senders"]), level)
        else:
            self.begin()

    def end(self, out: PieceWriter, levels: Levels, bits: int) -> dict[str, Any]:
        """Write the codes by place for the next stage; after the last, ranks and codes, or margins, in order of ranks.

        After the margins, the note has a rank with none, from where play need not end, or null.
        """
        if self.stage == WINS and self.job.game:
            out.add("codes", self.codes)
            return {}
        ranks, undecided = self.positions.array("positions"), self.codes == ABSENT
        order = np.argsort(ranks, kind="stable")  # which merges the levels
        if self.stage == MARGINS:
            out.add("margins", self.values[order])
            unknown = np.flatnonzero(undecided | (self.values == WORST))
            return {"unknown": int(ranks[unknown[0]]) if len(unknown) else None}
        self.codes[undecided] = 3 if self.job.game else Codec("puzzle", 16).not_solvable
        out.add("ranks", ranks[order])
        out.add("codes", self.codes[order])
        return {}

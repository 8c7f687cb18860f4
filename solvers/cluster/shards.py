"""What a shard has found, and what it sends on, level by level; and the two tasks of a stage that goes level by level.

*Delayed duplicate detection* (R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004): a
position is sent to its owner whenever it is met, and the owner finds out which are new. A bit shard marks them in a
bitmap; a run shard sorts them and compares them with the earlier levels, which are ascending lists.

Then values are passed back by shards: results or margins, from ended positions along the reverse edges. The algorithm
is that of the native engine: a position is decided when the worth of one move, or of all its moves, is known, and then
its parents are sent what the move to it is worth to their players. Results of remoteness n are decided at level n, wins
and losses first, then ties. Margins are computed apart, since the objective differs from winning as soon as possible.

A shard's state is the outcome of all its levels. A worker remembers it; one that does not restores it from the files of
these levels: each names the last one before it, and the shards that had sent something for it.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Int64s, Ints, Uint64s
from perfect_play.solvers.cluster.job import (
    BACK,
    MARGINS,
    REACH,
    TIES,
    WINS,
    WORD_BITS,
    ShardJob,
    rules_of,
    sent_name,
    step_of,
    task_name,
    task_of_job,
)
from perfect_play.solvers.cluster.loops import MoveList, Outbox, PlaceValues, ReverseEdges
from perfect_play.solvers.cluster.pieces import FileDamaged, PieceFile, PieceWriter
from perfect_play.solvers.native.loops.graph import WORST
from perfect_play.solvers.native.reached_graph import ABSENT, WORKING, starts_of
from perfect_play.solvers.result import Codec
from perfect_play.solvers.tables import table_layout


class Sender:
    """Arrays with a row for every shard. rows: by name, the first and the last of which are those of the outbox."""

    def __init__(self, job: ShardJob, out: PieceWriter, **dtypes: Any) -> None:
        self.task, self.out = task_of_job(job), out
        item = sum(np.dtype(dtype).itemsize for dtype in dtypes.values())
        self._length = max(job.buffer_bytes // (job.shards * item), 4 * self.task.kernel.most)
        self.rows = {name: np.empty((job.shards, self._length), dtype) for name, dtype in dtypes.items()}
        self.fill = np.zeros(job.shards, np.int64)
        columns = list(self.rows.values())
        self.outbox = Outbox(columns[0], columns[-1], self.fill)

    def send(self, count: int, spread: Callable[[int], int], prepare: Callable[[Ints], Ints] = lambda row: row) -> None:
        """Send what `count` positions lead to. Raises KernelError, OSError.

        spread: fills rows, beginning with the position of this index; returns that of the next one, or -1 - rank if the
        kernel wrote out of range. prepare: applied to each row before it is written.
        """
        start = 0
        while start < count:
            start = self.task.in_range(spread(start))
            for owner in np.flatnonzero(self.fill > (self._length // 2 if start < count else 0)):
                for name, rows in self.rows.items():
                    self.out.add(piece_name(int(owner), name), prepare(rows[owner, : self.fill[owner]]))
                self.fill[owner] = 0


def piece_name(shard: int, name: str) -> str:
    """The name of what is sent to this shard."""
    return f"{shard}.{name}"


NO_RANKS, NO_BITS = np.zeros(0, np.uint64), np.zeros(1, np.uint64)
NO_STATE: dict[str, Any] = {"positions": NO_RANKS, "codes": np.zeros(0, WORKING), "degree": np.zeros(0, np.int32)}
"""What is known of the places of a shard that has none."""

Levels = Sequence[tuple[int, PieceFile]]
"""The levels in which a shard had a task, each with the file that it wrote."""


@lru_cache(maxsize=2)
def _first_ranks(job: ShardJob, stage: str) -> list[int]:
    """The ranks from which the search begins: of the start, or of the solutions."""
    return starts_of(rules_of(job), backward=stage == BACK)


class ReachShard:
    """What is common to all kinds of shards. frontier: the last level, as ranks, or as offsets in a bit shard."""

    name = "ranks"
    dtype: Any = np.uint64
    low = 0  # the rank whose offset is 0
    visited = NO_BITS

    def __init__(self, job: ShardJob, stage: str, shard: int) -> None:
        self.job, self.stage, self.shard, self.task = job, stage, shard, task_of_job(job)
        self.loops = self.task.loops
        self.kernel = self.task.outs[0], self.task.scratch[0]
        self.frontier: Ints = NO_RANKS

    def begin(self) -> Ints:
        """The first level: the shard's own starts, or solutions."""
        owned = [rank - self.low for rank in _first_ranks(self.job, self.stage) if self.job.owner(rank) == self.shard]
        return self.unseen([np.array(owned, self.dtype)])

    def absorb(self, files: Iterable[PieceFile], level: int) -> Ints:
        """The next level: those among the positions sent that are new."""
        name = piece_name(self.shard, self.name)
        return self.unseen([sent for file in files for sent in file.arrays(name)])

    def unseen(self, pieces: list[Ints]) -> Ints:
        """The positions in these arrays that are in no level yet: they are the new frontier."""
        raise NotImplementedError

    def send(self, frontier: Ints, out: PieceWriter) -> None:
        """Send their owners the parents of this level."""
        sender = Sender(self.job, out, **{self.name: self.dtype})
        mine = self.shard if self.job.width else -1
        arrays = self.job.division, mine, self.visited, sender.outbox, self.kernel

        def spread(start: int) -> int:
            return int(self.loops.spread_parents(frontier, self.low, start, *arrays))

        sender.send(len(frontier), spread, self.prepared)

    def prepared(self, row: Ints) -> Ints:
        """What is written of a row of positions."""
        raise NotImplementedError


class BitShard(ReachShard):
    """A shard that owns a range of the ranks, with a bit for each that is known."""

    name, dtype = "offsets", np.uint32

    def __init__(self, job: ShardJob, stage: str, shard: int) -> None:
        super().__init__(job, stage, shard)
        self.low, self.visited = job.low(shard), np.zeros(job.width // WORD_BITS, np.uint64)
        self.size = self.visited.nbytes

    def send(self, frontier: Ints, out: PieceWriter) -> None:
        """As `ReachShard.send`, but with a bit for every rank where that takes less space than all moves could."""
        job = self.job
        if not job.size // 8 <= min(4 * self.task.kernel.most * len(frontier), job.buffer_bytes):
            super().send(frontier, out)
            return
        bits = np.zeros((job.shards, len(self.visited)), np.uint64)
        self.task.in_range(self.loops.spread_bits(frontier, self.low, job.size, bits.reshape(-1), *self.kernel))
        for shard in np.flatnonzero(bits.any(axis=1)):
            out.add(piece_name(int(shard), self.name), bits[shard])

    def unseen(self, pieces: list[Ints]) -> Ints:
        """As `ReachShard.unseen`."""
        fresh = np.zeros_like(self.visited)
        for piece in pieces:
            self._mark(fresh, piece)
        fresh &= ~self.visited
        self.visited |= fresh
        self.frontier = self._offsets(fresh)
        return self.frontier

    def _mark(self, bits: Uint64s, piece: Ints) -> None:
        if piece.dtype == np.uint64:
            bits |= piece
        else:
            self.loops.mark(bits, piece)

    def _offsets(self, piece: Ints) -> Ints:
        """The offsets in a piece, which may be words of bits."""
        if piece.dtype != np.uint64:
            return piece
        offsets = np.empty(int(np.bitwise_count(piece).sum()), np.uint32)
        self.loops.list_bits(piece, offsets)
        return offsets

    def prepared(self, row: Ints) -> Ints:
        """Offsets as they are, or as words of bits, where these take less space."""
        if 4 * len(row) <= self.visited.nbytes:
            return row
        bits = np.zeros_like(self.visited)
        self.loops.mark(bits, row)
        return bits

    def write_level(self, out: PieceWriter) -> None:
        """Write the frontier."""
        out.add("positions", self.prepared(self.frontier))

    def restore(self, level: int, file: PieceFile) -> None:
        """Add a level that was written."""
        self._mark(self.visited, file.array("positions"))

    def end(self, out: PieceWriter, levels: Levels, bits: int) -> dict[str, Any]:
        """Write the code of every rank: its level, or that modulo 3, four codes to a byte, if `bits` is 2; and blocks.

        bits: of a code in the table.
        """
        length = self.job.low(self.shard + 1) - self.low
        codes: Any = np.full(-(-length // 32) * 32, (1 << bits) - 1, np.uint16 if bits == 16 else np.uint8)
        for level, file in levels:
            offsets = self._offsets(file.array("positions"))
            self.loops.write_code(codes, offsets, level % 3 if bits == 2 else level)
        if bits == 2:
            four = codes.reshape(-1, 4)
            codes = (four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6).view(np.uint64)
        else:
            codes = codes[:length]
        out.add("codes", codes)
        compress, step = table_layout.compressor(self.job.size), table_layout.BLOCK_BYTES
        raw = codes.tobytes() if self.job.packs else b""
        for start in range(0, len(raw), step):
            block = table_layout.by_bytes(raw[start : start + step], max(1, bits // 8))
            out.add("blocks", np.frombuffer(compress(block), np.uint8))
        return {}


class RunShard(ReachShard):
    """A shard that owns ranks by their hash, with all known ones in a few ascending lists."""

    def __init__(self, job: ShardJob, stage: str, shard: int) -> None:
        super().__init__(job, stage, shard)
        self._runs: list[Ints] = []

    @property
    def size(self) -> int:
        """The size of the lists in bytes."""
        return sum(run.nbytes for run in self._runs)

    def unseen(self, pieces: list[Ints]) -> Ints:
        """As `ReachShard.unseen`."""
        ranks = self.prepared(np.concatenate([NO_RANKS, *pieces]))
        for run in self._runs:
            ranks = ranks[: self.loops.exclude(ranks, run)]
        self.frontier = ranks.copy()
        self._add(self.frontier)
        return self.frontier

    def _add(self, ranks: Ints) -> None:
        while self._runs and len(self._runs[-1]) < 2 * len(ranks):
            ranks = self.task.merged(self._runs.pop(), ranks)
        if len(ranks):
            self._runs.append(ranks)

    def prepared(self, row: Ints) -> Ints:
        """The distinct ranks of a row, ascending."""
        row.sort()
        return row[: self.loops.without_repetition(row)]

    def write_level(self, out: PieceWriter) -> None:
        """Write the frontier."""
        out.add("positions", self.frontier)

    def restore(self, level: int, file: PieceFile) -> None:
        """Add a level that was written."""
        self._add(file.array("positions"))

    def end(self, out: PieceWriter, levels: Levels, bits: int) -> dict[str, Any]:
        """Write all ranks in ascending order, and their codes, which are their levels."""
        every = [(level, file.array("positions")) for level, file in levels]
        ranks = np.concatenate([NO_RANKS, *(ranks for _, ranks in every)])
        codes = np.repeat(np.array([level for level, _ in every], WORKING), [len(ranks) for _, ranks in every])
        order = np.argsort(ranks, kind="stable")  # which merges the levels
        out.add("ranks", ranks[order])
        out.add("codes", codes[order])
        return {}


class MovesShard(RunShard):
    """A run shard that sends the moves from its positions, so that their owners can reverse them in the end."""

    def __init__(self, job: ShardJob, stage: str, shard: int) -> None:
        super().__init__(job, stage, shard)
        self._places = 0  # before those of the frontier

    def send(self, frontier: Ints, out: PieceWriter) -> None:
        """Send their owners the children of this level, with references to their parents."""
        sender = Sender(self.job, out, ranks=np.uint64, parents=np.uint32)
        self._codes: Any = np.full(len(frontier), ABSENT, WORKING)
        self._degree = np.zeros(len(frontier), np.int32)
        level = MoveList(frontier, self._places, self._codes, self._degree)
        options = self.job.game, Codec("puzzle", 16).not_solvable, level
        arrays = self.job.division, sender.outbox, *self.kernel
        sender.send(len(frontier), lambda start: int(self.loops.spread_moves(*options, start, *arrays)))
        self._places += len(frontier)

    def write_level(self, out: PieceWriter) -> None:
        """Write the frontier, with the code of each ended position and the number of moves of each other one."""
        super().write_level(out)
        if len(self.frontier):
            out.add("codes", self._codes)
            out.add("degree", self._degree)

    def restore(self, level: int, file: PieceFile) -> None:
        """Add a level that was written."""
        super().restore(level, file)
        self._places += file.note["found"]

    def end(self, out: PieceWriter, levels: Levels, bits: int) -> dict[str, Any]:
        """Write what is known of every place, and the moves to it: edges[into[place] : into[place + 1]]."""
        job, loops = self.job, self.loops
        for name, empty in NO_STATE.items():
            out.add(name, np.concatenate([empty, *(array for _, file in levels for array in file.arrays(name))]))
        ranks = np.concatenate([NO_RANKS, *(file.array("positions") for _, file in levels)])
        slots = np.zeros(1 << max(1, (2 * len(ranks)).bit_length()), np.uint32)
        loops.fill_slots(ranks, slots)
        into = np.zeros(len(ranks) + 1, np.int64)
        moves = []
        for level, file in levels:
            senders = file.note["senders"]
            for sender, sent in zip(senders, job.sent_files(self.stage, level, senders), strict=True):
                children, parents = (sent.arrays(piece_name(self.shard, name)) for name in ("ranks", "parents"))
                for numbers, references in zip(children, parents, strict=True):
                    places = np.empty(len(numbers), np.uint32)
                    missing = loops.find_places(ranks, slots, numbers, places, into)
                    if missing >= 0:
                        raise FileDamaged(f"{job.name}: rank {int(numbers[missing])} was sent, but is in no level")
                    moves.append((places, references, sender))
        del slots
        np.cumsum(into, out=into)
        edges = np.empty(into[-1], np.uint64)
        for move in moves:
            loops.fill_edges(*move, into, edges)
        out.add("into", into)
        out.add("edges", edges)
        return {}


# --- values, passed back -----------------------------------------------------------------------


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


# --- the two tasks of a stage -------------------------------------------------------------------


STATES: OrderedDict[tuple[str, str, int], tuple[int, Any]] = OrderedDict()
"""What this worker remembers: by directory, stage and shard, its last level and its state after that."""


def run_level(
    job: ShardJob, out: PieceWriter, shard: int, stage: str, level: int, last: int, senders: Sequence[int]
) -> dict[str, Any]:
    """Run one level of a shard: apply what was sent for it, and send on what that leads to.

    last: the last level before this in which the shard had a task, or -1. senders: the shards that sent something for
    it. In the note, `found` is the number of positions of the level, `to` who is sent something. Raises KernelError,
    FileDamaged, OSError.
    """
    state = _state(job, shard, stage, last)
    frontier = state.absorb(job.sent_files(stage, level, senders), level) if level else state.begin()
    with job.write(sent_name(stage, level, shard)) as sent:
        state.send(frontier, sent)
    state.write_level(out)
    _remember(job, shard, stage, level, state)
    to = sorted({int(name.partition(".")[0]) for name in sent.names})
    return {"found": len(frontier), "to": to, "bytes": sent.length, "senders": senders, "last": last}


def end_stage(job: ShardJob, out: PieceWriter, shard: int, stage: str, last: int, bits: int) -> dict[str, Any]:
    """Write what a shard has found in a stage. bits: of a code in the table. Raises FileDamaged, OSError."""
    note: dict[str, Any] = _state(job, shard, stage, last).end(out, _levels(job, shard, stage, last), bits)
    return note


def _levels(job: ShardJob, shard: int, stage: str, last: int) -> list[tuple[int, PieceFile]]:
    """The levels up to the last one in which a shard had a task, and their files. Raises FileDamaged, OSError."""
    levels: list[tuple[int, PieceFile]] = []
    while last >= 0:
        levels.append((last, job.read(task_name(step_of(stage, last), shard))))
        last = levels[-1][1].note["last"]
    return levels[::-1]


def _state(job: ShardJob, shard: int, stage: str, last: int) -> Any:
    """The state of a shard after a level: taken from memory, so a task that fails leaves none; or restored."""
    level, state = STATES.pop((job.directory, stage, shard), (None, None))
    if level != last:
        kinds: dict[str, Any] = {BACK: BitShard if job.width else RunShard, REACH: MovesShard}
        state = kinds.get(stage, ValueShard)(job, stage, shard)
        for earlier, file in _levels(job, shard, stage, last):
            state.restore(earlier, file)
    return state


def _remember(job: ShardJob, shard: int, stage: str, level: int, state: Any) -> None:
    """Remember a shard's state; forget those of other stages, and the oldest if they are too large."""
    for key in [key for key in STATES if key[:2] != (job.directory, stage)]:
        del STATES[key]
    STATES[job.directory, stage, shard] = level, state
    while len(STATES) > 1 and sum(state.size for _, state in STATES.values()) > job.cache_bytes:
        STATES.popitem(last=False)

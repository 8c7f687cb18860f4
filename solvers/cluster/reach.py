"""Finding all positions, level by level: what a shard has found, and what it sends on.

*Delayed duplicate detection* (R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004): a
position is sent to its owner whenever it is met, and the owner finds out which are new. A bit shard marks them in a
bitmap; a run shard sorts them and compares them with the earlier levels, which are ascending lists.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Puzzle
from perfect_play.solvers.arrays import Ints, Uint64s
from perfect_play.solvers.cluster.job import REACH, WORD_BITS, ShardJob, rules_of, task_of_job
from perfect_play.solvers.cluster.loops import MoveList, Outbox
from perfect_play.solvers.cluster.pieces import FileDamaged, PieceFile, PieceWriter
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
    rules = rules_of(job)
    if stage == REACH:
        return starts_of(rules)
    assert isinstance(rules, Puzzle)
    ranks = {rules.rank(solution) for solution in rules.solutions() or ()}
    return [rank for rank in ranks if rank is not None]


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

"""The buffers through which one shard sends to all shards at one level."""

from collections.abc import Callable
from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.cluster.job import ShardJob
from perfect_play.solvers.cluster.loops import Outbox
from perfect_play.solvers.cluster.pieces import PieceWriter
from perfect_play.solvers.native.compiler import KernelError


class Sender:
    """Arrays with a row for every shard. rows: by name, the first and the last of which are those of the outbox."""

    def __init__(self, job: ShardJob, out: PieceWriter, **dtypes: Any) -> None:
        self.job, self.out = job, out
        item = sum(np.dtype(dtype).itemsize for dtype in dtypes.values())
        self._length = max(job.buffer_bytes // (job.shards * item), 4 * job.max_moves)
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
            start = checked(self.job, spread(start))
            self._write_rows(self._length // 2 if start < count else 0, prepare)

    def _write_rows(self, threshold: int, prepare: Callable[[Ints], Ints]) -> None:
        """Write and empty the rows with more than this many entries."""
        for owner in np.flatnonzero(self.fill > threshold):
            for name, rows in self.rows.items():
                self.out.add(piece_name(int(owner), name), prepare(rows[owner, : self.fill[owner]]))
            self.fill[owner] = 0


def checked(job: ShardJob, count: int) -> int:
    """Return `count`, which a loop returned. Raises KernelError if it is negative: the kernel wrote out of range."""
    if count >= 0:
        return count
    raise KernelError(
        f"{job.name}: the kernel writes a number out of range, or more than `most` numbers, at rank {-1 - count}.\n"
        "  Run the law `kernel` at that position, or raise `most`."
    )


def piece_name(shard: int, name: str) -> str:
    """The name of what is sent to this shard."""
    return f"{shard}.{name}"


def receivers(names: set[str]) -> list[int]:
    """The shards to which pieces with these names are sent."""
    return sorted({int(name.partition(".")[0]) for name in names})

"""`python -m benchmarks.scaling`: estimates solves of up to 10^13 positions on clusters, by a model.

It adds up, level by level, the work of `solvers/cluster` at the costs measured on one core. `docs/scaling.md` shows its
output.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from perfect_play.solvers.cluster.job import SHARDS_A_WORKER

NS, GB = 1e-9, 1e9


@dataclass(frozen=True)
class Costs:
    """Seconds of one core, and bytes. Measured on one core of a machine of 2: see `docs/scaling.md`."""

    move: float = 22 * NS  # making a move, with the rank it leads to
    position: float = 8 * NS  # finding one of a level, and keeping it
    write: float = 5 * NS  # a message written, with its checksum
    take: float = 4 * NS  # a message read, with its checksum, and marked
    rank: float = 65 * NS  # once per solve: compressing its code
    task: float = 3.5e-3  # of the process that hands out tasks, for each
    piece: float = 0.3e-6  # the same for each shard that another one has sent something
    message: float = 4  # bytes


@dataclass(frozen=True)
class SharedSpace:
    """A space to solve. widths: the share of its positions in each level. bits: whether every rank is a position."""

    name: str
    positions: float
    moves: float
    widths: Sequence[float]
    costs: Costs = Costs()
    bits: bool = True

    @property
    def messages(self) -> float:
        """The moves that are written: all but the one that leads back, which its own shard knows already."""
        return self.positions * self.moves

    def memory(self, workers: int) -> float:
        """The memory of each worker in bytes."""
        return self.positions / 8 / workers if self.bits else self.positions * 16 / workers

    @property
    def disk(self) -> float:
        """The peak bytes on the storage: levels, the messages of the two widest levels, codes and table."""
        kept = sum(min(4 * share, 1 / 8) if self.bits else 8 * share for share in self.widths)
        sent = 2 * max(self.widths) * self.moves * self.costs.message
        return self.positions * (kept + sent + (0.5 if self.positions > 1 << 28 else 2))


@dataclass(frozen=True)
class Cluster:
    """A cluster. workers: in all, one per core; cores: per node; speed: bytes per second between node and storage."""

    workers: int
    cores: int = 8
    speed: float = 1.2 * GB

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return math.ceil(self.workers / self.cores)


def bell(levels: int, center: float = 0.62, width: float = 0.11) -> list[float]:
    """Shares of levels that rise to a peak and then fall more steeply, as those of the sliding tiles do."""
    raw = [math.exp(-((i / levels - center) ** 2) / (2 * width**2)) for i in range(levels)]
    return [share / sum(raw) for share in raw]


def shards_of(space: SharedSpace, cluster: Cluster) -> int:
    """The number of shards: a fixed number per worker, but none above 2^31 ranks, or 2^27 listed positions."""
    return max(SHARDS_A_WORKER * cluster.workers, math.ceil(space.positions / (2**31 if space.bits else 2**27)))


@dataclass(frozen=True)
class SolveSeconds:
    """The seconds of a solve: computing on cores, moving data to and from storage, giving out tasks."""

    computing: float
    moving: float
    giving: float

    @property
    def total(self) -> float:
        """The sum: a worker of one core does one thing at a time."""
        return self.computing + self.moving + self.giving

    @property
    def bound(self) -> str:
        """The largest part, which bounds the solve."""
        named = {"computing": self.computing, "storage": self.moving, "assigning": self.giving}
        return max(named, key=lambda name: named[name])


def model(space: SharedSpace, cluster: Cluster) -> SolveSeconds:
    """The time if every worker is busy to the end of each level and every node uses its full speed to the storage."""
    costs, shards = space.costs, shards_of(space, cluster)
    cpu = space.positions * costs.position + space.messages * (costs.move + costs.write + costs.take)
    sent = space.messages * costs.message * 2
    kept = space.positions * sum(min(4 * share, 1 / 8) if space.bits else 8 * share for share in space.widths)
    packing = space.positions * costs.rank
    giving = len(space.widths) * (shards * costs.task + shards**2 * costs.piece)  # to every other shard
    return SolveSeconds((cpu + packing) / cluster.workers, (sent + 2 * kept) / cluster.nodes / cluster.speed, giving)


TILES = Costs()
PEGS = replace(TILES, move=17 * NS, position=150 * NS, write=60 * NS, take=55 * NS, message=8)
COSETS = replace(TILES, move=100 * NS)  # as published: 10 million products of a coset and a move a second
SPACES = (
    SharedSpace("3x4 tiles", 239_500_800, 2.0, bell(54), TILES),
    SharedSpace("English pegs, classes", 23_475_688, 7.0, bell(32), PEGS, bits=False),
    SharedSpace("10^9, as tiles", 1e9, 2.0, bell(60), TILES),
    SharedSpace("10^11, as tiles", 1e11, 2.0, bell(70), TILES),
    SharedSpace("cosets of the cube", 1.4e12, 18.0, bell(17), COSETS),
    SharedSpace("15-puzzle", 10_461_394_944_000, 2.0, bell(81), TILES),
)
CLUSTERS = {
    Cluster(2, 2, 1.0 * GB): (0, 1e9),
    Cluster(8): (0, 1e12),
    Cluster(64): (1e9, 1e15),
    Cluster(512): (1e9, 1e15),
}
"""Clusters, and from how many positions to how many they suit."""

HEAD = """| space | workers | memory each | storage | time | core hours | bound by |
|---|---|---|---|---|---|---|"""


def shown() -> list[tuple[SharedSpace, Cluster]]:
    """The rows of the table."""
    suitable = CLUSTERS.items()
    return [(space, cluster) for space in SPACES for cluster, (low, high) in suitable if low <= space.positions < high]


def row(space: SharedSpace, cluster: Cluster) -> str:
    """A row of the table, in Markdown."""
    spent = model(space, cluster)
    hours = spent.total * cluster.workers / 3600
    in_words = f"{hours:,.0f}" if hours >= 10 else f"{hours:.2g}"
    return (
        f"| {space.name} | {cluster.workers} | {_bytes(space.memory(cluster.workers))} | {_bytes(space.disk)} | "
        f"{_time(spent.total)} | {in_words} | {spent.bound} |"
    )


def _bytes(count: float) -> str:
    for unit in ("MB", "GB"):
        count /= 1e6 if unit == "MB" else 1e3
        if count < 1000:
            return f"{count:,.3g} {unit}"
    return f"{count / 1e3:,.3g} TB"


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.3g} s"
    return f"{seconds / 3600:.2g} h" if seconds < 48 * 3600 else f"{seconds / 86400:.2g} days"


if __name__ == "__main__":
    print("\n".join([HEAD, *(row(space, cluster) for space, cluster in shown())]))

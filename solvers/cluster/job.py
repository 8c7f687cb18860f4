"""The job that all tasks of one solve share: its variant, the division into shards, and where its files are."""

import math
import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, RulesError
from perfect_play.solvers.cluster import loops
from perfect_play.solvers.cluster.cluster_launch import ExecutorLost
from perfect_play.solvers.cluster.pieces import PieceFile, PieceWriter
from perfect_play.solvers.native.compiler import keep_code_in
from perfect_play.solvers.native.loops import lists, rank_lists
from perfect_play.solvers.native.rules import addresses_for, copies_for, scratch_for
from perfect_play.solvers.result import Codec
from perfect_play.solvers.tables.digest import rules_digest

Kind = Literal["bits", "runs", "tiers"]
WORD_BITS = 64  # ranks per word of bits
MOST_RANKS = (1 << 63) - 1
CODES: dict[int, Any] = {2: np.uint8, 8: np.uint8, 16: np.uint16}
"""The type of codes, by their bits in the table."""

BACK, REACH, WINS, TIES, MARGINS = "back", "reach", "wins", "ties", "margins"
"""The stages that go level by level: back from the solutions; or forward from the start, and then its results."""


@dataclass(frozen=True)
class ShardJob:
    """The description of one solve. It is sent with every task, so it is small.

    name: the variant; digest: that of its rules. directory: where the files of the solve are, on storage that all
    workers see; solve: what marks them as its own. kernels: the directory of compiled code. forward: whether positions
    are searched from the start, rather than back from solutions. kind: how ranks are assigned to shards: `bits`,
    `width` consecutive ranks to each; `runs`, by a hash; `tiers`, a tier to each. game: whether it has two players.
    points: whether it is won by points. size: the number of ranks. max_moves: the greatest number of moves of a
    position. shards: their number. buffer_bytes: for what is sent, and as much again for what is sorted. cache_bytes:
    for the shards that a worker remembers.
    """

    name: str
    digest: str
    directory: str
    solve: str
    kernels: str
    forward: bool
    kind: Kind
    game: bool
    points: bool
    size: int
    max_moves: int
    shards: int
    buffer_bytes: int
    cache_bytes: int

    @property
    def lost(self) -> int:
        """The 16-bit code of a puzzle's position that cannot be solved."""
        return Codec("puzzle", 16).not_solvable

    @property
    def most_ranks(self) -> int:
        """All ranks are below this number, which has 63 bits."""
        return min(self.size, MOST_RANKS)

    @property
    def width(self) -> int:
        """The number of ranks of a bit shard, of which the last one may have fewer; 0 for other kinds."""
        return WORD_BITS * math.ceil(self.size / self.shards / WORD_BITS) if self.kind == "bits" else 0

    def low(self, shard: int) -> int:
        """The first rank of a bit shard."""
        return min(shard * self.width, self.size)

    def length(self, shard: int) -> int:
        """The number of ranks of this bit shard."""
        return self.low(shard + 1) - self.low(shard)

    def owner(self, rank: int) -> int:
        """The shard that owns a rank."""
        if self.width:
            return rank // self.width
        return (((rank * loops.GOLDEN) & ((1 << 64) - 1)) >> 32) * self.shards >> 32

    # --- files ------------------------------------------------------------------------------------

    def path(self, name: str) -> Path:
        """The path of a file of the solve."""
        return Path(self.directory) / name

    def write(self, name: str) -> PieceWriter:
        """A file to write."""
        return PieceWriter(self.path(name), self.solve)

    def read(self, name: str) -> PieceFile:
        """A file that was written. Raises FileDamaged, OSError."""
        return PieceFile(self.path(name), self.solve)

    def perform(self, task: Callable[..., Any], step: str, number: int, *arguments: Any) -> Any:
        """Run the task of a step with this number: it writes to its file, and returns the file's note."""
        with self.write(task_name(step, number)) as out:
            out.note = task(self, out, number, *arguments)
        return out.note

    def sent_files(self, stage: str, level: int, senders: Iterable[int]) -> Iterator[PieceFile]:
        """The files of what these shards sent for a level, which is the one after theirs. Raises FileDamaged."""
        return (self.read(sent_name(stage, level - 1, sender)) for sender in senders)


def task_name(step: str, number: int) -> str:
    """The name of the file of the task of a step with this number."""
    return f"{step}-{number}"


def level_step(stage: str, level: int) -> str:
    """The step of a level."""
    return f"{stage}-{level}"


def end_step(stage: str) -> str:
    """The step after the last level of a stage."""
    return f"{stage}.end"


def sent_name(stage: str, level: int, shard: int) -> str:
    """The name of the file of what a shard sends at a level."""
    return f"{task_name(level_step(stage, level), shard)}.sent"


@lru_cache(maxsize=1)
def rules_of(job: ShardJob) -> Rules:
    """The rules of a job's variant. Raises ExecutorLost if the plug-ins of this process do not have them."""
    with suppress(RulesError):
        rules = registry.load(*job.name.split("/", 1))
        if rules_digest(rules) == job.digest:
            return rules
    raise ExecutorLost(
        f"a worker on {platform.node()} has other rules of {job.name}, or none: all workers and this process need the "
        "same plug-ins, such as by the same UWAPI_PLUGINS"
    )


@lru_cache(maxsize=1)
def loops_of(job: ShardJob) -> Any:
    """The loops of a job's tasks, compiled, or loaded, when they are first called. Raises KernelError, ExecutorLost."""
    keep_code_in(Path(job.kernels))
    return copies_for(rules_of(job), not job.forward).loops(loops, lists, rank_lists)


@lru_cache(maxsize=1)
def job_scratch(job: ShardJob) -> Any:
    """What a job's loops call its variant's kernel with. Raises KernelError, ExecutorLost."""
    keep_code_in(Path(job.kernels))
    return scratch_for(rules_of(job), addresses_for(rules_of(job), not job.forward))


def kernel_arguments(job: ShardJob) -> loops.KernelArguments:
    """The same with a new array for the ranks that the kernel writes. Raises as `job_scratch`."""
    return loops.KernelArguments(np.zeros(job.max_moves, np.int64), job_scratch(job))


def division_of(job: ShardJob) -> loops.Division:
    """How a job's ranks are divided among its shards."""
    return loops.Division(job.most_ranks, job.shards, job.width, 1 / job.width if job.width else 0.0)

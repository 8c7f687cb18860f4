"""The job that all tasks of one solve share: its variant, the division into shards, and where its files are."""

import math
import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules, RulesError
from perfect_play.solvers.cluster import loops
from perfect_play.solvers.cluster.cluster_launch import ExecutorLost
from perfect_play.solvers.cluster.pieces import PieceFile, PieceWriter
from perfect_play.solvers.cluster.sizing import ShardPlan
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.compiler import keep_code_in
from perfect_play.solvers.native.engine import MOST_RANKS
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.native.process import task_of
from perfect_play.solvers.native.rules import CompiledCode, addresses_for, loops_for
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.digest import rules_digest

WORD_BITS = 64  # ranks per word of bits

BACK, REACH, WINS, TIES, MARGINS = "back", "reach", "wins", "ties", "margins"
"""The stages that go level by level: back from the solutions; or forward from the start, and then its results."""


@dataclass(frozen=True)
class ShardJob(ShardPlan):
    """The description of one solve. It is sent with every task, so it is small.

    name: the variant; digest: that of its rules. directory: where the files of the solve are, on storage that all
    workers see; solve: what marks them as its own. kernels: the directory of compiled code.
    """

    name: str
    digest: str
    directory: str
    solve: str
    kernels: str

    @property
    def game(self) -> bool:
        """Whether it has two players."""
        return isinstance(rules_of(self), Game)

    @property
    def size(self) -> int:
        """The number of ranks."""
        return rules_of(self).size or 0

    @property
    def width(self) -> int:
        """The number of ranks of a bit shard, of which the last one may have fewer; 0 for other kinds."""
        unit = table_layout.MODULO3_BLOCK if self.packs else WORD_BITS
        return unit * math.ceil(self.size / self.shards / unit) if self.kind == "bits" else 0

    @property
    def packs(self) -> bool:
        """Whether bit shards have whole blocks of the table, and compress these."""
        return self.kind == "bits" and self.size >= self.shards * table_layout.MODULO3_BLOCK

    def low(self, shard: int) -> int:
        """The first rank of a bit shard."""
        return min(shard * self.width, self.size)

    def owner(self, rank: int) -> int:
        """The shard that owns a rank."""
        if self.width:
            return rank // self.width
        return (((rank * loops.GOLDEN) & ((1 << 64) - 1)) >> 32) * self.shards >> 32

    @property
    def division(self) -> loops.Division:
        """The same for the loops."""
        inverse = 1 / self.width if self.width else 0.0
        return loops.Division(min(self.size, MOST_RANKS), self.shards, self.width, inverse)

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


def step_of(stage: str, level: int | None = None) -> str:
    """The step of a level; without one, the step after the last level of a stage."""
    return f"{stage}.end" if level is None else f"{stage}-{level}"


def sent_name(stage: str, level: int, shard: int) -> str:
    """The name of the file of what a shard sends at a level."""
    return f"{task_name(step_of(stage, level), shard)}.sent"


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


@lru_cache(maxsize=2)
def task_of_job(job: ShardJob, threads: int = 1) -> Any:
    """What a native engine is given to solve the variant, with the loops of the shards.

    Functions are compiled, or loaded, when they are first called. Raises KernelError, ExecutorLost.
    """
    keep_code_in(Path(job.kernels))
    rules = rules_of(job)
    plan = plan_of(rules)
    assert plan is not None
    code = CompiledCode(loops_for(rules, plan.engine, loops), addresses_for(rules, plan.engine != "forward"))
    unused = Checkpoint(rules, Path(job.directory).parents[1])
    return task_of(rules, plan, code, unused, lambda **report: None, threads)

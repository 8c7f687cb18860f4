"""The job that all tasks of one solve share: its variant, the division into shards, and where its files are.

`plan_shards` chooses how many shards a variant is divided into, and estimates what the workers need.
"""

import math
import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules, RulesError
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.cluster import loops
from perfect_play.solvers.cluster.cluster_launch import ExecutorLost
from perfect_play.solvers.cluster.pieces import PieceFile, PieceWriter
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.compiler import keep_code_in
from perfect_play.solvers.native.engine import MOST_RANKS
from perfect_play.solvers.native.launch import COMPILER_BYTES, Plan, plan_of, tier_bytes
from perfect_play.solvers.native.process import task_of
from perfect_play.solvers.native.rules import addresses_for, loops_for
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.digest import rules_digest

WORD_BITS = 64  # ranks per word of bits

BACK, REACH, WINS, TIES, MARGINS = "back", "reach", "wins", "ties", "margins"
"""The stages that go level by level: back from the solutions; or forward from the start, and then its results."""


Kind = Literal["bits", "runs", "tiers"]
SHARDS_A_WORKER = 2
"""More shards would balance better but send more, because known positions of the sender's own shard are not sent."""
LARGEST = {"bits": 1 << 31, "runs": 1 << 27}
"""The most ranks, or positions, of a shard: an offset has 32 bits, and what a task sorts must fit in memory."""
WIDEST = 0.2  # estimate: the widest level has at most this fraction of the positions
MIN_BUFFER, MAX_BUFFER = 32 << 20, 512 << 20  # bytes, for what is sent at a time


@dataclass(frozen=True)
class ShardPlan:
    """The division of a variant into shards.

    kind: how ranks are assigned to shards: `bits`, consecutive ranks to each; `runs`, by a hash; `tiers`, a tier to
    each. shards: their number. memory: bytes for each worker. disk: bytes on the shared storage. buffer_bytes: for what
    is sent, and as much again for what is sorted. cache_bytes: for the shards that a worker remembers.
    """

    kind: Kind
    shards: int
    memory: int
    disk: int
    buffer_bytes: int
    cache_bytes: int


def plan_shards(rules: Rules, plan: Plan, workers: int, shards: int | None = None) -> ShardPlan:
    """How to divide a variant among this many workers, into the given number of shards if there is one."""
    if isinstance(rules, BoardGame) and plan.kernel is None:
        return _plan_tiers(rules)
    size = rules.size or 0
    positions = rules.variant.positions or size
    kind: Kind = "bits" if rules.dense and plan.engine != "forward" else "runs"
    count = size if kind == "bits" else positions
    shards = shards or max(SHARDS_A_WORKER * workers, -(-count // LARGEST[kind]))
    mine = -(-shards // workers)  # shards of a worker
    each = -(-count // shards)
    assert plan.kernel is not None
    max_moves = plan.kernel.most
    buffer = min(max(MIN_BUFFER, size // 8), MAX_BUFFER) if kind == "bits" else MIN_BUFFER
    moves = positions * max_moves
    cached = mine * each // 8 if kind == "bits" else mine * 16 * each
    if plan.engine == "forward":
        working = 40 * each + 8 * moves // shards
        disk = 50 * positions + (10 if plan.kernel.margin is None else 13) * moves
    elif kind == "bits":
        working = 6 * each
        disk = 7 * positions + int(WIDEST * 8 * moves)
    else:
        working = 24 * each + int(WIDEST * 16 * moves / shards)
        disk = 32 * positions + int(WIDEST * 16 * moves)
    return ShardPlan(kind, shards, COMPILER_BYTES + cached + working + 2 * buffer, disk, buffer, cached + buffer)


def _plan_tiers(rules: BoardGame) -> ShardPlan:
    """Every tier is a shard; a worker has one at a time in memory, besides what it maps of others."""
    numbering = rules.arrangements
    largest = max(tier.end - tier.first for tier in numbering.tiers)
    disk = 4 * numbering.size + numbering.size // 2
    return ShardPlan("tiers", len(numbering.tiers), COMPILER_BYTES + tier_bytes(rules) * largest, disk, 0, 0)


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
    code = loops_for(rules, plan.engine, loops), addresses_for(rules, plan.engine != "forward")
    unused = Checkpoint(rules, Path(job.directory).parents[1])
    return task_of(rules, plan, code, unused, lambda **report: None, threads)

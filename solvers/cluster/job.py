"""The job that all tasks of one solve share: its variant, the division into shards, and where its files are."""

from __future__ import annotations

import math
import platform
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, RulesError
from perfect_play.solvers.cluster.executor import ExecutorLost
from perfect_play.solvers.cluster.loops import forward_leads, reverse_edges, shard_margins, shards, shards_kernel_free
from perfect_play.solvers.native.compiler import keep_code_in
from perfect_play.solvers.native.loops import forward as forward_loops
from perfect_play.solvers.native.loops import lists, slots
from perfect_play.solvers.native.rules import addresses_for, copies_for, scratch_for
from perfect_play.solvers.result import Codec
from perfect_play.solvers.tables.digest import rules_digest

Kind = Literal["bits", "runs", "tiers"]
WORD_BITS = 64  # ranks per word of bits
KERNEL_FREE = (lists, slots, shards_kernel_free)


@dataclass(frozen=True)
class ShardJob:
    """The description of one solve. It is sent with every task, so it is small.

    name: the variant; digest: that of its rules. directory: where the files of the solve are, on storage that all
    workers see. kernels: the directory of compiled code. forward: whether positions are searched from the start, rather
    than back from solutions. kind: how ranks are assigned to
    shards: `bits`, `width` consecutive ranks to each; `runs`, by a hash; `tiers`, a tier to each. game: whether it has
    two players. points: whether it is won by points. size: the number of ranks. max_moves: the greatest number of moves
    of a position. shards: their number. buffer_bytes: for what is sent, and as much again for what is sorted.
    cache_bytes: for the shards that a worker caches.
    """

    name: str
    digest: str
    directory: str
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
    def width(self) -> int:
        """The number of ranks of a bit shard; the last one may have fewer."""
        return WORD_BITS * math.ceil(self.size / self.shards / WORD_BITS)

    def low(self, shard: int) -> int:
        """The first rank of a bit shard."""
        return min(shard * self.width, self.size)

    def length(self, shard: int) -> int:
        """The number of ranks of this bit shard."""
        return self.low(shard + 1) - self.low(shard)

    def owner(self, number: int) -> int:
        """The shard that owns a rank."""
        if self.kind == "bits":
            return number // self.width
        return (((number * shards.GOLDEN) & ((1 << 64) - 1)) >> 32) * self.shards >> 32

    def path(self, name: str) -> Path:
        """The path of a file of the solve."""
        return Path(self.directory) / name


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
    copies = copies_for(rules_of(job), not job.forward)
    if not job.forward:
        return copies.loops(shards, *KERNEL_FREE)
    copies = copies.with_values(leads_to=forward_leads.leads_to)
    return copies.loops(shards, forward_loops, reverse_edges, shard_margins, *KERNEL_FREE)


def scratch_of(job: ShardJob) -> Any:
    """What a job's loops call its variant's kernel with. Raises KernelError, ExecutorLost."""
    return scratch_for(rules_of(job), _addresses_of(job))


@lru_cache(maxsize=1)
def _addresses_of(job: ShardJob) -> Any:
    keep_code_in(Path(job.kernels))
    return addresses_for(rules_of(job), not job.forward)

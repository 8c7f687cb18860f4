"""The job that all tasks of one solve share: its variant, the division into shards, and where its files are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal

from perfect_play.puzzles.base import Kernel, Rules
from perfect_play.solvers.cluster.loops import backward_leads as loops_backward_leads
from perfect_play.solvers.cluster.loops import forward_leads as loops_forward_leads
from perfect_play.solvers.cluster.loops import reverse_edges as loops_reverse_edges
from perfect_play.solvers.cluster.loops import shard_margins as loops_margins
from perfect_play.solvers.cluster.loops import shards as loops_shards
from perfect_play.solvers.cluster.loops import shards_kernel_free as loops_shards_kernel_free
from perfect_play.solvers.native.compiled_modules import load
from perfect_play.solvers.native.loops import forward as loops_forward
from perfect_play.solvers.native.loops import slots as loops_slots
from perfect_play.solvers.native.specialize import Module, kernel_free_module, module_of_loops, module_with
from perfect_play.solvers.result import Codec

Kind = Literal["bits", "runs", "tiers"]
WORD_BITS = 64  # ranks per word of bits
FORWARD_LOOPS = (loops_forward, loops_forward_leads, loops_shards, loops_reverse_edges)
BACKWARD_LOOPS = (loops_backward_leads, loops_shards)
KERNEL_FREE = (loops_slots, loops_shards_kernel_free)


@dataclass(frozen=True)
class ShardJob:
    """The description of one solve. It is sent with every task, so it is small.

    name: the variant; digest: that of its rules. directory: where the files of the solve are, on storage that all
    workers see. kernels: the directory of compiled modules; module: the variant's. kind: how ranks are assigned to
    shards: `bits`, `width` consecutive ranks to each; `runs`, by a hash; `tiers`, a tier to each. game: whether it has
    two players. points: whether it is won by points. size: the number of ranks. max_moves: the greatest number of moves
    of a position. shards: their number. buffer_bytes: for what is sent, and as much again for what is sorted.
    cache_bytes: for the shards that a worker caches.
    """

    name: str
    digest: str
    directory: str
    kernels: str
    module: str
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
        return (((number * loops_shards.GOLDEN) & ((1 << 64) - 1)) >> 32) * self.shards >> 32

    def path(self, name: str) -> Path:
        """The path of a file of the solve."""
        return Path(self.directory) / name


def module_for(rules: Rules, kernel: Kernel, forward: bool) -> Module:
    """The module of a variant's kernel and loops for the tasks, forward or backward. Raises KernelError."""
    margins = (loops_margins,) if forward and kernel.margin is not None else ()
    return module_with(rules, kernel, forward, (*(FORWARD_LOOPS if forward else BACKWARD_LOOPS), *margins))


@cache
def kernel_free_shard_module() -> Module:
    """The module of the shards' loops that call no kernel."""
    return module_of_loops("shards", *KERNEL_FREE)


def with_kernel_free(module: ModuleType, kernels: Path) -> Any:
    """A namespace of a variant's loops and of those that call no kernel."""
    kernel_free = load(kernel_free_shard_module(), kernels)
    return SimpleNamespace(**{**vars(kernel_free), **vars(module)})


_loaded: dict[str, Any] = {}


def compiled(job: ShardJob) -> Any:
    """All compiled loops of a variant, loaded once per process from the directory that all workers share."""
    if job.module not in _loaded:
        kernels = Path(job.kernels)
        load(kernel_free_module(), kernels)
        text = (kernels / job.module / f"{job.module}.py").read_text()
        _loaded[job.module] = with_kernel_free(load(Module(job.module, text, ()), kernels), kernels)
    return _loaded[job.module]

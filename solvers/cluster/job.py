"""What the tasks of one solve have in common: which variant, how its positions are shared out, where its files are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal

from puzzles.base import Kernel, Rules
from solvers.cluster.loops import backward_leads as loops_backward_leads
from solvers.cluster.loops import forward_leads as loops_forward_leads
from solvers.cluster.loops import reverse_edges as loops_turned
from solvers.cluster.loops import shards as loops_shards
from solvers.cluster.loops import shards_alone as loops_shards_alone
from solvers.native.loops import forward as loops_forward
from solvers.native.loops import slots as loops_slots
from solvers.native.specialize import Module, load, module_alone, module_of_loops, module_with
from solvers.result import Codec

Kind = Literal["bits", "runs"]
WORD = 64  # ranks to a word of bits
FORWARD_LOOPS = (loops_forward, loops_forward_leads, loops_shards, loops_turned)
BACKWARD_LOOPS = (loops_backward_leads, loops_shards)
WITHOUT_KERNEL = (loops_slots, loops_shards_alone)


@dataclass(frozen=True)
class Job:
    """Sent with every task, so it is small.

    directory: where the files of the solve are, on storage that all workers see; kernels: where compiled ones are.
    kind: `bits`, a shard owns `width` ranks in a row; `runs`, what a hash gives it. room: bytes for what is sent, and
    as many again for what is sorted. states: bytes for what a worker remembers of its shards.
    """

    name: str
    directory: str
    kernels: str
    module: str
    kind: Kind
    game: bool
    size: int
    most: int
    shards: int
    room: int
    states: int

    @property
    def lost(self) -> int:
        """The code of a puzzle's position that cannot be solved, while codes have 16 bits."""
        return Codec("puzzle", 16).not_solvable

    @property
    def width(self) -> int:
        """Ranks of a shard of bits; the last one may have fewer."""
        return WORD * math.ceil(self.size / self.shards / WORD)

    def low(self, shard: int) -> int:
        """The first rank of a shard of bits."""
        return min(shard * self.width, self.size)

    def length(self, shard: int) -> int:
        """How many ranks a shard of bits has."""
        return self.low(shard + 1) - self.low(shard)

    def owner(self, number: int) -> int:
        """The shard that owns a rank."""
        if self.kind == "bits":
            return number // self.width
        return (((number * loops_slots.GOLDEN) & ((1 << 64) - 1)) >> 32) * self.shards >> 32

    def path(self, name: str) -> Path:
        """A file of the solve."""
        return Path(self.directory) / name


def module_for(rules: Rules, kernel: Kernel, forward: bool) -> Module:
    """The module of a variant's kernel that the tasks use. Raises KernelError."""
    return module_with(rules, kernel, forward, FORWARD_LOOPS if forward else BACKWARD_LOOPS)


@cache
def module_without_kernel() -> Module:
    """That of the loops of shards in which there is no kernel."""
    return module_of_loops("shards", *WITHOUT_KERNEL)


def with_the_rest(module: ModuleType, kernels: Path) -> Any:
    """The loops of a variant's module, and those without a kernel, by their names."""
    alone = load(module_without_kernel(), kernels)
    return SimpleNamespace(**{**vars(alone), **vars(module)})


_loaded: dict[str, Any] = {}


def compiled(job: Job) -> Any:
    """All compiled loops of a variant, in this process; what is compiled is kept where all workers find it."""
    if job.module not in _loaded:
        kernels = Path(job.kernels)
        load(module_alone(), kernels)
        text = (kernels / f"{job.module}.py").read_text()
        _loaded[job.module] = with_the_rest(load(Module(job.module, text, ()), kernels), kernels)
    return _loaded[job.module]

"""Starts a solve on a cluster in a process of its own, and relays how it goes. Imports neither Dask nor a compiler."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from puzzles.base import Rules
from solvers.native.launch import NativeSolveFailed, compiler_installed, plan_of, relayed
from solvers.native.worker_process import listen

MODULE = "solvers.cluster.process"
WITH_PARENT = "--with-parent"
INSTALL = "python -m pip install -r requirements-cluster.txt"
ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://[^\s/]+:\d+/?", re.ASCII)
MOST_WORKERS = 256  # that one machine is asked to start
MOST_SHARDS = 4096


class BadCluster(ValueError):
    """What is said of a cluster on the command line cannot be; the message says what can."""


@dataclass(frozen=True)
class Where:
    """Who solves: so many workers, started for it, or those of a scheduler. shards: into how many it is shared out."""

    workers: int | None = None
    address: str | None = None
    shards: int | None = None

    def __post_init__(self) -> None:
        if (self.workers is None) == (self.address is None):
            raise BadCluster("Give either --workers or --cluster, not both.")
        if self.workers is not None and not 1 <= self.workers <= MOST_WORKERS:
            raise BadCluster(f"--workers is {self.workers}; it must be from 1 to {MOST_WORKERS}.")
        if self.shards is not None and not 1 <= self.shards <= MOST_SHARDS:
            raise BadCluster(f"--shards is {self.shards}; it must be from 1 to {MOST_SHARDS}.")
        if self.address is not None and not ADDRESS.fullmatch(self.address):
            raise BadCluster(
                f"--cluster is {self.address!r}; it must be the address of a Dask scheduler, such as tcp://10.0.0.1:8786."
            )

    @property
    def arguments(self) -> list[str]:
        """The same for the process."""
        shards = [f"--shards={self.shards}"] if self.shards else []
        return [f"--workers={self.workers}" if self.workers else f"--cluster={self.address}", *shards]


def where_of(workers: int | None, address: str | None, shards: int | None) -> Where | None:
    """What these options of the command line say; None where they say nothing. Raises BadCluster."""
    if workers is None and address is None:
        if shards is not None:
            raise BadCluster("--shards needs --workers or --cluster.")
        return None
    return Where(workers, address, shards)


def why_not(rules: Rules) -> str | None:
    """A sentence on why this variant cannot be solved on a cluster; None where it can."""
    if importlib.util.find_spec("distributed") is None:
        return f"Dask is not installed: {INSTALL}"
    if not compiler_installed():
        return "Numba is not installed, which compiles kernels: python -m pip install -r requirements.txt"
    plan = plan_of(rules)
    if plan is None:
        return f"{rules.full_id} has no kernel: only the reference solver can solve it, without --workers or --cluster"
    if plan.kernel.margin is not None:
        return f"{rules.full_id} is won by points, which one machine has to find: leave --workers and --cluster out"
    return None


def solve_on_cluster(
    data_dir: Path,
    rules: Rules,
    where: Where,
    tell: Callable[[int], None],
    stage: Callable[[str], None] = lambda doing: None,
) -> None:
    """Solve a variant on a cluster and publish its table here. Raises NativeSolveFailed.

    `tell` is called with the number of positions solved so far, `stage` with what is being done.
    """
    why = why_not(rules)
    if why is not None:
        raise NativeSolveFailed(why)
    arguments = (str(data_dir.resolve()), rules.id, rules.variant.id, WITH_PARENT, *where.arguments)
    relayed(lambda heard: listen(MODULE, *arguments, heard=heard), tell, stage)

"""Starts a solve on a cluster in its own process and relays its progress. Imports neither Dask nor the compiler."""

import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.native.launch import NativeSolveFailed, compiler_installed, plan_of, relay_progress
from perfect_play.solvers.native.worker_process import run_worker

MODULE = "perfect_play.solvers.cluster.cluster_process"
WITH_PARENT = "--with-parent"
INSTALL = "python -m pip install -e '.[cluster]'"
ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://[^\s/]+:\d+/?", re.ASCII)
MOST_WORKERS = 256  # started on one machine
MOST_SHARDS = 4096


class ExecutorLost(Exception):
    """The workers or their scheduler are gone or unsuitable; the message says which, and what to do."""


class BadCluster(ValueError):
    """The options for a cluster on the command line are invalid; the message says what is valid."""


@dataclass(frozen=True)
class Cluster:
    """The workers of a solve: either a number of workers to start, or the address of a scheduler that has some.

    shards: how many to divide the positions into; None: the solver chooses. Raises BadCluster.
    """

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
        """The same as command line options."""
        shards = [f"--shards={self.shards}"] if self.shards else []
        return [f"--workers={self.workers}" if self.workers else f"--cluster={self.address}", *shards]


def cluster_of(workers: int | None, address: str | None, shards: int | None) -> Cluster | None:
    """The cluster that these command line options specify; None if they are all None. Raises BadCluster."""
    if workers is None and address is None:
        if shards is not None:
            raise BadCluster("--shards needs --workers or --cluster.")
        return None
    return Cluster(workers, address, shards)


def why_not(rules: Rules, cluster: Cluster) -> str | None:
    """Why this variant cannot be solved on this cluster, as a sentence; None if it can."""
    plan = plan_of(rules)
    if plan is None:
        return f"{rules.full_id} has no kernel: only the reference solver can solve it, without --workers or --cluster"
    if plan.engine == "tiers" and cluster.shards is not None:
        return f"{rules.full_id} is solved tier by tier and has no other shards: omit --shards"
    if importlib.util.find_spec("distributed") is None:
        return f"Dask is not installed: {INSTALL}"
    if not compiler_installed():
        return "Numba is not installed, which compiles kernels: python -m pip install -r requirements.txt"
    return None


def solve_on_cluster(
    data_dir: Path,
    rules: Rules,
    cluster: Cluster,
    on_positions: Callable[[int], None],
    on_stage: Callable[[str], None] = lambda stage: None,
) -> None:
    """Solve a variant on a cluster and publish its table here. Raises NativeSolveFailed.

    on_positions: called with the number of positions solved so far. on_stage: called with the current stage of the
    work, in words.
    """
    reason = why_not(rules, cluster)
    if reason is not None:
        raise NativeSolveFailed(reason)
    arguments = (str(data_dir.resolve()), rules.id, rules.variant.id, WITH_PARENT, *cluster.arguments)
    relay_progress(lambda on_report: run_worker(MODULE, *arguments, on_report=on_report), on_positions, on_stage)

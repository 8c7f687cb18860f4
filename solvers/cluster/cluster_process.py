"""The process of a solve on a cluster, with the arguments DATA_DIR ID VARIANT --workers=N.

Or `--cluster=ADDRESS`; optionally `--shards=N` and `--with-parent`. This process hands out the tasks, keeps the
journal, checks results against the rules and publishes the table. Reports progress as lines of JSON.
"""

from __future__ import annotations

import argparse
import signal
import sqlite3
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, RulesError
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.cluster.cluster_launch import WITH_PARENT, Cluster, ExecutorLost
from perfect_play.solvers.cluster.job import ShardJob, plan_shards
from perfect_play.solvers.cluster.pieces import FileDamaged
from perfect_play.solvers.cluster.scheme import ClusterSearch, Journal
from perfect_play.solvers.cluster.solves import solve_backward, solve_forward, solve_tiers
from perfect_play.solvers.native.compiler import KernelError, keep_code
from perfect_play.solvers.native.engine import SolvedVariant
from perfect_play.solvers.native.kernel_cache import kernel_directory
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.native.memory import in_bytes, require_free
from perfect_play.solvers.native.process import check_and_lock, solve_and_publish
from perfect_play.solvers.native.worker_process import end_with_parent, report, reporting_errors
from perfect_play.solvers.result import RemotenessTooLarge
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.store import Store

if TYPE_CHECKING:
    from perfect_play.solvers.cluster.dask_executor import DaskExecutor

ERRORS = (KernelError, RemotenessTooLarge, RulesError, TooLarge, sqlite3.Error, ExecutorLost, FileDamaged)


def run(data_dir: Path, rules: Rules, cluster: Cluster) -> None:
    """Solve one variant and publish its table. Raises one of ERRORS, OSError, MemoryError."""
    from perfect_play.solvers.cluster.dask_executor import connected

    check_and_lock(data_dir, rules)
    report(stage="waiting for workers")
    with connected(cluster, data_dir) as executor:
        search = prepared(data_dir, rules, cluster, executor)
        try:
            if search.journal.resumed:
                search.report(stage="resuming from what is saved")
            solve_and_publish(rules, partial(solve, search), Store(data_dir / "tables"), search.journal.remove)
        except FileDamaged as error:
            search.journal.remove()
            raise FileDamaged(f"{error}; what was saved was deleted, and the next run starts over") from error
        report(sent=search.sent)


def prepared(data_dir: Path, rules: Rules, cluster: Cluster, executor: DaskExecutor) -> ClusterSearch:
    """A search on these workers, its kernel compiled and its needs checked. Raises as `run`."""
    plan = plan_of(rules)
    assert plan is not None
    start = time.perf_counter()
    journal = Journal(rules, data_dir, plan_shards(rules, plan, executor.workers, cluster.shards).shards)
    sizes = plan_shards(rules, plan, executor.workers, journal.shards)
    needs = f"{in_bytes(sizes.memory)} of memory each, {in_bytes(sizes.disk)} of shared disk"
    division = f", {sizes.shards} tiers" if sizes.kind == "tiers" else f" ({sizes.kind}), {sizes.shards} shards"
    report(stage=f"on {executor.workers} workers{division}, needs about {needs}")
    require_free(rules, 0, sizes.disk, data_dir)
    executor.require_free(rules, sizes.memory)
    keep_code(data_dir)
    job = ShardJob(
        **vars(sizes),
        name=rules.full_id,
        digest=rules_digest(rules),
        directory=str(journal.directory),
        solve=journal.solve,
        kernels=str(kernel_directory(data_dir) or data_dir),
    )
    report(compiled=round(time.perf_counter() - start, 2))
    return ClusterSearch(rules, job, journal, executor, report)


def solve(search: ClusterSearch) -> SolvedVariant:
    """Solve a variant by the method that fits it. Raises what tasks raise, RemotenessTooLarge, MemoryError, OSError."""
    plan = plan_of(search.rules)
    assert plan is not None
    if plan.engine == "tiers":
        return solve_tiers(search)
    return solve_forward(search) if plan.engine == "forward" else solve_backward(search)


def main() -> int:
    """Run the process; return the exit code: 0 if the table is published, else 1, with an `error` reported."""
    parser = argparse.ArgumentParser(prog="python -m perfect_play.solvers.cluster.cluster_process")
    for name in ("data_dir", "id", "variant"):
        parser.add_argument(name)
    parser.add_argument(WITH_PARENT, action="store_true", dest="with_parent")
    for name, kind in (("workers", int), ("shards", int), ("cluster", str)):
        parser.add_argument(f"--{name}", type=kind)
    options = parser.parse_args()
    if options.with_parent:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
        end_with_parent()
    cluster = Cluster(options.workers, options.cluster, options.shards)
    data_dir = Path(options.data_dir).resolve()
    function = partial(run, data_dir, registry.load(options.id, options.variant), cluster)
    return reporting_errors(function, ERRORS, data_dir)


if __name__ == "__main__":
    sys.exit(main())

"""A solve on a cluster: `python -m solvers.cluster.process DATA_DIR ID VARIANT [--with-parent] --workers=N`.

Or `--cluster=ADDRESS`; and `--shards=N`. This process gives the tasks out, keeps the journal, compares results with the
rules and publishes the table. It tells how it goes in lines of JSON, as the native one does.
"""

from __future__ import annotations

import argparse
import signal
import sqlite3
import sys
import time
from functools import partial
from pathlib import Path

from puzzles import registry
from puzzles.base import Game, Rules
from solvers.cluster.compile_ahead import warm
from solvers.cluster.executor import Crew, CrewLost
from solvers.cluster.files import Damaged
from solvers.cluster.job import Job, module_for, module_without_kernel, with_the_rest
from solvers.cluster.journal import Journal, directory_of
from solvers.cluster.launch import WITH_PARENT, Where
from solvers.cluster.search import Search, solve_backward, solve_forward
from solvers.cluster.sizing import shares_of
from solvers.native.kernel_cache import kernels_in
from solvers.native.launch import plan_of
from solvers.native.memory import in_bytes, make_sure
from solvers.native.process import begin, solve_and_publish, warmed
from solvers.native.specialize import KernelError, seal
from solvers.native.worker_process import end_with_parent, say, telling_errors
from solvers.result import RemotenessTooLarge
from solvers.tables.store import Store

ERRORS = (KernelError, RemotenessTooLarge, sqlite3.Error, CrewLost, Damaged)


def run(data_dir: Path, rules: Rules, where: Where) -> None:
    """Solve one variant and publish its table. Raises one of ERRORS, OSError, MemoryError."""
    from solvers.cluster.dask_executor import hired

    begin(data_dir, rules)
    say(stage="waiting for workers")
    with hired(where, data_dir) as crew:
        search = prepared(data_dir, rules, where, crew)
        try:
            _solve(search, Store(data_dir / "tables"))
        except Damaged as error:
            search.journal.remove()
            raise Damaged(f"{error}; what was kept is deleted, and the next run begins anew") from error
        say(sent=search.sent)


def prepared(data_dir: Path, rules: Rules, where: Where, crew: Crew) -> Search:
    """A search for these workers, its kernel compiled, when what it needs is there. Raises as `run`."""
    plan = plan_of(rules)
    assert plan is not None
    begun = time.perf_counter()
    made = module_for(rules, plan.kernel, plan.engine == "forward")
    journal = Journal(rules, data_dir, where.shards or shares_of(rules, plan, crew.workers).shards)
    shares = shares_of(rules, plan, crew.workers, journal.shards)
    needs = f"{in_bytes(shares.memory)} of memory each, {in_bytes(shares.disk)} of shared disk"
    say(stage=f"on {crew.workers} workers ({shares.kind}), {shares.shards} shards, needs about {needs}")
    make_sure(rules, 0, shares.disk, data_dir)
    crew.make_sure(rules, shares.memory)
    kernels = kernels_in(data_dir)
    warmed(rules, made, lambda module, rules: warm(with_the_rest(module, kernels), rules), kernels)
    seal(module_without_kernel().name, kernels)
    job = Job(
        name=rules.full_id,
        directory=str(directory_of(rules, data_dir)),
        kernels=str(kernels),
        module=made.name,
        kind=shares.kind,
        game=isinstance(rules, Game),
        size=rules.size or 0,
        most=plan.kernel.most,
        shards=shares.shards,
        room=shares.room,
        states=shares.states,
    )
    say(compiled=round(time.perf_counter() - begun, 2))
    return Search(rules, job, journal, crew, say)


def _solve(search: Search, store: Store) -> None:
    plan = plan_of(search.rules)
    solve = solve_forward if plan is not None and plan.engine == "forward" else solve_backward
    if search.journal.resumed:
        search.tell(stage="going on from what is kept")
    solve_and_publish(search.rules, partial(solve, search), store, search.journal.remove)


def main() -> int:
    """The process: 0 when the table is published, 1 with an `error` line otherwise."""
    parser = argparse.ArgumentParser(prog="python -m solvers.cluster.process")
    for name in ("data_dir", "id", "variant"):
        parser.add_argument(name)
    parser.add_argument(WITH_PARENT, action="store_true", dest="with_parent")
    for name, kind in (("workers", int), ("shards", int), ("cluster", str)):
        parser.add_argument(f"--{name}", type=kind)
    given = parser.parse_args()
    if given.with_parent:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process ends it
        end_with_parent()
    where = Where(given.workers, given.cluster, given.shards)
    work = partial(run, Path(given.data_dir).resolve(), registry.load(given.id, given.variant), where)
    return telling_errors(work, ERRORS)


if __name__ == "__main__":
    sys.exit(main())

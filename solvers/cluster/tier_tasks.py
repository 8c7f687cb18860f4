"""The tiers of a board game on a cluster: a task solves a tier once all tiers it leads to are solved.

First, a pass over the moves of every tier finds which others it leads to. Tiers that do not lead to one another are
solved side by side, each by the loops of the native engine, on one core; a task maps the codes of the tiers it leads to
from their files.
"""

import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.cluster.job import ShardJob, rules_of, task_name
from perfect_play.solvers.cluster.pieces import PieceWriter
from perfect_play.solvers.cluster.scheme import ClusterSearch
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native import tier_engine
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.compiler import keep_code_in
from perfect_play.solvers.native.engine import SolvedVariant, Task
from perfect_play.solvers.native.process import compiled

LEADS, TIER = "leads", "tier"
"""The two steps."""
REPORT_SECONDS = 5.0


def solve_tiers(search: ClusterSearch) -> SolvedVariant:
    """Solve a board game tier by tier. Raises what tasks raise, MemoryError and OSError."""
    job, solver = search.job, _solver(search.rules, search.job, cores())
    solver.task.report = search.report
    solver.require_bound()
    sizes = [tier.end - tier.first for tier in solver.tiers]
    numbers = sorted((number for number in range(job.shards) if sizes[number]), key=lambda number: -sizes[number])
    search.report(stage="finding which tiers lead to which")
    survey = search.run(LEADS, leads_to, dict.fromkeys(numbers, ()), anywhere=True)
    after = {number: note["tiers"] for number, note in survey}
    reported, positions, remaining = time.monotonic(), 0, len(numbers)
    calls = {number: (after[number],) for number in numbers}
    for number, _ in search.run(TIER, solve_tier, calls, after, anywhere=True):
        positions, remaining = positions + sizes[number], remaining - 1
        search.report(positions=positions)
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            name = solver.tiers[number].name
            search.report(stage=f"tier {name} is solved, {remaining} of {job.shards} are left")
    search.report(stage="joining the tiers")
    codes = tier_engine.codes_array(Path(job.directory), solver.size)
    for number in numbers:
        codes[solver.tiers[number].first : solver.tiers[number].end] = codes_of(job, number)
    return tier_engine.AllTiers(solver, codes).solved()


def codes_of(job: ShardJob, number: int) -> Any:
    """The codes of the tier with this index, once it is solved. Raises FileDamaged, OSError."""
    return job.read(task_name(TIER, number)).mapped("codes")


# --- run by the workers ---------------------------------------------------------------------------


def leads_to(job: ShardJob, out: PieceWriter, number: int) -> dict[str, Any]:
    """Find the indices of the other tiers that the one with this index leads to.

    Raises KernelError, ExecutorLost, OSError.
    """
    return {"tiers": _own_solver(job).leads_to(number)}


def solve_tier(job: ShardJob, out: PieceWriter, number: int, later: list[int]) -> dict[str, Any]:
    """Solve the tier with this index, given the indices of those it leads to.

    Raises KernelError, MemoryError, RemotenessTooLarge, FileDamaged, ExecutorLost, OSError.
    """
    solver = _own_solver(job)
    later_tables, mapped = solver.nothing_later(), [codes_of(job, successor) for successor in later]
    for successor, later_codes in zip(later, mapped, strict=True):
        solver.add_later(later_tables, successor, later_codes)
    codes = np.empty(solver.tiers[number].end - solver.tiers[number].first, np.uint16)
    solver.solve(number, codes, later_tables)
    out.add("codes", codes)
    return {}


@lru_cache(maxsize=1)
def _own_solver(job: ShardJob) -> tier_engine.TierSolver:
    """The solver of this worker, with one thread. Raises ExecutorLost if its plug-ins do not have the job's rules."""
    return _solver(rules_of(job), job, 1)


def _solver(rules: Rules, job: ShardJob, threads: int) -> tier_engine.TierSolver:
    keep_code_in(Path(job.kernels))
    unused = Checkpoint(rules, Path(job.directory).parents[1])
    return tier_engine.TierSolver(
        Task(rules, *compiled(rules, tier_engine.NAME), unused, lambda **report: None, threads)
    )

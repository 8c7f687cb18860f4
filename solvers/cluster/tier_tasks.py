"""The tiers of a board game on a cluster: a task solves a tier once all tiers it leads to are solved.

First, a pass over the moves of every tier finds which others it leads to. Tiers that do not lead to one another are
solved side by side, each by the loops of the native engine, on one core; a task maps the codes of the tiers it leads to
from their files.
"""

import time
from functools import lru_cache
from typing import Any

import numpy as np

from perfect_play.solvers.cluster.job import ShardJob, task_name, task_of_job
from perfect_play.solvers.cluster.pieces import PieceWriter
from perfect_play.solvers.cluster.scheme import ClusterSearch
from perfect_play.solvers.native import tier_engine
from perfect_play.solvers.native.engine import SolvedVariant

LEADS, TIER = "leads", "tier"
"""The two steps."""
REPORT_SECONDS = 5.0


def solve_tiers(search: ClusterSearch) -> SolvedVariant:
    """Solve a board game tier by tier. Raises what tasks raise, MemoryError and OSError."""
    job, solver = search.job, tier_engine.TierSolver(search.task())
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
    codes = search.joined([codes_of(job, number) for number in sorted(numbers)])
    return tier_engine.AllTiers(solver, codes).solved()


def codes_of(job: ShardJob, number: int) -> Any:
    """The codes of the tier with this index, once it is solved. Raises FileDamaged, OSError."""
    return job.read(task_name(TIER, number)).mapped("codes")


# --- run by the workers ---------------------------------------------------------------------------


def leads_to(job: ShardJob, out: PieceWriter, number: int) -> dict[str, Any]:
    """Find the indices of the other tiers that the one with this index leads to.

    Raises KernelError, ExecutorLost, OSError.
    """
    return {"tiers": _solver(job).leads_to(number)}


def solve_tier(job: ShardJob, out: PieceWriter, number: int, later: list[int]) -> dict[str, Any]:
    """Solve the tier with this index, given the indices of those it leads to.

    Raises KernelError, MemoryError, RemotenessTooLarge, FileDamaged, ExecutorLost, OSError.
    """
    solver = _solver(job)
    later_tables, mapped = solver.nothing_later(), [codes_of(job, successor) for successor in later]
    for successor, later_codes in zip(later, mapped, strict=True):
        solver.add_later(later_tables, successor, later_codes)
    codes = np.empty(solver.tiers[number].end - solver.tiers[number].first, np.uint16)
    solver.solve(number, codes, later_tables)
    out.add("codes", codes)
    return {}


@lru_cache(maxsize=1)
def _solver(job: ShardJob) -> tier_engine.TierSolver:
    """The solver of this worker, with one thread. Raises ExecutorLost if its plug-ins do not have the job's rules."""
    return tier_engine.TierSolver(task_of_job(job))

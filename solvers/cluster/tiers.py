"""The tiers of a board game on a cluster: a task solves a tier once all tiers it leads to are solved.

First, a pass over the moves of every tier finds which others it leads to. Tiers that do not lead to one another are
solved side by side, each by the loops of the native engine, on one core; a task maps the codes of the tiers it leads to
from their files. The codes of a solved tier are a file, whose checksum is in the journal.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.cluster.cluster_search import ClusterSearch
from perfect_play.solvers.cluster.executor import Call
from perfect_play.solvers.cluster.files import Piece, map_piece, write_array
from perfect_play.solvers.cluster.job import ShardJob, rules_of
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native import tiers
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.compiler import keep_code_in
from perfect_play.solvers.native.engine import SolvedVariant, Task
from perfect_play.solvers.native.process import compiled

REPORT_SECONDS = 5.0


def solve_tiers(search: ClusterSearch) -> SolvedVariant:
    """Solve a board game tier by tier. Raises what tasks raise, MemoryError and OSError."""
    solver = _solver(search.rules, search.job, cores())
    solver.task.report = search.report
    solver.require_bound()
    pieces = _solve_all(search, solver.tiers)
    search.report(stage="joining the tiers")
    codes = tiers.codes_array(Path(search.job.directory), solver.size)
    for tier, piece in zip(solver.tiers, pieces, strict=True):
        if piece is not None:
            codes[tier.first : tier.end] = map_piece(search.job, piece, np.uint16)
    return tiers.AllTiers(solver, codes).solved()


def _solve_all(search: ClusterSearch, every: Any) -> Any:
    """The pieces with the codes of all tiers; None for those without ranks."""
    job, journal, executor = search.job, search.journal, search.executor
    sizes = [tier.end - tier.first for tier in every]
    largest_first = sorted(range(job.shards), key=lambda number: -sizes[number])

    def survey() -> list[Any]:
        search.report(stage="finding which tiers lead to which")
        results = executor.run(leads_to, job, ((number, (number,)) for number in largest_first), lambda: ())
        return [led for _, led in sorted(results)]

    leads = journal.step("leads", survey)
    pieces = [journal.noted(tier_file(number)) for number in range(job.shards)]
    waiting = [number for number in largest_first if pieces[number] is None and sizes[number]]

    def ready() -> Iterable[Call]:
        selected = [number for number in waiting if all(pieces[successor] is not None for successor in leads[number])]
        waiting[:] = [number for number in waiting if number not in selected]
        return [
            (number, (number, [(successor, pieces[successor]) for successor in leads[number]])) for number in selected
        ]

    reported, solved = (
        time.monotonic(),
        sum(size for size, piece in zip(sizes, pieces, strict=True) if piece is not None),
    )
    for number, piece in executor.run(solve_tier, job, ready(), ready):
        journal.note(tier_file(number), piece)
        pieces[number] = piece
        solved += sizes[number]
        search.report(positions=solved)
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            remaining = pieces.count(None)
            search.report(stage=f"tier {every[number].name} is solved, {remaining} of {job.shards} are left")
    return pieces


def tier_file(number: int) -> str:
    """The name of the file with the codes of the tier with this index."""
    return f"tier-{number}"


# --- run by the workers ---------------------------------------------------------------------------


def leads_to(job: ShardJob, number: int) -> list[int]:
    """The indices of the other tiers that the one with this index leads to.

    Raises KernelError, ExecutorLost, OSError.
    """
    return _own_solver(job).leads_to(number)


def solve_tier(job: ShardJob, number: int, later: list[tuple[int, Piece]]) -> Piece | None:
    """Solve the tier with this index, given the pieces of those it leads to; return the piece with its codes.

    Raises KernelError, MemoryError, RemotenessTooLarge, FileDamaged, ExecutorLost, OSError.
    """
    solver = _own_solver(job)
    later_tables, mapped = solver.nothing_later(), [map_piece(job, piece, np.uint16) for _, piece in later]
    for (successor, _), codes in zip(later, mapped, strict=True):
        solver.add_later(later_tables, successor, codes)
    codes = np.empty(solver.tiers[number].end - solver.tiers[number].first, np.uint16)
    solver.solve(number, codes, later_tables)
    return write_array(job, tier_file(number), "codes", codes)


@lru_cache(maxsize=1)
def _own_solver(job: ShardJob) -> tiers.TierSolver:
    """The solver of this worker, with one thread. Raises ExecutorLost if its plug-ins do not have the job's rules."""
    return _solver(rules_of(job), job, 1)


def _solver(rules: Rules, job: ShardJob, threads: int) -> tiers.TierSolver:
    keep_code_in(Path(job.kernels))
    unused = Checkpoint(rules, Path(job.directory).parents[1])
    return tiers.TierSolver(Task(rules, *compiled(rules, tiers.NAME), unused, lambda **report: None, threads))

"""How variants are solved on a cluster; the outcome is handed to the native engines, which make the table.

Level by level, in stages; or board games tier by tier: a task solves a tier once all tiers it leads to are solved.
First, a pass over the moves of every tier finds which others it leads to. Tiers that do not lead to one another are
solved side by side, each by the loops of the native engine, on one core; a task maps the codes of the tiers it leads to
from their files.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.mixins import Scored
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.cluster.job import (
    BACK,
    MARGINS,
    REACH,
    TIES,
    WINS,
    ShardJob,
    step_of,
    task_name,
    task_of_job,
)
from perfect_play.solvers.cluster.pieces import PieceWriter
from perfect_play.solvers.cluster.scheme import ClusterSearch
from perfect_play.solvers.native import tier_engine
from perfect_play.solvers.native.dense_engine import solved_codes
from perfect_play.solvers.native.engine import SolvedVariant
from perfect_play.solvers.native.forward_engine import no_margin, solved_ranks
from perfect_play.solvers.native.modulo3_engine import solved_words
from perfect_play.solvers.result import MODULO3, Codec, RemotenessTooLarge, result
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.table_layout import PackedTable, layout_of

MERGED = 1 << 20  # ranks sorted at a time when the shards' lists are joined


def solve_backward(search: ClusterSearch) -> SolvedVariant:
    """Solve a puzzle backward from its solutions. Raises what tasks raise, and RemotenessTooLarge."""
    counts = search.reach(BACK, keep_sent=False)
    modulo3 = layout_of(search.rules) == "modulo3"
    codec = MODULO3 if modulo3 else Codec.fitting("puzzle", len(counts) - 1)
    search.report(stage="writing the codes")
    search.end(BACK, codec.bits)
    if not search.job.width:
        ranks, codes = _in_order(search, codes=BACK)
        return solved_ranks(search.task(), ranks, codes, domain="closure")
    codes = JoinedCodes(_stage_arrays(search, "codes", BACK))
    if modulo3:
        solved = solved_words(search.rules, codes, counts)
    else:
        histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(counts)})
        solved = solved_codes(codes, codec, histogram)
    return replace(solved, pack=lambda: _packed_by_shards(search, solved)) if search.job.packs else solved


class JoinedCodes:
    """The codes of bit shards, from their files, as one array: of all but the last shards equally many."""

    def __init__(self, arrays: list[Any]) -> None:
        self._arrays, self._width = arrays, max(1, len(arrays[0]))
        self._length = sum(map(len, arrays))

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice):
            return self._arrays[index // self._width][index % self._width]
        start, end, _ = index.indices(self._length)
        firsts = enumerate(range(0, self._length, self._width))
        return np.concatenate([self._arrays[i][max(0, start - first) : max(0, end - first)] for i, first in firsts])


def _packed_by_shards(search: ClusterSearch, solved: SolvedVariant) -> PackedTable:
    """The table, of the blocks that shards have compressed."""
    job, step = search.job, table_layout.BLOCK_BYTES * 8 // solved.codec.bits
    files = (job.read(task_name(step_of(BACK), shard)) for shard in range(job.shards))
    blocks = (block.tobytes() for file in files for block in file.arrays("blocks"))
    parts = ((str(number), block) for number, block in enumerate(blocks))
    return PackedTable(layout_of(search.rules), parts, job.size, step, -(-job.size // step), solved.histogram)


def solve_forward(search: ClusterSearch) -> SolvedVariant:
    """Solve all that the start reaches, along reverse edges. Raises what tasks raise, and RemotenessTooLarge."""
    rules, job = search.rules, search.job
    search.passes = 2
    counts = search.reach(REACH, keep_sent=True)
    search.report(stage="reversing the moves")
    search.end(REACH)
    for level in range(len(counts) + 1):
        search.drop_sent(REACH, level)
    total, solved = sum(counts), 0
    wide = Codec("game" if job.game else "puzzle", 16)
    stages = (WINS, TIES) if job.game else (WINS,)
    for stage in stages:
        for level, count in search.run_levels(stage):
            if level > wide.limit:
                raise RemotenessTooLarge(f"{rules.full_id}: remoteness {level} does not fit in {wide.bits} bits")
            if count:
                solved += count
                search.report(positions=(total + solved) // 2, level=level)
        search.end(stage)
    columns = {"codes": stages[-1]}
    if isinstance(rules, Scored):
        search.report(stage="computing the margins")
        for level, _ in search.run_levels(MARGINS):
            search.report(positions=total, level=level)
        for note in search.end(MARGINS):
            if note["unknown"] is not None:
                raise no_margin(rules, note["unknown"])
        columns["margins"] = MARGINS
    ranks, *values = _in_order(search, **columns)
    if rules.dense:
        every = [np.full(job.size, fill, array.dtype) for array, fill in zip(values, (wide.no_entry, 0), strict=False)]
        for array, listed in zip(every, values, strict=True):
            array[ranks] = listed
        values = every
    return solved_ranks(search.task(), ranks, *values)


def _stage_arrays(search: ClusterSearch, name: str, stage: str) -> list[Any]:
    """What every shard has written under this name at the end of a stage. Raises FileDamaged, OSError."""
    job = search.job
    return [job.read(task_name(step_of(stage), shard)).mapped(name) for shard in range(job.shards)]


def _in_order(search: ClusterSearch, **columns: str) -> list[Any]:
    """The ranks of all shards in ascending order, and what belongs to each: arrays by name, of the ends of stages."""
    stages = {"ranks": columns["codes"], **columns}
    lists = [_stage_arrays(search, name, stage) for name, stage in stages.items()]
    total, place = sum(map(len, lists[0])), 0
    whole = [search.array(name, arrays[0].dtype, total) for name, arrays in zip(stages, lists, strict=True)]
    for chunk in by_rank(list(zip(*lists, strict=True))):
        for array, part in zip(whole, chunk, strict=True):
            array[place : place + len(part)] = part
        place += len(chunk[0])
    return whole


def by_rank(lists: Sequence[Sequence[Ints]]) -> Iterator[list[Ints]]:
    """All ranks in ascending order, and what belongs to them, in chunks.

    lists: each has an array of ascending ranks, and arrays that are as long.
    """
    longest = max((ranks for ranks, *_ in lists), key=len)
    step = max(1, len(longest) * MERGED // max(1, sum(len(ranks) for ranks, *_ in lists)))
    ends = [[0, *ranks.searchsorted(longest[step::step]), len(ranks)] for ranks, *_ in lists]
    for bounds in zip(*map(pairwise, ends), strict=True):
        parts = [[array[i:j] for array in arrays] for arrays, (i, j) in zip(lists, bounds, strict=True)]
        ranks, *others = map(np.concatenate, zip(*parts, strict=True))
        order = np.argsort(ranks, kind="stable")  # which merges them
        yield [array[order] for array in (ranks, *others)]


# --- tier by tier ---------------------------------------------------------------------------------


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
    return tier_engine.AllTiers(solver, codes, solver.count(0, codes)).solved()


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

"""The solves that go level by level: the order of their stages."""

from collections import Counter

from perfect_play.puzzles.base import Value
from perfect_play.solvers.cluster.job import BACK, MARGINS, REACH, TIES, WINS
from perfect_play.solvers.cluster.scheme import ClusterSearch
from perfect_play.solvers.cluster.table_packing import SolvedShards
from perfect_play.solvers.native.engine import SolvedVariant
from perfect_play.solvers.native.margin_pass import no_margin
from perfect_play.solvers.result import MODULO3, Codec, RemotenessTooLarge, result
from perfect_play.solvers.tables.table_layout import layout_of


def solve_backward(search: ClusterSearch) -> SolvedVariant:
    """Solve a puzzle backward from its solutions. Raises what tasks raise, and RemotenessTooLarge."""
    counts = search.reach(BACK, keep_sent=False)
    codec = MODULO3 if layout_of(search.rules) == "modulo3" else Codec.fitting("puzzle", len(counts) - 1)
    search.report(stage="writing the codes")
    search.end(BACK, codec.bits)
    histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(counts)})
    return SolvedShards(search, BACK, codec, "closure", histogram).solved()


def solve_forward(search: ClusterSearch) -> SolvedVariant:
    """Solve all that the start reaches, along reverse edges. Raises what tasks raise, and RemotenessTooLarge."""
    rules, job = search.rules, search.job
    search.passes = 2
    counts = search.reach(REACH, keep_sent=True)
    search.report(stage="reversing the moves")
    search.end(REACH)
    for level in range(len(counts) + 1):
        search.drop_sent(REACH, level)
    total, solved, greatest = sum(counts), 0, 0
    wide = Codec("game" if job.game else "puzzle", 16)
    stages = (WINS, TIES) if job.game else (WINS,)
    for stage in stages:
        for level, count in search.run_levels(stage):
            if level > wide.limit:
                raise RemotenessTooLarge(f"{rules.full_id}: remoteness {level} does not fit in {wide.bits} bits")
            if count:
                greatest, solved = max(greatest, level), solved + count
                search.report(positions=(total + solved) // 2, level=level)
        codec = Codec.fitting(wide.kind, greatest)
        notes = search.end(stage, codec.bits)
    if job.points:
        search.report(stage="computing the margins")
        for level, _ in search.run_levels(MARGINS):
            search.report(positions=total, level=level)
        for note in search.end(MARGINS):
            if note["unknown"] is not None:
                raise no_margin(rules, note["unknown"])
    counted = sum((Counter(dict(note["counts"])) for note in notes), Counter[int]())
    histogram = codec.histogram(counted.items())
    return SolvedShards(search, stages[-1], codec, "reachable", histogram).solved()

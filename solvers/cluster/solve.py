"""The solves that go level by level: the order of their stages, and the table, joined from what every shard has found.

This process joins the shards' codes in mapped files, by rank; then it is as if a native engine had solved the variant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Value
from perfect_play.solvers.cluster.job import BACK, CODES, MARGINS, REACH, TIES, WINS, end_step, loops_of, task_name
from perfect_play.solvers.cluster.search import ClusterSearch
from perfect_play.solvers.native.checkpoint import map_array
from perfect_play.solvers.native.engine import SolvedVariant, place_in
from perfect_play.solvers.native.margins import no_margin
from perfect_play.solvers.native.modulo3 import result_by_walking, two_bits
from perfect_play.solvers.result import MODULO3, Codec, RemotenessTooLarge, Result, result
from perfect_play.solvers.retrograde import Domain
from perfect_play.solvers.tables.layout import Codes, Packed, layout_of, pack_codes, pack_modulo3, pack_ranks

MERGED = 1 << 20  # ranks of a shard that are merged with those of the others at a time


def solve_backward(search: ClusterSearch) -> SolvedVariant:
    """Solve a puzzle backward from its solutions. Raises what tasks raise, and RemotenessTooLarge."""
    counts = search.reach(BACK, keep_sent=False)
    codec = MODULO3 if layout_of(search.rules) == "modulo3" else Codec.fitting("puzzle", len(counts) - 1)
    search.report(stage="writing the codes")
    search.end(BACK, codec.bits)
    histogram = Counter({result(Value.WIN, level): count for level, count in enumerate(counts)})
    return _joined(search, BACK, codec, "closure", histogram)


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
        search.end(stage)
    if job.points:
        search.report(stage="computing the margins")
        for level, _ in search.run_levels(MARGINS):
            search.report(positions=total, level=level)
        for note in search.end(MARGINS):
            if note["unknown"] is not None:
                raise no_margin(rules, note["unknown"])
    return _joined(search, stages[-1], Codec.fitting(wide.kind, greatest), "reachable")


# --- the table ------------------------------------------------------------------------------------


def _joined(
    search: ClusterSearch, stage: str, codec: Codec, domain: Domain, histogram: Counter[Result] | None = None
) -> SolvedVariant:
    """The solved variant, from what all shards have written at the end of this stage.

    histogram: None: it is counted.
    """
    job = search.job
    search.report(stage="joining the shards")
    shards = range(job.shards)
    files = [job.read(task_name(end_step(stage), shard)) for shard in shards]
    codes = [
        file.mapped("codes").astype(CODES[codec.bits] if codec.bits > 2 else np.uint64, copy=False) for file in files
    ]
    if job.kind == "bits":
        return _solved(search, codec, domain, histogram or Counter(), _in_a_row(search, codes))
    ranks, values = [file.mapped("ranks") for file in files], {"codes": codes}
    if job.points:
        values["margins"] = [job.read(task_name(end_step(MARGINS), shard)).mapped("margins") for shard in shards]
    counts = np.sum([np.bincount(each, minlength=1 << codec.bits) for each in codes], axis=0)
    return _solved(
        search, codec, domain, codec.histogram(enumerate(counts.tolist())), **_by_rank(search, codec, ranks, values)
    )


def _array(search: ClusterSearch, name: str, dtype: Any, length: int, fill: int = 0) -> Any:
    """A new array in a mapped file."""
    return map_array(search.job.path(f"table.{name}"), dtype, length, fill)


def _in_a_row(search: ClusterSearch, codes: list[Any]) -> Any:
    """The codes of bit shards, one after the other."""
    table, start = _array(search, "codes", codes[0].dtype, sum(map(len, codes))), 0
    for theirs in codes:
        table[start : start + len(theirs)] = theirs
        start += len(theirs)
    return table


def _by_rank(search: ClusterSearch, codec: Codec, ranks: list[Any], values: dict[str, list[Any]]) -> dict[str, Any]:
    """The ranks of run shards in ascending order, and the values of each; if the table is dense, those of all ranks."""
    dense, total = search.rules.dense, sum(map(len, ranks))
    length, fills = (search.job.size, {"codes": codec.no_entry}) if dense else (total, dict[str, int]())
    tables = {name: _array(search, name, each[0].dtype, length, fills.get(name, 0)) for name, each in values.items()}
    tables["ranks"] = _array(search, "ranks", np.uint64, total)
    start = 0
    for parts, order in _merged(ranks):
        mine = slice(start, start + len(order))
        tables["ranks"][mine] = in_order = np.concatenate([ranks[i][part] for i, part in enumerate(parts)])[order]
        for name, each in values.items():
            chunk = np.concatenate([each[i][part] for i, part in enumerate(parts)])[order]
            tables[name][in_order if dense else mine] = chunk
        start += len(order)
    return tables


def _merged(lists: list[Any]) -> Iterator[tuple[list[slice], Any]]:
    """How to merge ascending lists: piece by piece, the part of each list, and the order of all these together."""
    starts = [0] * len(lists)
    for bound in [*max(lists, key=len)[MERGED::MERGED], None]:
        ends = [len(each) if bound is None else int(np.searchsorted(each, bound)) for each in lists]
        parts = list(map(slice, starts, ends))
        yield (
            parts,
            np.argsort(np.concatenate([each[part] for each, part in zip(lists, parts, strict=True)]), kind="stable"),
        )
        starts = ends


def _solved(
    search: ClusterSearch,
    codec: Codec,
    domain: Domain,
    histogram: Counter[Result],
    codes: Any,
    ranks: Any = None,
    margins: Any = None,
) -> SolvedVariant:
    """The solved variant.

    codes, margins: by rank, or in the order of `ranks` if the table is not dense. ranks: None if they are all.
    """
    rules, dense, size = search.rules, search.rules.dense, search.job.size

    def value_in(values: Any, number: int) -> int | None:
        place = number if dense else place_in(ranks, number)
        return None if place is None else int(values[place])

    def find(number: int) -> Result | None:
        if codec.bits == 2:
            return result_by_walking(rules, partial(two_bits, codes), number, len(histogram))
        code = value_in(codes, number)
        return None if code is None else codec.decode(code)

    def sample(rng: Any, count: int) -> Iterable[int]:
        if ranks is not None:
            return map(int, ranks[rng.integers(0, len(ranks), count)])
        numbers = rng.integers(0, size, 4 * count)
        if codec.bits > 2:
            solved = numbers[codes[numbers] != codec.no_entry]
            numbers = np.concatenate([solved[: count // 2], numbers])
        return map(int, numbers[:count])

    def pack() -> Packed:
        if codec.bits == 2:
            return pack_modulo3([codes], size, histogram)
        if dense:
            packed = pack_codes(codes, codec, histogram)
        else:
            packed = pack_ranks([(ranks, codes)], codec, len(ranks), histogram, partial(_block, loops_of(search.job)))
        return packed if margins is None else replace(packed, margins=margins)

    return SolvedVariant(
        codec,
        domain,
        histogram,
        pack,
        find,
        sample,
        checks=100 if codec.bits == 2 else 2000,
        margin=None if margins is None else partial(value_in, margins),
    )


def _block(loops: Any, ranks: Codes, codes: Codes) -> bytes:
    """A block of a sorted table, as by `sorted_block` of `layout.py`, but compiled: threads do not wait."""
    out = np.empty(5 + (8 + codes.itemsize) * len(ranks), np.uint8)
    arrays = np.frombuffer(ranks, np.uint64), np.frombuffer(codes, np.uint8), codes.itemsize
    return bytes(out[: loops.write_block(*arrays, out)])

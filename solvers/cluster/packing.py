"""The end of a solve, as tasks: the codes of one shard; and some of a table's blocks, compressed."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from solvers.cluster.files import Out, Piece, read
from solvers.cluster.job import Job, compiled
from solvers.cluster.levels import BITS, kept_levels
from solvers.tables.layout import RANK, compressor, sorted_block

CODES = {2: np.uint8, 8: np.uint8, 16: np.uint16}
"""What a shard's codes are kept as in its file, by the bits they have in the table."""


def codes_file(shard: int) -> str:
    """The name of the file with a shard's codes."""
    return f"codes-{shard}"


def ranks_file(shard: int) -> str:
    """The name of the file with the ranks these are of, where they are not all there are."""
    return f"ranks-{shard}"


def write_plain(job: Job, name: str, values: Any) -> None:
    """A file of nothing but an array, empty ones too. Raises OSError."""
    with Out(job, name) as out:
        out.add(0, "", values)


def finish_bits(job: Job, shard: int, stage: str, levels: int, bits: int) -> dict[str, Any]:
    """The codes of a shard's ranks: the level each was found in; bits 2: modulo 3. Raises Damaged, OSError."""
    module = compiled(job)
    codes = np.full(job.length(shard), 3 if bits == 2 else (1 << bits) - 1, CODES[bits])
    for level, found in kept_levels(job, stage, levels, shard):
        code_all = module.code_bits if found.kind == BITS else module.code_list
        code_all(codes, found.array, level % 3 if bits == 2 else level)
    if bits == 2:
        words = np.empty(-(-len(codes) // 32), np.uint64)
        module.two_bits(codes, words)
        write_plain(job, codes_file(shard), words)
    else:
        write_plain(job, codes_file(shard), codes)
    return {"entries": len(codes)}


def finish_runs(job: Job, shard: int, stage: str, levels: int, bits: int) -> dict[str, Any]:
    """The ranks of a shard in order, and their codes. Raises Damaged, OSError."""
    every = list(kept_levels(job, stage, levels, shard))
    none = np.zeros(0, np.uint64)
    ranks = np.concatenate([none, *(found.array for _, found in every)])
    lengths = [found.count for _, found in every]
    codes = np.repeat(np.array([level for level, _ in every], CODES[bits]), lengths)
    order = np.argsort(ranks)
    write_plain(job, ranks_file(shard), ranks[order])
    write_plain(job, codes_file(shard), codes[order])
    return {"entries": len(ranks)}


def mapped(job: Job, name: str, dtype: Any) -> Any:
    """A file's array, read as it is asked for."""
    path = job.path(name)
    return np.memmap(path, dtype, "c") if path.stat().st_size else np.zeros(0, dtype)


def pack_dense(job: Job, part: int, first: int, last: int, step: int, entries: int, bits: int) -> dict[str, Any]:
    """The blocks from first to below last of a table with a code for every rank, `step` ranks each."""
    compress = compressor(entries)
    held = 32 if bits == 2 else 1  # ranks to an element
    dtype = np.uint64 if bits == 2 else CODES[bits]
    with Out(job, f"part-{part}") as out:
        for block in range(first, last):
            low, high = block * step, min((block + 1) * step, job.size)
            raw = b""
            while low < high:
                shard = job.owner(low)
                start, end = low - job.low(shard), min(high, job.low(shard + 1)) - job.low(shard)
                raw += mapped(job, codes_file(shard), dtype)[start // held : -(-end // held)].tobytes()
                low = job.low(shard) + end
            out.add(0, "", np.frombuffer(compress(raw), np.uint8))
    return {"pieces": out.pieces[0]}


def pack_sorted(job: Job, part: int, bounds: tuple[int, int], step: int, entries: int, bits: int) -> dict[str, Any]:
    """The blocks of the ranks from bounds[0] to below bounds[1], `step` ranks each but for the last."""
    compress = compressor(entries)
    low, high = np.uint64(bounds[0]), np.uint64(bounds[1])
    some_ranks, some_codes = [], []
    for shard in range(job.shards):
        ranks, codes = mapped(job, ranks_file(shard), np.uint64), mapped(job, codes_file(shard), CODES[bits])
        i, j = np.searchsorted(ranks, low), np.searchsorted(ranks, high)
        some_ranks.append(ranks[i:j])
        some_codes.append(codes[i:j])
    ranks, codes = np.concatenate(some_ranks), np.concatenate(some_codes)
    order = np.argsort(ranks)
    ranks, codes = ranks[order], codes[order]
    firsts = []
    with Out(job, f"part-{part}") as out:
        for start in range(0, len(ranks), step):
            theirs = array(RANK, ranks[start : start + step].tobytes())
            held = array("BH"[bits // 8 - 1], codes[start : start + step].tobytes())
            firsts.append(theirs[0])
            out.add(0, "", np.frombuffer(compress(sorted_block(theirs, held)), np.uint8))
    return {"pieces": out.pieces[0], "firsts": firsts}


def blocks_of(job: Job, pieces: list[Piece]) -> list[bytes]:
    """The compressed blocks that a task has made. Raises Damaged, OSError."""
    return [data.tobytes() for _, data in read(job, pieces)]

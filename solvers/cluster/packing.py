"""The last steps of a solve, as tasks: writing the codes of a shard, and compressing blocks of the table."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from perfect_play.solvers.cluster.files import Piece, PieceWriter, read
from perfect_play.solvers.cluster.job import ShardJob, loops_of
from perfect_play.solvers.cluster.levels import BITS, stored_levels
from perfect_play.solvers.tables.layout import RANK, by_bytes, compressor, margin_part, sorted_block

CODES = {2: np.uint8, 8: np.uint8, 16: np.uint16}
"""The type of a shard's codes in its file, by their bits in the table."""
CODED, SCORED = "codes", "margins"
"""The kinds of blocks."""


def codes_file(shard: int) -> str:
    """The name of the file with a shard's codes."""
    return f"codes-{shard}"


def ranks_file(shard: int) -> str:
    """The name of the file with the ranks of a shard's codes, if it does not have every rank."""
    return f"ranks-{shard}"


def margins_file(shard: int) -> str:
    """The name of the file with a byte for each of a shard's codes, if the game is won by points."""
    return f"margins-{shard}"


def write_plain(job: ShardJob, name: str, values: Any) -> None:
    """Write a file of nothing but an array, even an empty one. Raises OSError."""
    with PieceWriter(job, name) as out:
        out.add(0, "", values)


def finish_bits(job: ShardJob, shard: int, stage: str, levels: int, bits: int) -> dict[str, Any]:
    """Write the codes of a bit shard: the level of each rank, or that modulo 3 if `bits` is 2.

    stage, levels: the stage of the search, and how many levels it has. Raises FileDamaged, OSError.
    """
    loops = loops_of(job)
    codes = np.full(job.length(shard), 3 if bits == 2 else (1 << bits) - 1, CODES[bits])
    for level, shard_level in stored_levels(job, stage, levels, shard):
        code_all = loops.code_bits if shard_level.kind == BITS else loops.code_list
        code_all(codes, shard_level.array, level % 3 if bits == 2 else level)
    if bits == 2:
        packed = np.empty(-(-len(codes) // 32), np.uint64)
        loops.two_bits(codes, packed)
        write_plain(job, codes_file(shard), packed)
    else:
        write_plain(job, codes_file(shard), codes)
    return {"entries": len(codes)}


def finish_runs(job: ShardJob, shard: int, stage: str, levels: int, bits: int) -> dict[str, Any]:
    """Write the ranks of a run shard in ascending order, and their codes; as `finish_bits`."""
    every = list(stored_levels(job, stage, levels, shard))
    empty = np.zeros(0, np.uint64)
    ranks = np.concatenate([empty, *(shard_level.array for _, shard_level in every)])
    lengths = [shard_level.count for _, shard_level in every]
    codes = np.repeat(np.array([level for level, _ in every], CODES[bits]), lengths)
    order = np.argsort(ranks)
    write_plain(job, ranks_file(shard), ranks[order])
    write_plain(job, codes_file(shard), codes[order])
    return {"entries": len(ranks)}


def map_file(job: ShardJob, name: str, dtype: Any) -> Any:
    """The array in a file, memory-mapped."""
    path = job.path(name)
    return np.memmap(path, dtype, "c") if path.stat().st_size else np.zeros(0, dtype)


def pack_dense(job: ShardJob, part: int, first: int, last: int, step: int, entries: int, bits: int) -> dict[str, Any]:
    """Compress the blocks from `first` to before `last` of a table with a code for every rank, `step` ranks each.

    part: the number of the file to write. entries: of the table. bits: of a code.
    """
    compress = compressor(entries)
    held = 32 if bits == 2 else 1  # ranks per element
    dtype = np.uint64 if bits == 2 else CODES[bits]
    with PieceWriter(job, f"part-{part}") as out:
        for block in range(first, last):
            low, high = block * step, min((block + 1) * step, job.size)
            raw = _stretch(job, low, high, codes_file, dtype, held)
            _add(out, CODED, compress(by_bytes(raw, bits // 8) if bits > 2 else raw))
            if job.points:
                _add(out, SCORED, compress(_stretch(job, low, high, margins_file, np.int8)))
    return {"pieces": out.pieces[0]}


def _stretch(job: ShardJob, low: int, high: int, file: Callable[[int], str], dtype: Any, held: int = 1) -> bytes:
    """The contents of bit shards' files for the ranks from `low` to before `high`; held: ranks per element."""
    raw = b""
    while low < high:
        shard = job.owner(low)
        start, end = low - job.low(shard), min(high, job.low(shard + 1)) - job.low(shard)
        raw += map_file(job, file(shard), dtype)[start // held : -(-end // held)].tobytes()
        low = job.low(shard) + end
    return raw


def _add(out: PieceWriter, kind: str, block: bytes) -> None:
    out.add(0, kind, np.frombuffer(block, np.uint8))


def pack_sorted(
    job: ShardJob, part: int, bounds: tuple[int, int], step: int, entries: int, bits: int
) -> dict[str, Any]:
    """Compress the blocks of the ranks from bounds[0] to before bounds[1], `step` ranks each except the last.

    part: the number of the file to write. entries: of the table. bits: of a code.
    """
    compress = compressor(entries, in_order=True)
    low, high = np.uint64(bounds[0]), np.uint64(bounds[1])
    files: list[tuple[Callable[[int], str], Any]] = [(ranks_file, np.uint64), (codes_file, CODES[bits])]
    if job.points:
        files.append((margins_file, np.int8))
    parts: list[list[Any]] = [[] for _ in files]
    for shard in range(job.shards):
        ranks = map_file(job, ranks_file(shard), np.uint64)
        mine = slice(np.searchsorted(ranks, low), np.searchsorted(ranks, high))
        for (file, dtype), theirs in zip(files, parts, strict=True):
            theirs.append(map_file(job, file(shard), dtype)[mine])
    ranks, codes, *margins = map(np.concatenate, parts)
    order = np.argsort(ranks)
    ranks, codes = ranks[order], codes[order]
    firsts = []
    with PieceWriter(job, f"part-{part}") as out:
        for start in range(0, len(ranks), step):
            keys = array(RANK, ranks[start : start + step].tobytes())
            held = array("BH"[bits // 8 - 1], codes[start : start + step].tobytes())
            firsts.append(keys[0])
            _add(out, CODED, compress(sorted_block(keys, held)))
            for margin in margins:
                _add(out, SCORED, compress(margin[order[start : start + step]].tobytes()))
    return {"pieces": out.pieces[0], "firsts": firsts}


def parts_of(job: ShardJob, pieces: list[Piece], number: int) -> Iterator[tuple[str, bytes]]:
    """The compressed blocks that a task has written, by name; `number` is that of the first. Raises FileDamaged."""
    for kind, data in read(job, pieces):
        yield margin_part(number - 1) if kind == SCORED else str(number), data.tobytes()
        number += kind == CODED

"""Batches of a data set in a folder beside the file that is being written, from which an interrupted export goes on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import orjson
import zstandard

from perfect_play.solvers import __version__
from perfect_play.solvers.datasets.rows import BATCH, Batch, DataSet
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.locks import take_lock
from perfect_play.solvers.tables.publish import sweep, whole


@contextmanager
def kept_beside(path: Path, data: DataSet) -> Iterator[Path]:
    """A folder for the batches of this data set, locked; removed at the end, but not after an error.

    Raises NoAnswer if another process is writing the same file, OSError.
    """
    folder, lock_file = path.with_name(f".{path.name}.partial"), path.with_name(f".{path.name}.lock")
    lock = take_lock(lock_file)
    if lock is None:
        raise NoAnswer(f"Another process is writing {path}.")
    try:
        meta = data.manager.store.meta(data.rules)
        source, text = folder / "source", f"{__version__} {meta.rules} {meta.built} {BATCH} {data!r}"
        if not source.is_file() or source.read_text() != text:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            source.write_text(text)
        sweep(folder)
        yield folder
        shutil.rmtree(folder)
    finally:
        lock_file.unlink(missing_ok=True)
        os.close(lock)


def kept_batches(folder: Path, data: DataSet, processes: int) -> Iterator[Batch]:
    """All batches, each kept in the folder before the next one is read: first those that are there."""
    number = 0
    while (batch := _kept(folder / str(number))) is not None:
        yield batch
        number += 1
    for batch in data.numbered_batches(processes, number):
        columns = {name: [str(getattr(values, "dtype", "")), values] for name, values in batch.items()}
        text = orjson.dumps(columns, np.ndarray.tolist, orjson.OPT_SERIALIZE_NUMPY)
        with whole(folder / str(number), durable=False) as temporary:
            temporary.write_bytes(zstandard.ZstdCompressor(1, write_checksum=True).compress(text))
        yield batch
        number += 1


def _kept(path: Path) -> Batch | None:
    """A batch that was kept; None if there is none, or a crash of the machine spoiled it."""
    try:
        columns = orjson.loads(zstandard.ZstdDecompressor().decompress(path.read_bytes()))
    except (OSError, ValueError, zstandard.ZstdError):
        return None
    return {name: np.array(values, kind) if kind else values for name, (kind, values) in columns.items()}

"""Batches of a data set in a folder beside the file that is being written, from which an interrupted export goes on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import orjson
import zstandard

from perfect_play.solvers import __version__
from perfect_play.solvers.datasets.rows import BATCH, Batch, DataSet
from perfect_play.solvers.tables.publish import whole

SOURCE = "source"
"""The file that says of which data the batches are."""


@contextmanager
def kept_beside(path: Path, data: DataSet) -> Iterator[Path]:
    """A folder for all that is written before this file is complete, of which an interrupted export left its batches.

    It is removed at the end; after an error, only if it holds no batch. Raises OSError.
    """
    folder = path.with_name(f".{path.name}.partial")
    meta = data.manager.store.meta(data.rules)
    source, text = folder / SOURCE, f"{__version__} {meta.rules} {meta.built} {BATCH} {data!r}"
    if not source.is_file() or source.read_text() != text:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for leftover in folder.iterdir():
        if leftover.is_dir():
            shutil.rmtree(leftover)
        elif leftover.name != SOURCE and not leftover.name.isdigit():
            leftover.unlink()
    is_complete = False
    try:
        source.write_text(text)
        yield folder
        is_complete = True
    finally:
        if is_complete or not (folder / "0").exists():
            shutil.rmtree(folder)


def kept_batches(folder: Path, data: DataSet, processes: int) -> Iterator[Batch]:
    """All batches, each kept in the folder before the next one is read: first those that are there."""
    number = 0
    while (batch := _read_batch(folder / str(number))) is not None:
        yield batch
        number += 1
    for batch in data.numbered_batches(processes, number):
        columns = {name: [str(getattr(values, "dtype", "")), values] for name, values in batch.items()}
        text = orjson.dumps(columns, np.ndarray.tolist, orjson.OPT_SERIALIZE_NUMPY)
        with whole(folder / str(number), durable=False) as temporary:
            temporary.write_bytes(zstandard.ZstdCompressor(1, write_checksum=True).compress(text))
        yield batch
        number += 1


def _read_batch(path: Path) -> Batch | None:
    """A batch that was kept; None if there is none, or a crash of the machine spoiled it."""
    try:
        columns = orjson.loads(zstandard.ZstdDecompressor().decompress(path.read_bytes()))
    except (OSError, ValueError, zstandard.ZstdError):
        return None
    return {name: np.array(values, kind) if kind else values for name, (kind, values) in columns.items()}

"""Data sets as files: Parquet, CSV, JSON lines, and arrays of NumPy. The same rows are the same bytes."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import orjson

from perfect_play.solvers.datasets.kept_batches import kept_batches, kept_beside
from perfect_play.solvers.datasets.rows import BATCH, NAMES, NONE, Batch, DataSet, records, size_of
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.tables.publish import whole

COMPRESSION = {"compression": "zstd", "compression_level": 9}
BY_DIFFERENCE = {"class": "DELTA_BINARY_PACKED", "position": "DELTA_BYTE_ARRAY"}
"""How Parquet writes columns that change little from row to row."""

TEXTS = ("position", "moves")
"""Columns that arrays of NumPy do not hold, as they are texts of any length."""


def arrow() -> Any:
    """PyArrow. Raises NoAnswer if it is not installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        sentence = "Parquet and Arrow need PyArrow, which is not installed."
        raise NoAnswer(sentence, "pip install 'perfect-play[data]'", "To add it") from None
    return pyarrow


def schema(data: DataSet) -> Any:
    """The Arrow schema of a data set's columns."""
    pa = arrow()
    move = {"move": pa.string(), "position": pa.string(), "value": pa.string(), "remoteness": pa.int32()}
    names = pa.dictionary(pa.int8(), pa.string())
    board = data.rules.board(data.rules.start())
    types = {
        "class": pa.int64(),
        "position": pa.string(),
        "board": pa.list_(pa.uint8(), board.rows * board.cols),
        "turn": pa.int8(),
        "value": names,
        "remoteness": pa.int32(),
        "margin": pa.int8(),
        "nimber": pa.int32(),
        "best_moves": pa.int32(),
        "lines": pa.uint64(),
        "moves": pa.list_(pa.struct(list(move.items()))),
        "split": names,
    }
    return pa.schema([(name, types[name]) for name in data.columns])


def record_batch(data: DataSet, batch: Batch) -> Any:
    """A batch as one of Arrow."""
    pa, columns = arrow(), []
    for field in schema(data):
        values = batch[field.name]
        if field.name in NAMES:
            columns.append(pa.DictionaryArray.from_arrays(values, NAMES[field.name]))
        elif field.name == "board":
            columns.append(pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), type=field.type))
        else:
            mask = values == NONE if field.name == "remoteness" else None
            columns.append(pa.array(values, field.type, mask=mask))
    return pa.record_batch(columns, schema=schema(data))


def arrow_table(data: DataSet) -> Any:
    """A data set as a table of Arrow. Raises NoAnswer."""
    kinds = schema(data)
    return arrow().Table.from_batches([record_batch(data, batch) for batch in data.batches()], kinds)


def write_parquet(path: Path, data: DataSet, batches: Iterator[Batch]) -> None:
    """A group of rows for each batch."""
    encodings = {name: encoding for name, encoding in BY_DIFFERENCE.items() if name in data.columns}
    dictionaries = [name for name in ("turn", "value", "remoteness", "split") if name in data.columns]
    options = {**COMPRESSION, "use_dictionary": dictionaries, "column_encoding": encodings}
    with arrow().parquet.ParquetWriter(path, schema(data), **options) as writer:
        for batch in batches:
            writer.write_batch(record_batch(data, batch))


def csv_lines(data: DataSet, batches: Iterator[Batch]) -> Iterator[bytes]:
    """A line of names, and a line for each row; lists are JSON."""
    lines = csv.DictWriter(_Encoding(), data.columns, lineterminator="\n")
    yield lines.writeheader()
    for record in chain.from_iterable(map(records, batches)):
        lists = {name: json.dumps(value) for name, value in record.items() if isinstance(value, list)}
        yield lines.writerow(record | lists)


class _Encoding:
    """A file for `csv`, whose writers return what `write` does."""

    def write(self, text: str) -> bytes:
        return text.encode()


def json_lines(data: DataSet, batches: Iterator[Batch]) -> Iterator[bytes]:
    """An object for each row."""
    for record in chain.from_iterable(map(records, batches)):
        yield orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


def write_npz(path: Path, data: DataSet, batches: Iterator[Batch]) -> None:
    """An array for each column but texts; values and splits are indexes, and no remoteness is -1."""
    with TemporaryDirectory(dir=path.parent) as folder, zipfile.ZipFile(path, "w") as archive:
        shapes: dict[str, tuple[str, tuple[int, ...]]] = {}
        for batch in batches:
            for name, column in batch.items():
                if name not in TEXTS:
                    shapes[name] = column.dtype.str, column.shape[1:]
                    with Path(folder, name).open("ab") as file:
                        file.write(column.tobytes())
        for name, (kind, shape) in shapes.items():
            header = {"descr": kind, "fortran_order": False, "shape": (data.rows, *shape)}
            with (
                archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member,
                Path(folder, name).open("rb") as file,
            ):
                np.lib.format.write_array_header_2_0(member, header)
                while part := file.read(1 << 20):
                    member.write(part)


LINES: dict[str, Callable[[DataSet, Iterator[Batch]], Iterator[bytes]]] = {"csv": csv_lines, "jsonl": json_lines}
FILES: dict[str, Callable[[Path, DataSet, Iterator[Batch]], None]] = {"parquet": write_parquet, "npz": write_npz}
"""What writes each format: line by line, or as a file."""


def write(path: Path, format_: str, data: DataSet, processes: int = 1) -> None:
    """Write a data set as a file, whole or not at all; a large one goes on where it was interrupted.

    Raises NoAnswer, OSError.
    """
    with kept_beside(path, data) as folder:
        large = data.rows > BATCH
        batches = filter(size_of, kept_batches(folder, data, processes)) if large else data.batches()
        with whole(folder / path.name) as temporary:
            if format_ in FILES:
                FILES[format_](temporary, data, batches)
            else:
                with temporary.open("wb") as file:
                    file.writelines(LINES[format_](data, batches))
        (folder / path.name).replace(path)

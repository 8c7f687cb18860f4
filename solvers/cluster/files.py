"""The files of a solve on a cluster: written once, atomically, with checksums, and never changed.

What one shard sends at one level is one file of *pieces*, each for one shard. A task that runs twice, or continues
after it was given up, writes the same file again and does no harm.
"""

from __future__ import annotations

import os
import uuid
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.solvers.cluster.job import ShardJob

Piece = tuple[str, str, int, int, int]
"""The name of its file, its kind, its offset and length in bytes, and its checksum."""


class FileDamaged(Exception):
    """A file of the solve is missing or damaged."""


class PieceWriter:
    """Writes one file piece by piece; it appears under its name when it is complete."""

    def __init__(self, job: ShardJob, name: str) -> None:
        self.path, self.name = job.path(name), name
        self.pieces: list[list[Piece]] = [[] for _ in range(job.shards)]
        self._temporary = self.path.with_name(f"{name}.{uuid.uuid4().hex}.tmp")
        self._file: Any = None
        self._length = 0

    def __enter__(self) -> PieceWriter:
        """Begin; the file is created with its first piece."""
        return self

    def add(self, shard: int, kind: str, *arrays: Any) -> None:
        """Write a piece for a shard: these arrays, one after the other. Raises OSError."""
        if self._file is None:
            self._file = self._temporary.open("wb", buffering=0)
        checksum = length = 0
        for array in arrays:
            data = np.ascontiguousarray(array).data.cast("B")
            checksum = zlib.crc32(data, checksum)
            length += len(data)
            while data:  # a write may be partial
                data = data[self._file.write(data) :]
        self.pieces[shard].append((self.name, kind, self._length, length, checksum))
        self._length += length

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Rename the complete file into place; after an error, delete it."""
        if self._file is None:
            return
        try:
            self._file.close()
            if kind is None:
                os.replace(self._temporary, self.path)
        finally:
            self._temporary.unlink(missing_ok=True)

    @property
    def length(self) -> int:
        """Bytes written."""
        return self._length


def read(job: ShardJob, pieces: Iterable[Piece]) -> Iterator[tuple[str, Any]]:
    """The kind of each piece, and its bytes as an array. Raises FileDamaged, OSError."""
    opened: tuple[str, Any] | None = None
    try:
        for name, kind, offset, length, checksum in pieces:
            if opened is None or opened[0] != name:
                if opened is not None:
                    opened[1].close()
                opened = (name, _opened(job.path(name)))
            opened[1].seek(offset)
            data, had = np.empty(length, np.uint8), 0
            while had < length and (count := opened[1].readinto(data[had:].data)):
                had += count
            if had < length or zlib.crc32(data.data) != checksum:
                raise FileDamaged(f"{job.path(name)} is damaged")
            yield kind, data
    finally:
        if opened is not None:
            opened[1].close()


def _opened(path: Path) -> Any:
    try:
        return path.open("rb", buffering=0)
    except FileNotFoundError as error:
        raise FileDamaged(f"{path} is missing") from error


def write_array(job: ShardJob, name: str, kind: str, *arrays: Any) -> Piece | None:
    """Write a file of one piece, these arrays; None, and no file, if they are empty. Raises OSError."""
    if not any(len(array) for array in arrays):
        return None
    with PieceWriter(job, name) as out:
        out.add(0, kind, *arrays)
    return out.pieces[0][0]


def map_piece(job: ShardJob, piece: Piece, dtype: Any) -> Any:
    """The array in a file of one piece, mapped read-only. Raises FileDamaged, OSError."""
    name, _, _, length, checksum = piece
    path = job.path(name)
    with _opened(path) as file:
        if os.fstat(file.fileno()).st_size == length:
            mapped = np.memmap(file, dtype, "r")
            if zlib.crc32(mapped.data) == checksum:
                return mapped
    raise FileDamaged(f"{path} is damaged")


def pieces_by_shard(results: Sequence[Any], shards: int) -> list[list[Piece]]:
    """The pieces addressed to each shard by the tasks of a step."""
    incoming: list[list[Piece]] = [[] for _ in range(shards)]
    for output in results:
        if output is not None:
            for shard, pieces in enumerate(output["sent"]):
                incoming[shard] += pieces
    return incoming

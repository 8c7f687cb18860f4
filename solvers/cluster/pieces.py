"""The files of a solve on a cluster: named arrays with checksums, and a note; written once, atomically, never changed.

Whatever tasks read and write is read and written here. A file has its arrays one after the other, then a list of them
and the note as JSON, then the length and the checksum of that JSON. It also names its solve, in case a task that was
given up long ago still writes. A task that runs twice writes the same file again and does no harm.
"""

import json
import os
import struct
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Ints

ENDING = struct.Struct("<QI")  # the length and the checksum of the JSON
ALIGNMENT = 8  # of arrays, in bytes

Piece = tuple[str, str, int, int, int]
"""The name of an array, its type, where it begins, its length, and its checksum."""


class FileDamaged(Exception):
    """A file of the solve is missing or damaged."""


class PieceWriter:
    """Writes one file, which appears under its name when it is complete; none if it has neither arrays nor a note.

    names: those of the arrays so far. length: their bytes.
    """

    def __init__(self, path: Path, solve: str) -> None:
        self.path, self.names, self.length = path, set[str](), 0
        self.note: Any = None
        self._solve, self._pieces = solve, list[Piece]()
        self._temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex}.tmp")
        self._file: Any = None

    def __enter__(self) -> "PieceWriter":
        """Begin; the file is created with its first array."""
        return self

    def add(self, name: str, array: Ints) -> None:
        """Write an array; several may have the same name. Raises OSError."""
        raw: Any = np.ascontiguousarray(array).view(np.uint8)
        self._pieces.append((name, array.dtype.str, self.length, len(array), zlib.crc32(raw)))
        self.names.add(name)
        self._write(raw)
        self._write(bytes(-len(raw) % ALIGNMENT))

    def _write(self, raw: Any) -> None:
        if self._file is None:
            self._file = self._temporary.open("wb")
        self._file.write(raw)
        self.length += len(raw)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Complete the file; after an error, delete it."""
        try:
            if kind is None and (self._pieces or self.note is not None):
                length = self.length
                contents = {"solve": self._solve, "note": self.note, "pieces": self._pieces}
                text = json.dumps(contents, separators=(",", ":")).encode()
                self._write(text + ENDING.pack(len(text), zlib.crc32(text)))
                self.length = length
                self._file.close()
                os.replace(self._temporary, self.path)
        finally:
            if self._file is not None:
                self._file.close()
            self._temporary.unlink(missing_ok=True)


class PieceFile:
    """A file that is complete. Raises FileDamaged if it is missing, damaged or of another solve, and OSError."""

    def __init__(self, path: Path, solve: str) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                end = file.seek(-ENDING.size, os.SEEK_END)
                length, checksum = ENDING.unpack(file.read())
                file.seek(end - length)
                text = file.read(length)
        except FileNotFoundError:
            raise FileDamaged(f"{path} is missing") from None
        except (OSError, OverflowError) as error:  # such as a place before its beginning
            raise FileDamaged(f"{path} is damaged") from error
        contents = json.loads(text) if text and zlib.crc32(text) == checksum else {}
        if contents.get("solve") != solve:
            raise FileDamaged(f"{path} is damaged")
        self.note = contents["note"]
        self._pieces: list[Piece] = contents["pieces"]

    def arrays(self, name: str) -> Iterator[Ints]:
        """The arrays of this name, one after the other. Raises FileDamaged, OSError."""
        return (self._read(piece) for piece in self._pieces if piece[0] == name)

    def array(self, name: str) -> Any:
        """The only array of this name. Raises FileDamaged, OSError."""
        (array,) = self.arrays(name)
        return array

    def mapped(self, name: str) -> Any:
        """The only array of this name, mapped to memory rather than read. Raises FileDamaged, OSError."""
        ((_, dtype, start, count, checksum),) = (piece for piece in self._pieces if piece[0] == name)
        if not count:
            return np.zeros(0, dtype)
        return self._checked(np.memmap(self.path, dtype, "c", start, (count,)), count, checksum)

    def _read(self, piece: Piece) -> Any:
        _, dtype, start, count, checksum = piece
        return self._checked(np.fromfile(self.path, dtype, count, offset=start), count, checksum)

    def _checked(self, array: Any, count: int, checksum: int) -> Any:
        if len(array) != count or zlib.crc32(array.view(np.uint8)) != checksum:
            raise FileDamaged(f"{self.path} is damaged")
        return array


def note_of(path: Path, solve: str) -> Any:
    """The note in a file; None if there is no such file, or a damaged one, which is then to be written again."""
    try:
        return PieceFile(path, solve).note
    except FileDamaged:
        return None

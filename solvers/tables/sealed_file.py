"""Sealed files: what lies beside the tables, in one format, written whole or not at all and checked when it is read.

Pattern databases, endgames, opening books, nimbers and checkpoints are such files. The bytes, numbers little endian:

- 0 to 7: `perfplay`; 8 to 11: the version of this format, 1; 12 to 15: the length of the description; 16 to 23: where
  it begins; 24 to 39: a checksum of these 24 bytes and of all bytes from the description on;
- the parts, one after the other;
- the description, in JSON: the `kind` of file, the `format` of such files, what they belong to, and in `parts` the
  length of each part, by name;
- 16 bytes for each block of 65,536 bytes of each part, the last of which may be shorter: its checksum.

A checksum is BLAKE2b. As what describes the parts follows them, they are written in a stream. All but the parts is
verified when a file is opened, so that this takes no time; a block is verified when it is read or, in a file that is
mapped into memory, before it is first looked at.
"""

import hashlib
import json
import mmap
import os
import struct
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from perfect_play.solvers.machine import cores
from perfect_play.solvers.tables.publish import sweep, whole
from perfect_play.solvers.tables.reader import Identity, TableError, identity_at

MAGIC, VERSION = b"perfplay", 1
START = struct.Struct("<8sIIQ")
SUM_BYTES = 16
FIRST = START.size + SUM_BYTES
"""Where the first part begins."""

BLOCK = 1 << 16
AT_ONCE = 256  # blocks that a thread verifies at a time
MOST_DESCRIBED = 1 << 26  # bytes of the description and the checksums; a file that claims more is damaged


class BadFile(TableError):
    """A sealed file is damaged, or not the one it should be; the message says which file, and what is wrong with it."""

    def __init__(self, path: Path, reason: str, command: str | None = None) -> None:
        super().__init__(f"{path.name} is not used: {reason}.", command, "To build it again")


class FileExtent(NamedTuple):
    """A part of a file: where it begins, its length in bytes, and the number of its first block."""

    first: int
    length: int
    block: int


def write_sealed(
    path: Path, description: Mapping[str, Any], parts: Iterable[tuple[str, Any]] = (), durable: bool = True
) -> None:
    """Write a file, whole or not at all. Raises OSError, and what `parts` raises; then nothing has changed.

    description: with `kind`, `format` and so on, in JSON; read after the last part. parts: names with bytes or arrays,
    each of which is written before the next is asked for. durable: as for `whole`.
    """
    if durable:
        sweep(path.parent)
    with whole(path, durable) as temporary, temporary.open("wb") as file:
        file.write(bytes(FIRST))
        lengths: dict[str, int] = {}
        sums: list[bytes] = []
        for name, data in parts:
            raw = bytes_of(data)
            lengths[name] = len(raw)
            for begin in range(0, len(raw), BLOCK):
                block = raw[begin : begin + BLOCK]
                file.write(block)
                sums.append(_sum(block))
        text = json.dumps({**description, "parts": lengths}).encode()
        start = START.pack(MAGIC, VERSION, len(text), file.tell())
        end = text + b"".join(sums)
        file.write(end)
        file.seek(0)
        file.write(start + _sum(start + end))


def bytes_of(data: Any) -> memoryview:
    """The bytes of an array, of its memory."""
    view = memoryview(data)
    return view.cast("B") if view.nbytes else memoryview(b"")


class SealedFile:
    """An open file. Threads and forked processes may share it.

    description: what it says of itself. parts: by name. checked: for every block, whether it has been verified in the
    mapped file, `data`: compiled loops call `check` before they look at a block for which this is 0.
    """

    def __init__(self, path: Path, expected: Mapping[str, Any], command: str | None = None) -> None:
        """Open a file. Raises BadFile, and FileNotFoundError if there is none.

        expected: what its description must say. command: what builds it again.
        """
        self.path, self._command = path, command
        with self._reading():
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        weakref.finalize(self, os.close, self._file)
        with self._reading():
            size = os.fstat(self._file).st_size
            start, checksum = os.pread(self._file, START.size, 0), os.pread(self._file, SUM_BYTES, START.size)
            if start[: len(MAGIC)] != MAGIC or len(checksum) < SUM_BYTES:
                raise self.bad("it is damaged, or of an older version")
            _, version, length, place = START.unpack(start)
            if version != VERSION:
                raise self.bad(f"its version is {version}, not {VERSION}")
            if not length <= size - place <= MOST_DESCRIBED:
                raise self.bad(f"it is damaged (it is {size:,} bytes long)")
            end = os.pread(self._file, size - place, place)
        if _sum(start + end) != checksum:
            raise self.bad("it is damaged (its description is not as it was written)")
        self.parts: dict[str, FileExtent] = {}
        with self.understanding():
            self.description: dict[str, Any] = json.loads(end[:length])
            self._require(expected)
            self._places: list[int] = []
            first = FIRST
            for name, part_length in self.description.pop("parts").items():
                if not 0 <= part_length <= place:
                    raise ValueError
                self.parts[name] = FileExtent(first, part_length, len(self._places))
                self._places += range(first, first + part_length, BLOCK)
                first += part_length
            if first != place or SUM_BYTES * len(self._places) != len(end) - length:
                raise ValueError
        self._places.append(place)
        self._sums = end[length:]
        self.checked = bytearray(len(self._sums) // SUM_BYTES)

    def _require(self, expected: Mapping[str, Any]) -> None:
        for name, value in expected.items():
            if self.description[name] != value:
                if name == "rules":
                    raise self.bad("it was made by other rules than today's")
                raise self.bad(f"its {name} is {self.description[name]!r}, not {value!r}")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise
        except OSError as error:
            raise self.bad(f"it cannot be read ({error.strerror})") from error

    @contextmanager
    def understanding(self) -> Iterator[None]:
        """A block that takes values from the description: where they make no sense, it raises BadFile."""
        try:
            yield
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            raise self.bad("its description makes no sense") from error

    # --- reading ------------------------------------------------------------------------------

    def read(self, name: str, target: Any = None) -> memoryview:
        """The bytes of a part, verified on all cores; in the memory of `target`, if given. Raises BadFile."""
        part = self.parts[name]
        raw = bytes_of(bytearray(part.length) if target is None else target)

        def read(block: int) -> None:
            begin = (block - part.block) * BLOCK
            self.read_block(block, raw[begin : begin + BLOCK])

        self._on_all_cores(read, part)
        return raw

    def read_block(self, block: int, target: memoryview | None = None) -> memoryview:
        """The bytes of a block, verified; in `target`, if given. Raises BadFile."""
        first, end = self._places[block : block + 2]
        raw = memoryview(bytearray(end - first)) if target is None else target
        with self._reading():
            os.preadv(self._file, [raw], first)
        self._compare(block, raw)
        return raw

    @cached_property
    def data(self) -> mmap.mmap:
        """The whole file, mapped into memory, where its pages are shared by all processes. Raises BadFile."""
        with self._reading():
            return mmap.mmap(self._file, 0, access=mmap.ACCESS_READ)

    def check(self, block: int) -> None:
        """Verify a block of the mapped file. Raises BadFile."""
        first, end = self._places[block : block + 2]
        self._compare(block, memoryview(self.data)[first:end])
        self.checked[block] = 1

    def check_all(self) -> None:
        """Verify every block of the mapped file, on all cores. Raises BadFile."""
        for part in self.parts.values():
            self._on_all_cores(self.check, part)

    def bad(self, reason: str) -> BadFile:
        """The error that says why the file is not used."""
        return BadFile(self.path, reason, self._command)

    def _compare(self, block: int, raw: memoryview) -> None:
        if _sum(raw) != self._sums[block * SUM_BYTES : (block + 1) * SUM_BYTES]:
            raise self.bad(f"it is damaged (the checksum of block {block} is wrong)")

    @staticmethod
    def _on_all_cores(verify: Callable[[int], None], part: FileExtent) -> None:
        blocks = range(part.block, part.block - -part.length // BLOCK)

        def verify_stretch(begin: int) -> None:
            for block in blocks[begin : begin + AT_ONCE]:
                verify(block)

        if len(blocks) <= AT_ONCE:
            verify_stretch(0)
            return
        with ThreadPoolExecutor(cores()) as pool:
            list(pool.map(verify_stretch, range(0, len(blocks), AT_ONCE)))


Content = TypeVar("Content")


class CurrentFile(Generic[Content]):
    """What is read of the file at a path, read again once it is replaced, overwritten or removed. Threads may share it.

    To look for a change takes a `stat`: before a search, and after it, as a mapped file may change meanwhile.
    """

    def __init__(self, path: Path, read: Callable[[], Content]) -> None:
        self._path, self._read = path, read
        self._entry: tuple[Identity | None, Content] | None = None
        self._lock = threading.Lock()

    def content(self) -> Content:
        """What the file at the path holds now, the same object until it changes. Raises what `read` raises."""
        identity = identity_at(self._path)
        with self._lock:
            if self._entry is None or self._entry[0] != identity:
                self._entry = identity, self._read()
            return self._entry[1]

    def replace(self, content: Content) -> None:
        """Use this instead of what was read, which is damaged, until the file changes."""
        with self._lock:
            if self._entry is not None:
                self._entry = self._entry[0], content


def _sum(raw: bytes | memoryview) -> bytes:
    return hashlib.blake2b(raw, digest_size=SUM_BYTES).digest()

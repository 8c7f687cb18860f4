"""Tables of nimbers: one SQLite file per code under `nimbers/`, published whole and read-only from then on.

The parts of a file are `meta` (JSON: code, heaps, bytes a heap, the proved period) and blocks of nimbers, `0`, `1`,
..., compressed with zstd. Each begins with a checksum that also covers its name and the code.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import zstandard

from perfect_play.puzzles.octal import Octal
from perfect_play.solvers.tables.publish import publish, sweep
from perfect_play.solvers.theory.period import Period

FORMAT = 1
BLOCK = 1 << 16  # nimbers a block
CHECKSUM_BYTES = 16
LEVEL = 9


class NimbersDamaged(Exception):
    """A table of nimbers is damaged or cannot be read; the message names it."""


@dataclass(frozen=True)
class NimberTable:
    """The metadata of a table: it has the nimbers of heaps 0 to heaps - 1, `width` bytes each."""

    heaps: int
    width: int
    period: Period | None


def path_of(data_dir: Path, octal: Octal) -> Path:
    """The path of a game's table, whether it exists or not."""
    return data_dir / "nimbers" / f"{octal.code}.sqlite"


def publish_nimbers(data_dir: Path, octal: Octal, values: memoryview, period: Period | None) -> None:
    """Publish a table of the nimbers of heaps 0, 1, ..., as bytes or 16-bit words. Raises OSError or sqlite3.Error."""
    path = path_of(data_dir, octal)
    sweep(path.parent)
    publish(path, _parts(octal.code, values, period))


def _parts(code: str, values: memoryview, period: Period | None) -> Iterator[tuple[str, bytes]]:
    compress = zstandard.ZstdCompressor(level=LEVEL).compress
    for number, first in enumerate(range(0, len(values), BLOCK)):
        yield _checked(code, str(number), compress(values[first : first + BLOCK].tobytes()))
    meta = {"format": FORMAT, "code": code, "heaps": len(values), "width": values.itemsize}
    yield _checked(code, "meta", json.dumps({**meta, "period": period and period.as_json()}).encode())


def _checked(code: str, name: str, raw: bytes) -> tuple[str, bytes]:
    return name, _checksum(code, name, raw) + raw


def _checksum(code: str, name: str, raw: bytes) -> bytes:
    return hashlib.blake2b(f"{code} {name} ".encode() + raw, digest_size=CHECKSUM_BYTES).digest()


def open_table(data_dir: Path, octal: Octal) -> NimberTable | None:
    """The metadata of a game's table; None if there is no table. Raises NimbersDamaged."""
    path = path_of(data_dir, octal)
    if not path.exists():
        return None
    meta = json.loads(_read(path, octal.code, "meta"))
    if meta.get("format") != FORMAT:
        raise NimbersDamaged(f"{path.name} has format {meta.get('format')!r}, not {FORMAT}.")
    period = Period(**meta["period"]) if meta["period"] else None
    return NimberTable(meta["heaps"], meta["width"], period)


def read_nimber(data_dir: Path, octal: Octal, table: NimberTable, heap: int) -> int:
    """The nimber of a heap that the table has. Raises NimbersDamaged."""
    number, place = divmod(heap, BLOCK)
    raw = zstandard.decompress(_read(path_of(data_dir, octal), octal.code, str(number)))
    return int.from_bytes(raw[place * table.width : (place + 1) * table.width], "little")


def _read(path: Path, code: str, name: str) -> bytes:
    """Read one part, without its checksum. Opens the file read-only and creates nothing."""
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            row: Any = connection.execute("SELECT value FROM parts WHERE key = ?", (name,)).fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise NimbersDamaged(f"{path.name} cannot be read ({error}).") from error
    checksum, raw = (row[0][:CHECKSUM_BYTES], row[0][CHECKSUM_BYTES:]) if row else (b"", b"")
    if checksum != _checksum(code, name, raw):
        raise NimbersDamaged(f"{path.name} is damaged: its part {name} is not as it was written.")
    return bytes(raw)

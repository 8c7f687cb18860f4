"""Publishes a table atomically: it is written under a temporary name, read back, and then renamed.

It is written with sqlitedict, which has traps: it pickles unless told how both to encode and to decode; its `close`
does not commit; and when a commit fails, its thread dies, so a caller waiting for the answer waits forever.
"""

import contextlib
import errno
import hashlib
import logging
import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.locks import alive, take_lock

PARTS_A_COMMIT = 500  # bounds how much waits in memory to be written
DIGEST_BYTES = 16
OUTDATED = ".progress.json"
"""The builder's progress as earlier releases wrote it, which nobody reads any more."""

logging.getLogger("sqlitedict").setLevel(logging.CRITICAL + 1)  # its messages are raised below instead


def publish(path: Path, parts: Iterable[tuple[str, bytes]], grown: Path | None = None) -> None:
    """Make `path` a table of these parts, or leave it as it is.

    grown: a file in the same format, on the same disk, with other parts of the table; it becomes the table.

    Raises OSError or sqlite3.Error if that fails; then nothing has changed.
    """
    with whole(path, grown=grown) as temporary:
        with saying_full():
            checksums = _write(temporary, parts, "DELETE" if grown else "OFF")
        if not checksums.items() <= _read_back(temporary).items():
            raise sqlite3.OperationalError(f"{path.name} did not read back as it was written; is the disk full?")


@contextlib.contextmanager
def saying_full() -> Iterator[None]:
    """A block in which SQLite's error for a full disk is an OSError."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise


@contextlib.contextmanager
def whole(path: Path, durable: bool = True, grown: Path | None = None) -> Iterator[Path]:
    """A temporary name to write a file under; it becomes `path` if all goes well, and is deleted otherwise.

    durable: whether the file must survive a crash of the machine, which takes a wait for the disk. grown: a file that
    becomes `path` instead; it is kept otherwise. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = grown or path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        if grown is None:
            temporary.unlink(missing_ok=True)
        yield temporary
        if durable:
            _sync(temporary)
        os.replace(temporary, path)
        if durable:
            with contextlib.suppress(OSError):  # it is published already; only a crash of the machine could undo that
                _sync(path.parent)
    finally:
        if grown is None:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """In this block, no other process writes this file or folder. Raises NoAnswer if one does, OSError."""
    lock_file = path.with_name(f".{path.name}.lock")
    lock = take_lock(lock_file)
    if lock is None:
        raise NoAnswer(f"Another process is writing {path}.")
    try:
        yield
    finally:
        lock_file.unlink(missing_ok=True)
        os.close(lock)


def sweep(directory: Path) -> None:
    """Delete what killed writers left in a directory, `.<name>.<pid>.tmp`, and what earlier releases wrote there."""
    (directory / OUTDATED).unlink(missing_ok=True)
    for leftover in directory.glob(".*.tmp*"):
        match = re.search(r"\.(\d+)\.tmp[^.]*$", leftover.name)
        if match is None or not alive(int(match[1])):
            leftover.unlink(missing_ok=True)


def _write(path: Path, parts: Iterable[tuple[str, bytes]], journal: str) -> dict[str, bytes]:
    """Write the parts to a file with sqlitedict; return a checksum of each. journal: as SQLite names its modes.

    Nothing here waits for sqlitedict: if the disk is full, its thread dies in a `commit` of its own, and never answers.
    So commits are statements like others, whose errors it notes, and the thread is joined. Raises sqlite3.Error.
    """
    from sqlitedict import SqliteDict  # not at the top: a browser reads tables without it

    checksums: dict[str, bytes] = {}
    parts_table = SqliteDict(
        str(path), tablename="parts", encode=sqlite3.Binary, decode=bytes, outer_stack=False, journal_mode=journal
    )
    writer = parts_table.conn
    try:
        for name, raw in parts:
            parts_table[name] = raw
            checksums[name] = hashlib.blake2b(raw, digest_size=DIGEST_BYTES).digest()
            if len(checksums) % PARTS_A_COMMIT == 0:
                writer.execute("COMMIT")
                while writer.is_alive() and not writer.reqs.empty():
                    time.sleep(0.001)
        if len(checksums) % PARTS_A_COMMIT:
            writer.execute("COMMIT")
    finally:
        parts_table.close(force=True)
        writer.join()
    writer.check_raise_error()
    return checksums


def _read_back(path: Path) -> dict[str, bytes]:
    """A digest of each part in the file. Raises sqlite3.Error."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        return {
            name: hashlib.blake2b(raw, digest_size=DIGEST_BYTES).digest()
            for name, raw in connection.execute("SELECT key, value FROM parts")
        }
    finally:
        connection.close()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

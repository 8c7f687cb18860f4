"""Checkpoints: the state of a running solve on disk, from which the next run resumes after a kill.

Files under `work/`, and a note that says what in them is complete. A checkpoint is used only if it was made by the
current rules and since the machine was last booted: what a process wrote outlives the process, but not always a crash
of the machine. Arrays written whole end with a checksum; those written in parts are verified by sums (`modulo3.py`,
`tiers.py`).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.publish import whole

VERSION = 3  # of the engines' checkpoints
CHECKSUM_BYTES = 16


class CheckpointDamaged(OSError):
    """A checkpoint is not as it was written; the solve must start over."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(errno.EIO, f"{path} {reason}")


def _boot() -> str:
    """The boot id, which changes at every reboot (Linux; empty elsewhere)."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class Checkpoint:
    """The checkpoint of one variant's solve: a directory with arrays and a state that says what is complete."""

    def __init__(self, rules: Rules, data_dir: Path) -> None:
        self.directory = data_dir / "work" / f"{rules.id}.{rules.variant.id}"
        self._identity = {"rules": rules_digest(rules), "boot": _boot(), "version": VERSION}

    def read_state(self, engine: str) -> dict[str, Any] | None:
        """The last state that this engine wrote; None if it is missing or unusable, and then everything is deleted."""
        if not self.directory.exists():
            return None
        try:
            state = json.loads((self.directory / "note.json").read_text())
            if isinstance(state, dict) and {**state, **self._identity, "engine": engine} == state:
                return state
        except (OSError, ValueError):
            pass
        self.remove()
        return None

    def write_state(self, engine: str, **state: Any) -> None:
        """Write, atomically, the state that the next run of this engine resumes from. Raises OSError."""
        with whole(self.directory / "note.json", durable=False) as temporary:
            temporary.write_text(json.dumps({**state, **self._identity, "engine": engine}))

    def map_array(self, name: str, dtype: Any, length: int, fill: int | None = None) -> Any:
        """As `map_array` below, for a file of this checkpoint."""
        return map_array(self.directory / name, dtype, length, fill)

    def write_array(self, name: str, array: Any) -> None:
        """Write an array, atomically, followed by its checksum. Raises OSError."""
        with whole(self.directory / name, durable=False) as temporary, temporary.open("wb") as file:
            array.tofile(file)
            file.flush()
            os.lseek(file.fileno(), 0, os.SEEK_END)
            file.write(self._checksum(name, array))

    def read_array(self, name: str, dtype: Any, length: int) -> Any:
        """Read an array back. Raises CheckpointDamaged if it is missing, damaged or of another length."""
        path = self.directory / name
        try:
            with path.open("rb") as file:
                array = np.fromfile(file, dtype, length)
                checksum = file.read(CHECKSUM_BYTES + 1)
        except FileNotFoundError:
            raise CheckpointDamaged(path, "is missing") from None
        if len(array) != length:
            raise CheckpointDamaged(path, f"has {len(array):,} entries instead of {length:,}")
        if checksum != self._checksum(name, array):
            raise CheckpointDamaged(path, "is not as it was written")
        return array

    def _checksum(self, name: str, array: Any) -> bytes:
        raw: Any = np.ascontiguousarray(array)
        hasher = hashlib.blake2b(memoryview(raw).cast("B"), digest_size=CHECKSUM_BYTES)
        hasher.update(f"{name} {array.dtype} {len(array)} {self._identity['rules']}".encode())
        return hasher.digest()

    def disk_bytes(self) -> int:
        """The disk space its files take up, in bytes."""
        return sum(512 * path.stat().st_blocks for path in self.directory.glob("*"))

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)


def map_array(path: Path, dtype: Any, length: int, fill: int | None = None) -> Any:
    """A memory-mapped file as an array of `length` elements.

    fill: what a new file is filled with, its disk space allocated at once; None: the file must exist. Raises
    CheckpointDamaged if it is missing or of another length, OSError if the disk is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    size = max(1, length) * np.dtype(dtype).itemsize
    if fill is None:
        if not path.exists() or path.stat().st_size != size:
            raise CheckpointDamaged(path, f"is not {size:,} bytes long")
        return np.memmap(path, dtype, "r+", shape=(length,))
    with path.open("wb") as file:
        if hasattr(os, "posix_fallocate"):  # otherwise, on a full disk, writing to the array kills the process
            os.posix_fallocate(file.fileno(), 0, size)
        else:
            file.truncate(size)
    array = np.memmap(path, dtype, "r+", shape=(length,))
    if fill:
        array[:] = fill
    return array

"""What a solve has on disk while it goes on: files under `work/`, and a note of what in them is complete.

A run that was killed goes on from the note of the last one, if that is of today's rules and the
machine has not been started anew since: what a process wrote outlives it, but not always a crash
of the machine. What is written whole ends with its checksum; the rest is told by sums (`modulo3.py`).
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

from puzzles.base import Rules
from solvers.tables.digest import rules_digest

VERSION = 2  # of what the engines leave here
CHECKSUM_BYTES = 16


class WorkDamaged(OSError):
    """What a run before left is not as it was written; the solve has to begin anew."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(errno.EIO, f"{path} {why}")


def _boot() -> str:
    """What is another after the machine was started anew (Linux; elsewhere nothing)."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class Work:
    """The directory of one variant's solve."""

    def __init__(self, rules: Rules, data_dir: Path) -> None:
        self.directory = data_dir / "work" / f"{rules.id}.{rules.variant.id}"
        self._of = {"rules": rules_digest(rules), "boot": _boot(), "version": VERSION}

    def noted(self, engine: str) -> dict[str, Any] | None:
        """What the last run of this engine noted last; None, and nothing is left, where it is of no use."""
        if not self.directory.exists():
            return None
        try:
            told = json.loads((self.directory / "note.json").read_text())
            if isinstance(told, dict) and {**told, **self._of, "engine": engine} == told:
                return told
        except (OSError, ValueError):
            pass
        self.remove()
        return None

    def note(self, engine: str, **told: Any) -> None:
        """Say what is complete now."""
        self.directory.mkdir(parents=True, exist_ok=True)
        temporary = self.directory / "note.tmp"
        temporary.write_text(json.dumps({**told, **self._of, "engine": engine}))
        os.replace(temporary, self.directory / "note.json")

    def array(self, name: str, dtype: Any, length: int, fill: int | None = None) -> Any:
        """A file as an array: new ones hold `fill`, and their room on the disk is taken at once.

        With `fill` None the file must be there. Raises WorkDamaged when it is not so, OSError when the disk is full.
        """
        self.directory.mkdir(parents=True, exist_ok=True)
        path = self.directory / name
        size = max(1, length) * np.dtype(dtype).itemsize
        if fill is None:
            if not path.exists() or path.stat().st_size != size:
                raise WorkDamaged(path, f"is not {size:,} bytes long")
            return np.memmap(path, dtype, "r+", shape=(length,))
        with path.open("wb") as file:
            if hasattr(os, "posix_fallocate"):  # otherwise a full disk kills who writes to the array
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                file.truncate(size)
        made = np.memmap(path, dtype, "r+", shape=(length,))
        if fill:
            made[:] = fill
        return made

    def keep(self, name: str, array: Any) -> None:
        """Write an array whole, and its checksum behind it. Raises OSError."""
        self.directory.mkdir(parents=True, exist_ok=True)
        temporary = self.directory / f"{name}.tmp"
        with temporary.open("wb") as file:
            array.tofile(file)
            file.flush()
            os.lseek(file.fileno(), 0, os.SEEK_END)
            file.write(self._checksum(name, array))
        os.replace(temporary, self.directory / name)

    def kept(self, name: str, dtype: Any, length: int) -> Any:
        """An array that was written whole. Raises WorkDamaged when it is not as it was written, or as long."""
        path = self.directory / name
        try:
            with path.open("rb") as file:
                array = np.fromfile(file, dtype, length)
                checksum = file.read(CHECKSUM_BYTES + 1)
        except FileNotFoundError:
            raise WorkDamaged(path, "is not there") from None
        if len(array) != length:
            raise WorkDamaged(path, f"has {len(array):,} entries instead of {length:,}")
        if checksum != self._checksum(name, array):
            raise WorkDamaged(path, "is not as it was written")
        return array

    def _checksum(self, name: str, array: Any) -> bytes:
        raw: Any = np.ascontiguousarray(array)
        hasher = hashlib.blake2b(memoryview(raw).cast("B"), digest_size=CHECKSUM_BYTES)
        hasher.update(f"{name} {array.dtype} {len(array)} {self._of['rules']}".encode())
        return hasher.digest()

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)

"""What a solve has on disk while it goes on: files under `work/`, and a note of what in them is complete.

A run that was killed goes on from the note of the last one, if that is of today's rules and the
machine has not been started anew since: what a process wrote outlives it, but not always a crash
of the machine.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from puzzles.base import Rules
from solvers.digest import rules_digest

VERSION = 1  # of what the engines leave here


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

        With `fill` None the file must be there. Raises OSError when it is not so, or the disk is full.
        """
        self.directory.mkdir(parents=True, exist_ok=True)
        path = self.directory / name
        size = max(1, length) * np.dtype(dtype).itemsize
        if fill is None:
            if path.stat().st_size != size:
                raise OSError(errno.EIO, f"{path} is not {size:,} bytes long")
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
        """Write an array whole. Raises OSError."""
        self.directory.mkdir(parents=True, exist_ok=True)
        temporary = self.directory / f"{name}.tmp"
        array.tofile(temporary)
        os.replace(temporary, self.directory / name)

    def kept(self, name: str, dtype: Any, length: int) -> Any:
        """An array that was written whole. Raises OSError when it is not of this length."""
        array = np.fromfile(self.directory / name, dtype)
        if len(array) != length:
            raise OSError(errno.EIO, f"{self.directory / name} has {len(array):,} entries instead of {length:,}")
        return array

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)

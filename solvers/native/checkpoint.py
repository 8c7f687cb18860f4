"""Checkpoints: the state of a running solve on disk, from which the next run resumes after a kill.

Sealed files (`tables/sealed_file.py`) under `work/`: `state`, which says what is complete, with arrays that change from
state to state, and files of arrays that do not. They are used only if they were made by the current rules and since the
machine was last booted: what a process wrote outlives the process, but not always a crash of the machine. What is
changed in place lies in files of its own, verified by sums in the state (`modulo3_engine.py`) or beside each of their
blocks (`tier_archive.py`).
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.sealed_file import BadFile, SealedFile, write_sealed

FORMAT = 4
Arrays = Mapping[str, Any]
STATE = "state"


def _boot() -> str:
    """The boot id, which changes at every reboot (Linux; empty elsewhere)."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class Checkpoint:
    """The checkpoint of one variant's solve: a directory of files."""

    def __init__(self, rules: Rules, data_dir: Path) -> None:
        self.directory = data_dir / "work" / f"{rules.id}.{rules.variant.id}"
        self._expected = {
            "kind": "checkpoint",
            "format": FORMAT,
            "variant": rules.full_id,
            "rules": rules_digest(rules),
            "boot": _boot(),
        }

    def read_state(self, engine: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The last state that this engine wrote, and its arrays; None if there is none, and then everything is deleted.

        Raises BadFile if the arrays are damaged.
        """
        if not self.directory.exists():
            return None
        try:
            file = SealedFile(self.directory / STATE, {**self._expected, "engine": engine})
        except (BadFile, FileNotFoundError):
            self.remove()
            return None
        return file.description, _arrays(file)

    def write_state(self, engine: str, arrays: Arrays | None = None, **state: Any) -> None:
        """Write, atomically, the state that the next run of this engine resumes from. Raises OSError."""
        self._write(STATE, arrays or {}, {**state, "engine": engine})

    def write_arrays(self, name: str, arrays: Arrays) -> None:
        """Write a file of arrays, atomically. Raises OSError."""
        self._write(name, arrays, {"file": name})

    def read_arrays(self, name: str) -> dict[str, Any]:
        """The arrays in a file. Raises BadFile if it is missing or damaged."""
        path = self.directory / name
        try:
            return _arrays(SealedFile(path, {**self._expected, "file": name}))
        except FileNotFoundError:
            raise BadFile(path, "it is missing") from None

    def _write(self, name: str, arrays: Arrays, description: Mapping[str, Any]) -> None:
        types = {key: str(array.dtype) for key, array in arrays.items()}
        contents = ((key, np.ascontiguousarray(array)) for key, array in arrays.items())
        write_sealed(self.directory / name, {**self._expected, **description, "types": types}, contents, durable=False)

    def disk_bytes(self) -> int:
        """The disk space its files take up, in bytes."""
        return sum(512 * path.stat().st_blocks for path in self.directory.glob("*"))

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)


def _arrays(file: SealedFile) -> dict[str, Any]:
    arrays = {}
    with file.understanding():
        for name, dtype in file.description["types"].items():
            arrays[name] = array = np.empty(file.parts[name].length // np.dtype(dtype).itemsize, dtype)
            file.read(name, array)
    return arrays


def map_array(path: Path, dtype: Any, length: int, fill: int | None = None) -> Ints:
    """A memory-mapped file as an array of `length` elements.

    fill: what a new file is filled with, its disk space allocated at once; None: the file must exist. Raises BadFile if
    it is missing or of another length, OSError if the disk is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    size = max(1, length) * np.dtype(dtype).itemsize
    if fill is None:
        if not path.exists() or path.stat().st_size != size:
            raise BadFile(path, f"it is not {size:,} bytes long")
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

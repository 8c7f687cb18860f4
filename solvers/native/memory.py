"""Checks that memory and disk suffice before a solve takes them, and says in a sentence if not."""

import errno
import shutil
from pathlib import Path

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.machine import free_memory


def in_bytes(count: float) -> str:
    """A number of bytes in a readable unit: `12 MB`, `3.5 TB`."""
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"


def require_free(rules: Rules, memory: int, disk: int = 0, directory: Path | None = None) -> None:
    """Raise MemoryError or OSError if memory, or the disk of `directory`, has fewer free bytes than are needed."""
    free = free_memory()
    if memory > free:
        raise MemoryError(
            f"solving {rules.full_id} needs {in_bytes(memory)} of memory, {in_bytes(memory - free)} more than are free."
        )
    free_disk = shutil.disk_usage(directory).free if directory else disk
    if disk > free_disk:
        raise OSError(
            errno.ENOSPC,
            f"solving {rules.full_id} needs {in_bytes(disk)} of disk, {in_bytes(disk - free_disk)} more than are free",
        )

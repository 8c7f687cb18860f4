"""Whether what is asked for fits: said in a sentence before it is taken."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from puzzles.base import Rules


def in_bytes(count: float) -> str:
    """A number of bytes in a unit that people read easily."""
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"


def free_memory() -> int:
    """Bytes that can be had, those included that only cache files and are given back (Linux)."""
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return free


def make_sure(rules: Rules, memory: int, disk: int = 0, directory: Path | None = None) -> None:
    """Raise MemoryError or OSError when there is not so much of it."""
    free = free_memory()
    if memory > free:
        raise MemoryError(
            f"{rules.full_id} needs {memory / 1e6:,.0f} MB of memory to be solved, and {free / 1e6:,.0f} MB are free."
        )
    room = shutil.disk_usage(directory).free if directory else disk
    if disk > room:
        raise OSError(
            errno.ENOSPC,
            f"{rules.full_id} needs {disk / 1e6:,.0f} MB of disk while it is solved, and {room / 1e6:,.0f} MB are free",
        )

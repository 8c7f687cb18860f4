"""Other processes: whether one runs, and locks that one at a time can have."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

LOCK_ATTEMPTS = 25


def alive(pid: int) -> bool:
    """Whether a process of this number runs; one that is dead and not yet fetched does not."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (OSError, IndexError):
        return True


def take_lock(path: Path) -> int | None:
    """A descriptor that holds the lock on this file until it is closed; None if another process has it.

    The lock goes with whoever has the descriptor last, however it ends. Raises OSError when the file
    cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    for _ in range(LOCK_ATTEMPTS):  # who only looks whether it is held holds it for a moment
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            time.sleep(0.002)
    os.close(descriptor)
    return None

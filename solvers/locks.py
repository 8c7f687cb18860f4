"""Processes and locks: whether a process is alive, helper processes, Ctrl-C, and file locks between processes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

LOCK_ATTEMPTS = 25
INTERRUPTED = 130  # exit status after Ctrl-C


def alive(pid: int) -> bool:
    """Whether the process with this id is running; a zombie is not."""
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


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Block SIGINT until the end of the block, and for good in processes started in it, which their parent ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def helper(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that works for this one until the end of the block. If the block raises, it is killed."""
    with deaf_to_ctrl_c():
        process = subprocess.Popen(command, **options)  # noqa: S603
    with process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def run_command(main: Callable[[], int]) -> NoReturn:
    """Run a command and exit with its status; after Ctrl-C, exit at once with status 130 and no traceback."""
    try:
        status = main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status == INTERRUPTED:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(status)  # a second Ctrl-C during a regular exit would show a traceback
    sys.exit(status)


def take_lock(path: Path) -> int | None:
    """A file descriptor that holds the lock on this file until it is closed; None if another process holds the lock.

    The lock is released when the last process that has the descriptor ends, however it ends. Raises OSError if the
    file cannot be created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    for _ in range(LOCK_ATTEMPTS):  # a process that only tests the lock holds it for a moment
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            time.sleep(0.002)
    os.close(descriptor)
    return None

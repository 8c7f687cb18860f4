"""Other processes: whether one runs, and locks that one at a time can have."""

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


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started in this block never receive SIGINT: Ctrl-C is for whoever started them, and ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def helper(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that works for this one, until the end of the block. It is killed if the block ends by an error."""
    with deaf_to_ctrl_c():
        process = subprocess.Popen(command, **options)  # noqa: S603
    with process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def run_command(main: Callable[[], int]) -> NoReturn:
    """Run a command and exit with its status: 130 after Ctrl-C, at once and without a traceback."""
    try:
        status = main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status == INTERRUPTED:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(status)  # another Ctrl-C during the usual exit would show a traceback after all
    sys.exit(status)


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

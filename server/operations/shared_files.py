"""The directory that the processes of one service share, below that of temporary files, and the counts kept in it.

It holds the socket of the search workers, and the files in which workers count requests, so that each can report for
all.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

COUNTS = "PROMETHEUS_MULTIPROC_DIR"
COUNT_BYTES = {"counter": 1 << 18, "histogram": 1 << 19}  # per worker: more than all routes together need
LONGEST_FOLDER = 72  # bytes: the address of a socket below it may have some 100


def temporary_folder() -> str:
    """The folder of temporary files, or `/tmp` where the address of a socket in it would be too long."""
    folder = tempfile.gettempdir()
    return folder if len(os.fsencode(folder)) <= LONGEST_FOLDER else "/tmp"  # noqa: S108


def create_directory() -> tuple[Path, int | None]:
    """A new shared directory, and what holds its lock; removes those of services that were killed. Raises OSError."""
    remove_stale_directories()
    folder = Path(tempfile.mkdtemp(prefix="perfect-play-", dir=temporary_folder()))
    os.environ.setdefault(COUNTS, str(folder))
    return folder, lock_directory(folder)


def remove_stale_directories() -> None:
    """Remove the shared directories of services that were killed, which are those no longer locked."""
    for old in Path(temporary_folder()).glob("perfect-play-*"):
        with contextlib.suppress(OSError):
            lock = lock_directory(old) if (old / "lock").exists() else None
            if lock is not None:
                shutil.rmtree(old, ignore_errors=True)
                os.close(lock)


def lock_directory(folder: Path) -> int | None:
    """Lock a directory for as long as this process or a fork of it lives.

    Returns the file descriptor that holds the lock, or None if another process has it.
    """
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


# --- counts ---------------------------------------------------------------------------------------


def counts_of(pid: int) -> dict[str, Path]:
    """The files in which a worker counts, by metric type, as prometheus_client names them."""
    return {kind: Path(os.environ[COUNTS], f"{kind}_{pid}.db") for kind in COUNT_BYTES}


def allocate_counts(worker: Any) -> None:
    """Allocate this worker's count files in full: they are memory-mapped, so a full disk would kill it later."""
    for kind, path in counts_of(os.getpid()).items():
        new_path = path if path.exists() else path.with_suffix(".new")
        try:
            with new_path.open("ab") as file:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(file.fileno(), 0, COUNT_BYTES[kind])
            os.replace(new_path, path)
        except OSError as error:
            new_path.unlink(missing_ok=True)
            worker.log.warning("No room in %s (%s): this worker's counts are not shared.", path.parent, error.strerror)
            del os.environ[COUNTS]
            return


def trim_counts(pid: int) -> None:
    """Keep the counts of a worker that has ended but free the unused part of its files.

    (No metric is a gauge of live workers.)
    """
    for path in counts_of(pid).values():
        with contextlib.suppress(OSError):
            with path.open("rb") as file:
                used = int.from_bytes(file.read(4), "little")
            if used:
                os.truncate(path, used)

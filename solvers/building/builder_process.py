"""The background builder as a process: starting it, one per data directory, and reading its progress.

It runs `python -m solvers build`, holds the lock on `.builder.lock` as long as it lives, writes its progress to
`.progress`, and is started by any serving process that finds the lock free.
"""

import contextlib
import fcntl
import logging
import os
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from perfect_play.solvers.building.requests import accept_requests
from perfect_play.solvers.locks import alive, start_module, take_lock
from perfect_play.solvers.settings import LOCK_FD
from perfect_play.solvers.tables.sealed_file import BadFile, SealedFile, write_sealed

FILE = ".progress"
EXPECTED = {"kind": "progress", "format": 1}


class Progress:
    """What the builder reports to the serving processes.

    current: the variant being solved; side: the one solved at the same time by the side lane. queue: the names of the
    rest. requested: those of them that people ask about.
    """

    def __init__(self, directory: Path) -> None:
        self.path = directory / FILE
        self.current: dict[str, Any] | None = None
        self.side: dict[str, Any] | None = None
        self.queue: list[str] = []
        self.requested: list[str] = []
        self.failed: dict[str, str] = {}
        self.attempts: dict[str, int] = {}
        self._written = 0.0
        self._lock = threading.Lock()

    def take_over(self, last: dict[str, Any] | None) -> None:
        """Remember the variants on which the previous builder failed or died."""
        if not last:
            return
        self.attempts = dict(last.get("attempts") or {})
        died = (last.get("current") or {}).get("id")
        if died:
            self.attempts[died] = self.attempts.get(died, 0) + 1
        self.failed = dict(last.get("failed") or {})

    def write(self, at_once: bool = False) -> None:
        """Publish, at most four times a second unless `at_once`. A full disk does not stop the work."""
        if not at_once and time.monotonic() - self._written < 0.25:
            return
        with self._lock:
            self._written = time.monotonic()
            report = {
                **EXPECTED,
                "pid": os.getpid(),
                "current": self.current,
                "side": self.side,
                "queue": self.queue,
                "requested": self.requested,
                "failed": self.failed,
                "attempts": self.attempts,
            }
            with contextlib.suppress(OSError):
                write_sealed(self.path, report, durable=False)


def read_progress(directory: Path) -> dict[str, Any] | None:
    """What a builder, alive or not, last wrote there; None if the file is missing, damaged or of another version."""
    try:
        return SealedFile(directory / FILE, EXPECTED).description
    except (BadFile, FileNotFoundError):
        return None


LOGGER = logging.getLogger(__name__)
RESTART_SECONDS = 30.0
REQUEST_SECONDS = 5.0
PRIORITY = 5  # a nice value: answers come first


class BuilderProcess:
    """The builder of one data directory, as seen by a serving process. Thread-safe.

    settings: environment variables for the builder. problem: why it could not be started, as a sentence.
    """

    def __init__(self, data_dir: Path, settings: Mapping[str, str]) -> None:
        self.data_dir = data_dir
        self.directory = data_dir / "tables"
        self.settings = settings
        self.problem: str | None = None
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._last_start = -RESTART_SECONDS  # when this process last started a builder

    @property
    def started(self) -> bool:
        """Whether `start` has been called in this process."""
        return self._owner is not None

    def progress(self) -> dict[str, Any] | None:
        """The builder's last report, and whether it is `alive`; None if no builder ever ran here.

        `starting`: the builder is alive but has reported nothing yet.
        """
        at_work = builder_lock_is_held(self.directory)
        report = read_progress(self.directory)
        if report and (alive(report["pid"]) or not at_work):
            return {**report, "alive": at_work}
        return {"alive": True, "starting": True} if at_work else None

    def at_work(self) -> bool:
        """Whether a builder is running."""
        return builder_lock_is_held(self.directory)

    def start(self, owner: int | None = None) -> bool:
        """Have the tables checked and completed in the background; return whether this call started the builder.

        The builder ends when process `owner` (default: this one) is gone. Call after a fork.
        """
        self._owner = owner or os.getpid()
        with self._lock:
            self._last_start = time.monotonic()
            return self._spawn(["--fresh"])

    def wake(self, suspects: Iterable[str] = (), requested: str | None = None) -> None:
        """Start a builder if none is running and this process has started none for 30 seconds, or five for a request.

        Called when a table is found missing or damaged. `suspects`: variants whose checksums to compare. `requested`: a
        variant that is solved only on request.
        """
        with self._lock:
            pause = REQUEST_SECONDS if requested else RESTART_SECONDS
            if self._owner is None or time.monotonic() - self._last_start < pause:
                return
            self._last_start = time.monotonic()
            options = [f"--suspect={name}" for name in suspects]
            self._spawn([*options, f"--request={requested}"] if requested else options)

    def _spawn(self, options: Iterable[str]) -> bool:
        try:
            lock = take_builder_lock(self.directory)
        except OSError as error:
            problem = f"Nothing can be solved here: {self.directory} cannot be written ({error.strerror})."
            if problem != self.problem:
                LOGGER.warning(problem)
            self.problem = problem
            return False
        self.problem = None
        if lock is None:
            self._last_start = -RESTART_SECONDS  # another one is running: as soon as it ends, start one
            return False
        accept_requests(self.directory)  # from now on, though it takes the builder a second to begin
        arguments = [
            "perfect_play.solvers",
            "--data-dir",
            str(self.data_dir.resolve()),
            "build",
            f"--while-pid={self._owner}",
        ]
        try:
            builder = start_module(  # deaf to Ctrl-C: it ends with its owner
                [*arguments, *options],
                env={**os.environ, **self.settings, LOCK_FD: str(lock)},
                pass_fds=(lock,),
                stdin=subprocess.DEVNULL,
            )
        except OSError as error:
            self.problem = f"The solver cannot be started: {error}."
            return False
        finally:
            os.close(lock)  # the child has it now; the lock is held until the child ends
        with contextlib.suppress(OSError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, builder.pid, PRIORITY)
        threading.Thread(target=builder.wait, daemon=True).start()  # leave no zombie
        return True


def take_builder_lock(directory: Path) -> int | None:
    """An inheritable descriptor that holds the builder's lock; None if another process has it.

    Raises OSError when the directory cannot be written.
    """
    return take_lock(directory / ".builder.lock")


def builder_lock_is_held(directory: Path) -> bool:
    """Whether a builder is running. Creates no file."""
    try:
        descriptor = os.open(directory / ".builder.lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False

"""The builder's progress file, a sealed one beside the tables, for the serving processes to read."""

import contextlib
import os
import threading
import time
from pathlib import Path
from typing import Any

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

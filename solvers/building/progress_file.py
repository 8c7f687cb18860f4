"""The builder's progress file, beside the tables, for the serving processes to read."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

from perfect_play.solvers.tables.publish import whole

FILE = ".progress.json"


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
                "pid": os.getpid(),
                "current": self.current,
                "side": self.side,
                "queue": self.queue,
                "requested": self.requested,
                "failed": self.failed,
                "attempts": self.attempts,
            }
            with contextlib.suppress(OSError), whole(self.path, durable=False) as temporary:
                temporary.write_text(json.dumps(report))


def read_progress(directory: Path) -> dict[str, Any] | None:
    """What a builder, alive or not, last wrote there; None if the file is missing or damaged."""
    try:
        report = json.loads((directory / FILE).read_bytes())
    except (OSError, ValueError):
        return None
    return report if _is_progress(report) else None


def _is_progress(report: Any) -> bool:
    """Whether this has the form of a builder's progress: the file may be damaged."""
    kinds = {"pid": int, "current": dict | None, "queue": list, "failed": dict, "attempts": dict}
    if not (isinstance(report, dict) and all(isinstance(report.get(name), kind) for name, kind in kinds.items())):
        return False
    requested = report.get("requested", [])  # older builders wrote none
    in_hand = [current for current in (report.get("current"), report.get("side")) if current is not None]
    return (
        all(map(_is_in_hand, in_hand))
        and isinstance(requested, list)
        and all(isinstance(text, str) for text in (*report["queue"], *requested, *report["failed"].values()))
        and all(isinstance(count, int) for count in report["attempts"].values())
    )


def _is_in_hand(current: Any) -> bool:
    kinds = {"id": str, "positions": int, "expected": int, "seconds": int | float}
    return isinstance(current, dict) and all(isinstance(current.get(name), kind) for name, kind in kinds.items())

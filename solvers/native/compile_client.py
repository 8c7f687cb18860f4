"""A process in which the compiler is ready: what imports it, and starts it, once for many solves. Imports none here."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from solvers.locks import deaf_to_ctrl_c
from solvers.native.worker_process import relay
from solvers.settings import ROOT


class Closed(Exception):
    """The `with` block of a `Ready` has been left, by another thread."""


class Ready:
    """Solves natively, one variant at a time, in forks of one process, which is started when it is first needed.

    Leaving the `with` block ends the process, and so does the end of whoever started it.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> Ready:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
        self.end()

    def end(self) -> None:
        """End the process, and what it is solving; the next solve starts another."""
        with self._lock:
            ending, self._process = self._process, None
        if ending is not None:
            with ending:
                ending.kill()

    def solve(self, *arguments: str, heard: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Run `solvers.native.process` with these arguments in a fork, as `worker_process.listen`. Raises Closed."""
        process = self._running()
        assert process.stdin is not None
        told: dict[str, Any] = {}
        try:
            process.stdin.write(json.dumps(arguments).encode() + b"\n")
            process.stdin.flush()
            for news in relay(process, heard):
                told |= news
                if "code" in news:
                    return told
        except BaseException:
            self.end()
            raise
        code = process.wait()  # something has killed it
        self.end()
        if self._closed:
            raise Closed
        return {**told, "code": code}

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self.end()
        with self._lock:
            if self._closed:
                raise Closed
            if self._process is None:
                command = [sys.executable, "-m", "solvers.native.compile_server"]
                with deaf_to_ctrl_c():
                    self._process = subprocess.Popen(  # noqa: S603
                        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                    )
            return self._process

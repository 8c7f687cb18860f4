"""The client of the compile server: solves variants in forks of a process that has loaded the compiler once.

Does not import the compiler itself.
"""

import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Any

from perfect_play.solvers.locks import start_module
from perfect_play.solvers.native.worker_process import read_reports


class ServerClosed(Exception):
    """Another thread has left the `with` block of this `CompileServer`."""


class CompileServer:
    """A fork server, started when first needed, that solves one variant at a time.

    It ends when the `with` block is left, or when the process that started it ends.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> "CompileServer":
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
        self.end()

    def end(self) -> None:
        """Kill the server and its current solve; the next solve starts a new one."""
        with self._lock:
            ending, self._process = self._process, None
        if ending is not None:
            with ending:
                ending.kill()

    def solve(self, *arguments: str, on_report: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Run `solvers.native.process` with these arguments in a fork; as `run_worker`. Raises ServerClosed.

        A server that has imported other rules than those on disk is replaced by a new one.
        """
        result = self._solve(arguments, on_report)
        if "stale" in result:
            self.end()
            result = self._solve(arguments, on_report)
        return result

    def _solve(self, arguments: Sequence[str], on_report: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        process = self._running()
        assert process.stdin is not None
        merged: dict[str, Any] = {}
        try:
            process.stdin.write(json.dumps(arguments).encode() + b"\n")
            process.stdin.flush()
            for report in read_reports(process, on_report):
                merged |= report
                if "code" in report or "stale" in report:
                    return merged
        except BaseException as error:
            self.end()
            if self._closed and isinstance(error, OSError | ValueError):  # the pipes were closed meanwhile
                raise ServerClosed from error
            raise
        code = process.wait()  # killed from outside
        self.end()
        if self._closed:
            raise ServerClosed
        return {**merged, "code": code}

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self.end()
        with self._lock:
            if self._closed:
                raise ServerClosed
            if self._process is None:
                pipe = subprocess.PIPE
                self._process = start_module(["perfect_play.solvers.native.process"], stdin=pipe, stdout=pipe)
            return self._process

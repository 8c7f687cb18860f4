"""A Dask cluster on this machine, with processes that can be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from perfect_play.solvers.settings import ROOT

SECONDS = 300.0


class Machines:
    """A scheduler and two workers."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.scheduler: subprocess.Popen | None = None
        self.workers: list[subprocess.Popen] = []
        self.address = ""

    def __enter__(self) -> Machines:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start all processes."""
        told = self.directory / f"scheduler-{time.monotonic_ns()}.json"
        self.scheduler = self._run(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)
        )
        until = time.monotonic() + SECONDS
        while not (told.exists() and told.read_text()):
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.05)
        self.address = json.loads(told.read_text())["address"]
        for _ in range(2):
            self.start_worker()
        while self._known() < 2:
            assert time.monotonic() < until, "the workers do not start"
            time.sleep(0.1)

    def start_worker(self, cwd: Path = ROOT) -> None:
        """Start one more worker."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        self.workers.append(
            self._run("worker", self.address, *options, "--local-directory", str(self.directory), cwd=cwd)
        )

    def _run(self, what: str, *arguments: str, cwd: Path = ROOT) -> subprocess.Popen:
        quiet = subprocess.DEVNULL
        command = self.command_of(what, *arguments)
        return subprocess.Popen(command, cwd=cwd, stdin=quiet, stdout=quiet, stderr=quiet, env=self.environment)

    def command_of(self, what: str, *arguments: str) -> list[str]:
        """The command that starts a scheduler or a worker."""
        return [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments]

    @property
    def environment(self) -> dict[str, str]:
        """The environment of these processes."""
        return {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__WORK_STEALING": "False"}

    def _known(self) -> int:
        """The number of workers the scheduler knows."""
        from distributed import Client

        with Client(self.address) as client:
            return len(client.scheduler_info(n_workers=-1)["workers"])

    def kill_worker(self) -> None:
        """Kill the oldest worker."""
        self._kill(self.workers.pop(0))

    def kill_scheduler(self) -> None:
        """Kill the scheduler."""
        assert self.scheduler is not None
        self._kill(self.scheduler)

    def stop(self) -> None:
        """Kill the remaining processes."""
        for process in [*self.workers, *([self.scheduler] if self.scheduler else [])]:
            self._kill(process)
        self.workers = []

    def _kill(self, process: subprocess.Popen) -> None:
        process.send_signal(signal.SIGKILL)
        process.wait()

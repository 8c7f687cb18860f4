"""The service as real processes: starting it, querying it over a socket, and listing its processes. Linux only."""

from __future__ import annotations

import contextlib
import ctypes
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.service import free_port
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import KERNEL_DIR, PRESOLVE, PRESOLVE_LIMIT
from tests.helpers import ROOT, load
from tests.server.asking import position_path

HANOI = "/puzzles/hanoi/3_3/R_A_3_3_A--B--C--/"
LIVE_LIMIT = 1_000
"""These services solve variants of up to this many positions at start-up, which takes a few seconds."""
QUICK = ",".join(
    (
        *("towersofhanoi/3_1", "towersofhanoi/3_2", "towersofhanoi/3_3", "nqueens/4", "npuzzle/2", "kalah/2x2"),
        *("mutorere/regular", "lightsout/3", "towersofhanoi/3_6", "nqueens/6", "dotsandboxes/2x2"),
        *("towersofhanoi/4_3", "towersofhanoi/3_4", "towersofhanoi/4_4", "towersofhanoi/3_5", "nqueens/5"),
        *("topspin/5_4", "bishoppuzzle/4x5_4", "tictactoe/regular", "tictactoe/misere"),
    )
)
"""The variants solved by services that start with nothing: some of each kind, enough for two lanes."""
START_UP = PuzzleManager(presolve_limit=LIVE_LIMIT, presolve=QUICK).presolved()
LATE_RULES = load("towersofhanoi/3_6")
LATE = position_path(LATE_RULES, "R_A_6_3_-----B--C--D--EA-F")  # one move from its end
assert LATE_RULES in START_UP[-4:], "it is not one of the last that are solved at the start"


PATIENCE = 4  # for a machine busy with other work, such as other tests


def wait(what: str, holds: Callable[[], Any], seconds: float = 30.0, every: float = 0.05) -> Any:
    """Wait until `holds()` is true and return its result; fail after `seconds`, scaled by PATIENCE."""
    end = time.monotonic() + PATIENCE * seconds
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(every)
    raise AssertionError(f"{what}: not within {PATIENCE * seconds} s")


# --- processes --------------------------------------------------------------------------------


def processes() -> Iterator[tuple[int, int, list[str]]]:
    """(pid, parent's pid, command) of every running process, without zombies."""
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            stat = Path(f"/proc/{int(entry)}/stat").read_text()
            state, parent = stat.rpartition(")")[2].split()[:2]
            command = Path(f"/proc/{entry}/cmdline").read_bytes().decode().split("\0")
            if state != "Z":
                yield int(entry), int(parent), command


def builders(data: Path) -> list[int]:
    """The processes that solve tables for this directory, without forks that have not executed their program yet."""
    mine = ["--data-dir", str(data)]
    programs = {"solvers", "perfect_play.solvers"}
    found = {pid: parent for pid, parent, run in processes() if programs.intersection(run[2:3]) and run[3:5] == mine}
    return [pid for pid, parent in found.items() if parent not in found]


def adopt_orphans() -> None:
    """Become the parent of orphaned grandchildren, so that they can be waited for (prctl 36)."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def in_group(leader: int) -> list[int]:
    """The processes of a group."""
    found = []
    for pid, _, _ in processes():
        with contextlib.suppress(ProcessLookupError):
            if os.getpgid(pid) == leader:
                found.append(pid)
    return found


def runs(pid: int) -> bool:
    return any(found == pid for found, _, _ in processes())


class Service:
    """`python -m server` on a data directory, in its own process group.

    prefix: a command to run it with. settings: additional environment variables.
    """

    def __init__(self, data: Path, log: Path, workers: int = 2, prefix: Sequence[str] = (), **settings: str) -> None:
        adopt_orphans()
        self.data, self.log = data, log
        self.port = free_port()
        shared = {KERNEL_DIR: os.environ[KERNEL_DIR]}  # else searches would compile into a data directory of all tests
        environment = {name: value for name, value in os.environ.items() if not name.startswith("UWAPI_")} | shared
        self.environment = {**environment, PRESOLVE: QUICK, PRESOLVE_LIMIT: str(LIVE_LIMIT), **settings}
        self.workers, self.prefix = workers, prefix
        self.start()

    def command(self) -> list[str]:
        """The command line."""
        arguments = ["--port", str(self.port), "--workers", str(self.workers), "--data-dir", str(self.data)]
        return [*self.prefix, sys.executable, "-m", "server", *arguments]

    def start(self) -> None:
        """Start it, or restart it on the same port once all its processes are gone."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command(),
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill_group()
        wait("the builder is gone", lambda: not builders(self.data))

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def ask(self, path: str, seconds: float = 5.0) -> tuple[int, Any]:
        """Status and JSON of one answer, over a new connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def status(self, path: str) -> int | None:
        """The status of an answer; None if there is no answer."""
        try:
            return self.ask(path)[0]
        except (OSError, http.client.HTTPException):
            return None

    def answers(self, path: str = "/health") -> bool:
        return self.status(path) == 200

    def children(self) -> list[int]:
        """The serving workers."""
        return [pid for pid in self._workers() if not self._searches(pid)]

    def search_workers(self) -> list[int]:
        """The search workers, which run at low priority."""
        return [pid for pid in self._workers() if self._searches(pid)]

    def _workers(self) -> list[int]:
        return [pid for pid, parent, command in processes() if parent == self.process.pid and "gunicorn" in command]

    def _searches(self, pid: int) -> bool:
        with contextlib.suppress(ProcessLookupError):
            return os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, self.process.pid)
        return False

    def wait_ready(self, seconds: float = 40.0) -> None:
        wait("/ready", lambda: self.answers("/ready"), seconds, every=0.1)

    def kill_group(self) -> None:
        """Kill every process of the service at once, like a power cut, and reap them."""
        members = in_group(self.process.pid)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        for pid in members:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def leftovers(data: Path) -> list[str]:
    """Temporary files."""
    return sorted(path.name for path in (data / "tables").iterdir() if ".tmp" in path.name)


def tables(data: Path) -> set[str]:
    return {path.name for path in (data / "tables").glob("*.sqlite") if not path.name.startswith(".")}


ALL_TABLES = {f"{rules.id}.{rules.variant.id}.sqlite" for rules in START_UP}


def verified(data: Path) -> None:
    """Check that `python -m solvers verify` accepts every table."""
    command = [sys.executable, "-m", "solvers", "--data-dir", str(data), "verify"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(tables(data))} tables verified, no faults." in done.stdout

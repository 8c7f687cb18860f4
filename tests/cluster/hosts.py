"""A Dask cluster of several hosts on this machine: network namespaces that share only files.

Each worker's host is linked only to the scheduler's. Hosts are linked and slowed down with iproute2; a full disk is a
small one in memory.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from perfect_play.solvers.settings import ROOT
from tests.cluster.machines import SECONDS, Machines

PORT = 8786
PAGE = 4096  # bytes; each file in memory takes at least one page
LINK = "line"  # its name on each worker's host
NOTICED = "11s"
"""When the scheduler gives up a host that does not answer: the minimum it accepts; 30 s by default."""


@functools.cache
def why_not() -> str | None:
    """Why this machine cannot have such hosts; None if it can."""
    if not (shutil.which("ip") and shutil.which("unshare")):
        return "Needs ip and unshare (packages iproute2 and util-linux)."
    try:
        with Hosts(Path("/nonexistent"), 1):
            return None
    except subprocess.CalledProcessError as error:
        return f"Network namespaces cannot be made here: {error.stderr.strip()}"


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


class Hosts(Machines):
    """A scheduler and some workers, each on its own host; the solving command runs on the scheduler's.

    Entering the context makes the hosts; `start` starts the processes.
    """

    def __init__(self, directory: Path, workers: int = 2) -> None:
        super().__init__(directory)
        self.count = workers
        self.names = [f"pp{os.getpid()}-{number}" for number in range(workers + 1)]
        self._full: list[Path] = []
        self._next = ""  # the host of the next process to start

    def __enter__(self) -> Hosts:
        try:
            for name in self.names:
                _ip("netns", "add", name)
                _ip("-n", name, "link", "set", "lo", "up")
            for number, name in enumerate(self.names[1:], 1):
                here = ("-n", self.names[0])
                _ip(*here, "link", "add", f"to{number}", "type", "veth", "peer", "name", LINK, "netns", name)
                for where, link, last in ((self.names[0], f"to{number}", 1), (name, LINK, 2)):
                    _ip("-n", where, "addr", "add", f"10.77.{number}.{last}/24", "dev", link)
                    _ip("-n", where, "link", "set", link, "up")
        except BaseException:
            self.stop()
            raise
        return self

    def start(self) -> None:
        """Start all processes, and wait until the scheduler knows the workers."""
        self._next = self.names[0]
        self.scheduler = self._run("scheduler", "--host", "0.0.0.0", "--port", str(PORT), "--no-dashboard")
        self.address = f"tcp://127.0.0.1:{PORT}"
        for number in range(1, self.count + 1):
            self.start_worker_on(number)
        until = time.monotonic() + SECONDS
        while sum("Registered to" in path.read_text() for path in self.directory.glob("*.log")) < self.count:
            assert time.monotonic() < until, "the workers do not start"
            time.sleep(0.1)

    def start_worker_on(self, number: int) -> None:
        """Start a worker on this host, from 1 on."""
        self._next = self.names[number]
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        scratch = ("--local-directory", str(self.scratch(number)))
        self.workers.append(self._run("worker", f"tcp://10.77.{number}.1:{PORT}", *options, *scratch))

    def _run(self, what: str, *arguments: str, cwd: Path = ROOT) -> subprocess.Popen:
        command = [*self.on(self._next), *self.command_of(what, *arguments)]
        environment = {**self.environment, "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": NOTICED}
        with (self.directory / f"{self._next}.log").open("w") as log:
            return subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)

    def on(self, name: str) -> list[str]:
        """The command prefix that runs something on this host."""
        return ["ip", "netns", "exec", name, "unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', name]

    def solving(self, data: Path, full_id: str) -> subprocess.Popen:
        """Start a solve on the scheduler's host, which reports its progress in lines."""
        command = [*self.on(self.names[0]), sys.executable, "-m", "perfect_play.solvers.cluster.cluster_process"]
        arguments = [str(data), *full_id.split("/"), f"--cluster={self.address}"]
        return subprocess.Popen([*command, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def cut(self, number: int) -> None:
        """Take down the link of this host, from 1 on; its processes keep running."""
        _ip("-n", self.names[number], "link", "set", LINK, "down")

    def slow_down(self, number: int) -> None:
        """Limit this host, from 1 on, to sending 8 KB a second."""
        limit = ("tbf", "rate", "64kbit", "burst", "1600", "latency", "10s")
        command = ["tc", "-n", self.names[number], "qdisc", "add", "dev", LINK, "root", *limit]
        subprocess.run(command, check=True, capture_output=True)

    def scratch(self, number: int) -> Path:
        """The folder of the worker on this host."""
        return self.directory / self.names[number]

    def fill(self, directory: Path, room: int = 0) -> None:
        """Mount a small disk at `directory`, full except for `room` more files. Call before the workers start."""
        directory.mkdir(parents=True, exist_ok=True)
        size = f"size={PAGE * (room + 1)}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "full", str(directory)], check=True)
        self._full.append(directory)
        (directory / "filling").write_bytes(bytes(PAGE))

    def make_room_on(self, directory: Path) -> None:
        """Enlarge such a disk, keeping its contents."""
        subprocess.run(["mount", "-o", "remount,size=64m", str(directory)], check=True)

    def stop(self) -> None:
        """Kill the remaining processes, and remove the hosts."""
        super().stop()
        for directory in self._full:
            subprocess.run(["umount", "--lazy", str(directory)], capture_output=True)
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)

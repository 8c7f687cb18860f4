"""Runs the service in a process of its own, `python -m server` on a free port, for the duration of a measurement."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from benchmarks.load import BadAnswer, Connection

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
PORTS = 20_000, 32_000  # below those of outgoing connections


class ServiceFailed(Exception):
    """The service did not start, or did not answer in time; the message ends with the tail of its log."""


class Service:
    """A running service over a data directory; leaving the `with` block ends it and its builder.

    application: another WSGI application to serve with the same gunicorn settings; None: the service itself.
    """

    def __init__(
        self, data_dir: Path, workers: int | None = None, build: bool = True, application: str | None = None
    ) -> None:
        self.port = free_port()
        self.log = data_dir / f"service-{self.port}.log"
        kept = {key: value for key, value in os.environ.items() if not key.startswith("UWAPI_")}
        if application is None:
            command = [sys.executable, "-m", "server", "--host", HOST, "--port", str(self.port)]
            command += ["--data-dir", str(data_dir)]
            command += [] if workers is None else ["--workers", str(workers)]
        else:
            command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", application]
            kept |= {"UWAPI_HOST": HOST, "UWAPI_PORT": str(self.port)}
            kept |= {} if workers is None else {"UWAPI_WORKERS": str(workers)}
        data_dir.mkdir(parents=True, exist_ok=True)
        with open(self.log, "wb") as log:
            self.begun = time.perf_counter()
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**kept, "UWAPI_BUILD": "1" if build else "0"},
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def __enter__(self) -> Service:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)  # the group of this very service
            self.process.wait()

    def seconds_until(self, path: str, limit: float = 300.0, pause: float = 0.01) -> float:
        """Seconds from its start until `path` is first answered with 200."""
        return self.until(lambda: self.status(path) == 200, path, limit, pause)

    def until(self, holds: Callable[[], bool], what: str, limit: float, pause: float) -> float:
        """Seconds from its start until a condition holds. Raises ServiceFailed after `limit` seconds."""
        while not holds():
            if self.process.poll() is not None or time.perf_counter() - self.begun > limit:
                raise self.failed(f"No good answer to {what}.")
            time.sleep(pause)
        return time.perf_counter() - self.begun

    def failed(self, why: str) -> ServiceFailed:
        """A ServiceFailed error with this message and the end of the log."""
        return ServiceFailed(f"{why} The log ends:\n{self.log.read_text()[-2000:]}")

    def status(self, path: str) -> int | None:
        """The status of an answer; None while nothing listens."""
        connection = Connection(HOST, self.port)
        try:
            return connection.get(path)[0]
        except (OSError, BadAnswer):
            return None
        finally:
            connection.close()


def free_port() -> int:
    """A port that is not in use, and that the system gives to no outgoing connection in the meantime."""
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((HOST, port))
            return port

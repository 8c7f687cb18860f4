"""Runs the service in a process of its own, and speaks to it."""

import contextlib
import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from perfect_play.solvers.settings import PRESOLVE_LIMIT, ROOT

HOST = "127.0.0.1"
PORTS = 20_000, 32_000  # below those of outgoing connections
TIMEOUT = 30.0


class ServiceFailed(Exception):
    """The service did not start, or did not answer in time; the message ends with the tail of its log."""


class ServiceProcess:
    """A running service over a data directory; leaving the `with` block ends it and its builder.

    application: another WSGI application to serve with the same gunicorn settings; None: the service itself.
    presolve_limit: the most positions of a variant that it solves at its start; 0: it builds nothing. granian: whether
    that serves instead of gunicorn.
    """

    def __init__(
        self,
        data_dir: Path,
        presolve_limit: int = 0,
        workers: int = 0,
        application: str | None = None,
        granian: bool = False,
    ) -> None:
        self.port = free_port()
        self.log = data_dir / f"service-{self.port}.log"
        environment = {key: value for key, value in os.environ.items() if not key.startswith("UWAPI_")}
        environment |= {"UWAPI_HOST": HOST, "UWAPI_PORT": str(self.port), "UWAPI_DATA_DIR": str(data_dir)}
        environment |= {"UWAPI_BUILD": "1" if presolve_limit else "0", PRESOLVE_LIMIT: str(presolve_limit)}
        environment |= {"UWAPI_WORKERS": str(workers)} if workers else {}
        if application is None:
            served = ["server", *(["--granian"] if granian else [])]
        elif granian:
            served = ["granian", "--interface", "wsgi", "--workers", str(workers or 1), "--blocking-threads", "16"]
            served += ["--host", HOST, "--port", str(self.port), application]
        else:
            served = ["gunicorn", "-c", "gunicorn.conf.py", application]
        data_dir.mkdir(parents=True, exist_ok=True)
        with open(self.log, "wb") as log:
            self.begun = time.perf_counter()
            self.process = subprocess.Popen(
                [sys.executable, "-m", *served],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                process_group=0,  # in this session: between sessions, the kernel ignores that searches are nice
            )

    def __enter__(self) -> "ServiceProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)  # the group of this very service
            self.process.wait()

    def seconds_until(self, path: str, limit: float = 300.0, pause: float = 0.01) -> float:
        """Seconds from its start until `path` is first answered with 200. Raises ServiceFailed after `limit`."""
        while self.status(path) != 200:
            if self.process.poll() is not None or time.perf_counter() - self.begun > limit:
                raise self.failed(f"No good answer to {path}.")
            time.sleep(pause)
        return time.perf_counter() - self.begun

    def failed(self, why: str) -> ServiceFailed:
        """A ServiceFailed error with this message and the end of the log."""
        return ServiceFailed(f"{why} The log ends:\n{self.log.read_text()[-2000:]}")

    def status(self, path: str) -> int | None:
        """The status of an answer; None while nothing listens."""
        with contextlib.closing(ClientConnection(self.port)) as connection:
            try:
                return connection.get(path)[0]
            except (OSError, http.client.HTTPException):
                return None


def free_port() -> int:
    """A port that is not in use, and that the system gives to no outgoing connection in the meantime."""
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((HOST, port))
            return port


class ClientConnection(http.client.HTTPConnection):
    """A keep-alive connection, reopened when the server has closed it."""

    def __init__(self, port: int) -> None:
        super().__init__(HOST, port, timeout=TIMEOUT)

    def get(self, path: str) -> tuple[int, bytes]:
        """(status, body) of a GET. Raises OSError or HTTPException."""
        return self.ask(f"GET {path} HTTP/1.1")

    def ask(self, line: str, *headers: str, body: bytes = b"") -> tuple[int, bytes]:
        """(status, body) of any request. line: its request line. Raises OSError or HTTPException."""
        is_kept = self.sock is not None
        method, target, _ = line.split(" ")
        fields = dict(header.split(": ", 1) for header in headers)
        try:
            self.request(method, target, body or None, fields)
            answer = self.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            if not is_kept:
                raise
        return self.ask(line, *headers, body=body)  # an idle connection may have been closed meanwhile

"""Runs the service in a process of its own, and speaks to it over connections that leave the machine to it.

The standard library's client takes longer for a request than the service does.
"""

import contextlib
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


class BadAnswer(Exception):
    """The server's answer is malformed, or the connection ended in the middle of it."""


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
            except (OSError, BadAnswer):
                return None


def free_port() -> int:
    """A port that is not in use, and that the system gives to no outgoing connection in the meantime."""
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((HOST, port))
            return port


class ClientConnection:
    """A keep-alive connection, reopened when the server has closed it: just enough HTTP/1.1 over a plain socket."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._socket: socket.socket | None = None
        self._rest = b""

    def get(self, path: str) -> tuple[int, bytes]:
        """(status, body) of a GET. Raises OSError or BadAnswer."""
        return self.ask(f"GET {path} HTTP/1.1")

    def ask(self, line: str, *headers: str, body: bytes = b"") -> tuple[int, bytes]:
        """(status, body) of any request. line: its request line. Raises OSError or BadAnswer."""
        lengths = [f"Content-Length: {len(body)}"] if body else []
        head = "\r\n".join([line, f"Host: {HOST}:{self.port}", *lengths, *headers, "", ""])
        request = head.encode("latin-1") + body
        bodiless = line.startswith("HEAD ")
        if self._socket is not None:
            try:
                return self._ask(self._socket, request, bodiless)
            except (OSError, BadAnswer):  # an idle connection may have been closed meanwhile
                self.close()
        self._socket = socket.create_connection((HOST, self.port), TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._ask(self._socket, request, bodiless)

    def _ask(self, opened: socket.socket, request: bytes, bodiless: bool) -> tuple[int, bytes]:
        opened.sendall(request)
        data = self._rest
        while b"\r\n\r\n" not in data:
            data += _received(opened)
        head, _, body = data.partition(b"\r\n\r\n")
        status, length, closes = read_head(head)
        if bodiless:
            length = 0
        while len(body) < length:
            body += _received(opened)
        self._rest = body[length:]
        if closes:
            self.close()
        return status, body[:length]

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._rest = None, b""


def _received(opened: socket.socket) -> bytes:
    data = opened.recv(1 << 16)
    if not data:
        raise BadAnswer("the server closed the connection")
    return data


def read_head(head: bytes) -> tuple[int, int, bool]:
    """(status, length of the body, whether the server will close) from the head of an answer. Raises BadAnswer."""
    first, *lines = head.decode("latin-1").split("\r\n")
    fields = dict(line.lower().split(":", 1) for line in lines if ":" in line)
    try:
        status = int(first.split(" ")[1])
        if status == 304:  # has no body, whatever its headers say
            fields["content-length"] = "0"
        return status, int(fields["content-length"]), fields.get("connection", "").strip() == "close"
    except (LookupError, ValueError) as error:
        raise BadAnswer(f"unexpected answer: {first[:80]!r}") from error

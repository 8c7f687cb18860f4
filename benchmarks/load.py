"""A small HTTP load generator: threads that each send GET requests over a keep-alive connection.

It speaks just enough HTTP/1.1 over plain sockets (`Content-Length` bodies, `Connection: close`) to leave the machine
to the server: the standard library's client takes longer for a request than the service does. It still uses its share
of a small machine, so measured rates are lower bounds.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

TIMEOUT = 30.0


@dataclass
class Load:
    """The outcome of a load test: its duration in seconds, latencies in seconds, and errors."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Successful answers per second."""
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """The latency within which this percentage of the answers arrived, in seconds."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class BadAnswer(Exception):
    """The server's answer is malformed, or the connection ended in the middle of it."""


class Connection:
    """A keep-alive connection, reopened when the server has closed it."""

    def __init__(self, host: str, port: int) -> None:
        self.address = (host, port)
        self._socket: socket.socket | None = None
        self._rest = b""

    def get(self, path: str) -> tuple[int, bytes]:
        """(status, body) of a GET. Raises OSError or BadAnswer."""
        return self.ask(f"GET {path} HTTP/1.1")

    def ask(self, line: str, *headers: str, body: bytes = b"") -> tuple[int, bytes]:
        """(status, body) of any request. line: its request line. Raises OSError or BadAnswer."""
        host, port = self.address
        lengths = [f"Content-Length: {len(body)}"] if body else []
        head = "\r\n".join([line, f"Host: {host}:{port}", *lengths, *headers, "", ""])
        request = head.encode("latin-1") + body
        bodiless = line.startswith("HEAD ")
        if self._socket is not None:
            try:
                return self._ask(request, bodiless)
            except (OSError, BadAnswer):  # an idle connection may have been closed meanwhile
                self.close()
        self._socket = socket.create_connection(self.address, TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._ask(request, bodiless)

    def _ask(self, request: bytes, bodiless: bool) -> tuple[int, bytes]:
        assert self._socket is not None
        self._socket.sendall(request)
        data = self._rest
        while b"\r\n\r\n" not in data:
            data += self._receive()
        head, _, body = data.partition(b"\r\n\r\n")
        status, length, closes = read_head(head)
        if bodiless:
            length = 0
        while len(body) < length:
            body += self._receive()
        self._rest = body[length:]
        if closes:
            self.close()
        return status, body[:length]

    def _receive(self) -> bytes:
        assert self._socket is not None
        data = self._socket.recv(1 << 16)
        if not data:
            raise BadAnswer("the server closed the connection")
        return data

    def abort(self) -> None:
        """End the request that another thread waits for."""
        with suppress(OSError, AttributeError):
            self._socket.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._rest = None, b""


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


def put_load(host: str, port: int, paths: Sequence[str], seconds: float, connections: int = 8) -> Load:
    """Request `paths` in turn over several connections at once; any status other than 200 is an error."""
    total = Load()
    lock = threading.Lock()
    barrier = threading.Barrier(connections + 1)

    def work(number: int) -> None:
        connection = Connection(host, port)
        mine = Load()
        place = number * len(paths) // connections
        barrier.wait()
        now = time.perf_counter()
        while now < deadline:
            try:
                status, body = connection.get(paths[place % len(paths)])
            except (OSError, BadAnswer) as error:
                mine.errors.append(f"{paths[place % len(paths)]}: {error}")
                break
            begun, now = now, time.perf_counter()
            if status == 200:
                mine.latencies.append(now - begun)
            else:
                mine.errors.append(f"{paths[place % len(paths)]}: {status} {body[:200]!r}")
            place += 1
        connection.close()
        with lock:
            total.latencies += mine.latencies
            total.errors += mine.errors

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(connections)]
    for thread in threads:
        thread.start()
    begun = time.perf_counter()
    deadline = begun + seconds
    barrier.wait()
    for thread in threads:
        thread.join()
    total.seconds = time.perf_counter() - begun
    return total

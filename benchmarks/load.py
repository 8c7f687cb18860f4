"""A small load generator: threads, one kept-alive connection each, GET after GET.

It speaks just enough HTTP/1.1 over plain sockets (`Content-Length` bodies, `Connection: close`)
to leave the machine to the server: the standard library's client takes more time for an answer
than the service does. It still takes its share of a small machine, so a rate is a lower bound.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

TIMEOUT = 30.0


@dataclass
class Load:
    """What came of some seconds of load."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Good answers a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """The time in which so many percent of the answers came, in seconds."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class BadAnswer(Exception):
    """The server's answer cannot be read, or the connection ended in the middle of it."""


class Connection:
    """One kept-alive connection; opened again when the server has closed it."""

    def __init__(self, host: str, port: int) -> None:
        self.address = (host, port)
        self._socket: socket.socket | None = None
        self._rest = b""

    def get(self, path: str) -> tuple[int, bytes]:
        """(status, body) of a GET. Raises OSError or BadAnswer."""
        return self.ask(f"GET {path} HTTP/1.1")

    def ask(self, line: str, *headers: str, body: bytes = b"") -> tuple[int, bytes]:
        """(status, body) of any request, by its first line. Raises OSError or BadAnswer."""
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

    def close(self) -> None:
        """End the connection; the next request opens a new one."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._rest = None, b""


def read_head(head: bytes) -> tuple[int, int, bool]:
    """(status, length of the body, whether the server closes) of an answer's head. Raises BadAnswer."""
    first, *lines = head.decode("latin-1").split("\r\n")
    fields = dict(line.lower().split(":", 1) for line in lines if ":" in line)
    try:
        status = int(first.split(" ")[1])
        if status == 304:  # has no body, whatever it says
            fields["content-length"] = "0"
        return status, int(fields["content-length"]), fields.get("connection", "").strip() == "close"
    except (LookupError, ValueError) as error:
        raise BadAnswer(f"unexpected answer: {first[:80]!r}") from error


def put_load(host: str, port: int, paths: Sequence[str], seconds: float, connections: int = 8) -> Load:
    """Ask for `paths` round and round over several connections at once; a status other than 200 is an error."""
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

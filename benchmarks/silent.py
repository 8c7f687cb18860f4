"""Connections that are silent or slow, many at a time: how long positions, on new connections, wait meanwhile."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

from benchmarks.costs import POSITION, p99
from benchmarks.figures import BESIDE, Figure
from benchmarks.load import Connection
from benchmarks.service import HOST, Service
from benchmarks.workshop import Workshop
from perfect_play.solvers.cli.main import main as solve

GROUP = "silent"
SECONDS, QUICK = 8.0, 1.0
POST = b"POST /api/positions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
CLIENTS = {
    "48 silent connections": (48, b""),
    "2,100 silent connections": (2100, b""),
    "40 half heads": (40, b"GET /health HTTP/1.1\r\nHost: x\r\nX-Half: "),
    "40 half bodies": (40, POST + b'{"gameId"'),
    "40 clients that read nothing": (40, b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 10),
}
"""What each kind of client sends before it falls silent, and how many there are."""


def measure_silent(workshop: Workshop) -> Iterator[Figure]:
    """The delay of positions beside each kind of client."""
    solve(["--data-dir", str(workshop.directory), "solve", "npuzzle", "3"])
    seconds = QUICK if workshop.quick else SECONDS
    with Service(workshop.directory, workers=2, build=False) as service:
        service.seconds_until(POSITION)
        _waits(service.port, QUICK)
        alone = _waits(service.port, seconds)
        yield Figure(GROUP, "p99 of positions, nobody silent", 1000 * p99(alone), "ms", len(alone))
        for kind, (count, sent) in CLIENTS.items():
            with ExitStack() as stack:
                for _ in range(count):
                    client = stack.enter_context(socket.create_connection((HOST, service.port)))
                    client.sendall(sent)
                latencies = _waits(service.port, seconds)
            yield Figure(GROUP, f"p99 beside {kind}", 1000 * p99(latencies), "ms", len(latencies))
            yield Figure(GROUP, f"beside {kind}, to nobody", p99(latencies) / p99(alone), "ratio", target=BESIDE)


def _waits(port: int, seconds: float) -> list[float]:
    """Seconds until a position is answered on a new connection, again and again."""
    latencies = []
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        connection = Connection(HOST, port)
        status, _ = connection.get(POSITION)
        latencies.append(time.perf_counter() - began)
        connection.close()
        assert status == 200
        time.sleep(0.005)
    return latencies

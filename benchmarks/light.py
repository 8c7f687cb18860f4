"""Light requests beside searches: how long lines, statistics, starts and the like wait while eight clients search."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import quote

from benchmarks.figures import BESIDE, Figure
from benchmarks.load import BadAnswer, Connection, Load, put_load
from benchmarks.service import HOST, Service
from benchmarks.workshop import Workshop
from perfect_play.puzzles import registry
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.retrograde import solve

LIGHT = {
    "a position": "/puzzles/hanoi/3_3/R_A_3_3_A--B--C--/",
    "the best line": "/api/towersofhanoi/3_3/solution",
    "all best lines": "/api/npuzzle/2x3/solution?all=true",
    "statistics": "/api/towersofhanoi/3_3/statistics",
    "a start by difficulty": "/puzzles/npuzzle/2x3/start?difficulty=medium",
    "a start by remoteness": "/puzzles/npuzzle/2x3/start?remoteness=12",
    "a graph": "/api/kayles/5/graph",
    "a large graph": "/api/tictactoe/regular/graph",
    "a setup": "/api/npuzzle/2x3/setup?p=12345-&moves=5",
    "a value": "/api/domineering/3x3/value",
    "a nimber": "/api/nimber/0.77/130",
    "theory": "/api/nim/1_3_5/theory",
    "a margin": "/api/dotsandboxes/1x1/best-move",
}
"""Requests that take no search once SOLVED has tables, by what they ask for."""

SOLVED = ("tictactoe/regular", "towersofhanoi/3_3", "npuzzle/2x3", "dotsandboxes/1x1")

SEARCHED = ("topitop/regular", "slide5/regular", "rubiksmagic/regular", "orbito/misere", "quixo/5x5")
"""Games that are searched, and for whose starts no search has time enough."""

CLIENTS = 8
SETTLING = 0.5  # seconds after which searches whose clients have gone have ended


def searches() -> list[str]:
    """Requests for the starts of the games that are searched."""
    rules = [registry.load(*full_id.split("/")) for full_id in SEARCHED]
    return [f"/universal/v1/{one.full_id}/positions/?p={quote(one.format(one.start()))}" for one in rules]


def measure_light(workshop: Workshop) -> Iterator[Figure]:
    """The p99 of each kind of light request, alone and beside eight clients that search, and their ratio.

    Both are measured in turn, since a machine's speed changes.
    """
    rounds, seconds = (1, 0.5) if workshop.quick else (4, 2.0)
    data_dir = workshop.directory / "light"
    for full_id in SOLVED:
        rules = registry.load(*full_id.split("/"))
        PuzzleManager(data_dir).store.write(rules, solve(rules), 0.0)
    with Service(data_dir, build=False) as service:
        service.seconds_until("/health")
        for path in searches():  # compiles them
            service.status(path)
        for what, path in LIGHT.items():
            idle, busy = Load(), Load()
            for _ in range(rounds):
                idle.latencies += _latencies(service, path, seconds)
                with _searching(service):
                    busy.latencies += _latencies(service, path, seconds)
            low, high = 1000 * idle.percentile(99), 1000 * busy.percentile(99)
            yield Figure.of("light", f"{what}, p99 alone", [low], "ms")
            yield Figure.of("light", f"{what}, p99 beside searches", [high], "ms")
            yield Figure.of("light", f"{what}, p99 beside searches : alone", [high / low], "ratio", target=BESIDE)


def _latencies(service: Service, path: str, seconds: float) -> list[float]:
    put_load(HOST, service.port, [path], SETTLING, connections=4)  # every worker has answered before
    load = put_load(HOST, service.port, [path], seconds, connections=1)
    if load.errors:
        raise service.failed(f"{len(load.errors)} bad answers, the first: {load.errors[0]}.")
    return load.latencies


@contextmanager
def _searching(service: Service) -> Iterator[None]:
    """In this block, eight clients search, each again as soon as it is answered; at its end they go."""
    over = threading.Event()
    paths, connections = searches(), [Connection(HOST, service.port) for _ in range(CLIENTS)]

    def search(number: int) -> None:
        while not over.is_set():
            with suppress(OSError, BadAnswer):
                connections[number].get(paths[number % len(paths)])

    threads = [threading.Thread(target=search, args=(number,), daemon=True) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for connection, thread in zip(connections, threads, strict=True):
            connection.abort()
            thread.join()

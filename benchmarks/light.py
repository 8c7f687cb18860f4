"""Light requests beside searches: how long lines, statistics, starts and the like wait while eight clients search."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from benchmarks.figures import BESIDE, Figure
from benchmarks.load import Load, put_load
from benchmarks.service import HOST, Service
from benchmarks.workshop import Workshop
from puzzles import registry
from solvers.manager import PuzzleManager
from solvers.retrograde import solve

LIGHT = {
    "a position": "/puzzles/hanoi/3_3/R_A_3_3_A--B--C--/",
    "the best line": "/api/towersofhanoi/3_3/solution",
    "all best lines": "/api/npuzzle/2x3/solution?all=true",
    "statistics": "/api/towersofhanoi/3_3/statistics",
    "a start by difficulty": "/puzzles/npuzzle/2x3/start?difficulty=medium",
    "a start by remoteness": "/puzzles/npuzzle/2x3/start?remoteness=12",
    "a graph": "/api/kayles/5/graph",
    "a setup": "/api/npuzzle/2x3/setup?p=12345-&moves=5",
    "a value": "/api/domineering/3x3/value",
    "a nimber": "/api/nimber/0.77/130",
    "theory": "/api/nim/1_3_5/theory",
    "a margin": "/api/dotsandboxes/1x1/best-move",
}
"""Requests that take no search once SOLVED has tables, by what they ask for."""

SOLVED = ("towersofhanoi/3_3", "npuzzle/2x3", "dotsandboxes/1x1")

SEARCHED = ("sim/regular", "topitop/regular", "slide5/regular", "rubiksmagic/regular", "orbito/misere")
"""Games that are searched, and not solved when the service starts."""

CLIENTS = 8


def searches() -> list[str]:
    """Requests for the starts of the games that are searched."""
    rules = [registry.load(*full_id.split("/")) for full_id in SEARCHED]
    return [f"/universal/v1/{one.full_id}/positions/?p={quote(one.format(one.start()))}" for one in rules]


def measure_light(workshop: Workshop) -> Iterator[Figure]:
    """The p99 of each kind of light request, alone and beside eight clients that search, and their ratio."""
    seconds = 1.0 if workshop.quick else 10.0
    data_dir = workshop.directory / "light"
    for full_id in SOLVED:
        rules = registry.load(*full_id.split("/"))
        PuzzleManager(data_dir).store.write(rules, solve(rules), 0.0)
    with Service(data_dir, build=False) as service:
        service.seconds_until("/health")
        alone = {what: _load(service, path, seconds) for what, path in LIGHT.items()}
        with _searching(service):
            beside = {what: _load(service, path, seconds) for what, path in LIGHT.items()}
    for what in LIGHT:
        idle, busy = 1000 * alone[what].percentile(99), 1000 * beside[what].percentile(99)
        yield Figure.of("light", f"{what}, p99 alone", [idle], "ms")
        yield Figure.of("light", f"{what}, p99 beside searches", [busy], "ms")
        yield Figure.of("light", f"{what}, p99 beside searches : alone", [busy / idle], "ratio", target=BESIDE)


def _load(service: Service, path: str, seconds: float) -> Load:
    put_load(HOST, service.port, [path], 0.2, connections=4)  # every worker has answered before
    load = put_load(HOST, service.port, [path], seconds, connections=1)
    if load.errors:
        raise service.failed(f"{len(load.errors)} bad answers, the first: {load.errors[0]}.")
    return load


@contextmanager
def _searching(service: Service) -> Iterator[None]:
    """In this block, eight clients search, each again as soon as it is answered."""
    over = threading.Event()
    paths = searches()

    def search() -> None:
        while not over.is_set():
            put_load(HOST, service.port, paths, 1.0, connections=1)

    threads = [threading.Thread(target=search, daemon=True) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()

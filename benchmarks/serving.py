"""Request rates of the service, in one process and over HTTP, and its start-up times."""

from __future__ import annotations

import io
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle
from typing import Any

from benchmarks.figures import ALL_READY, FIRST_ANSWER, WARM_START, Figure, ratios
from benchmarks.load import put_load
from benchmarks.service import HOST, Service, ServiceFailed
from benchmarks.workshop import Workshop
from perfect_play.puzzles.base import Game
from perfect_play.server import create_app
from perfect_play.server.notation import autogui
from perfect_play.solvers.machine import cores

BASE = "/health"
CONNECTIONS = 8


def requests_to_measure(workshop: Workshop) -> dict[str, list[str]]:
    """The paths to request in turn, by name. The others are compared to the first."""
    positions = 50 if workshop.quick else 500
    return {
        BASE: [BASE],
        "/puzzles": ["/puzzles"],
        "8-puzzle, random positions": workshop.random_paths("npuzzle", "3", positions),
        "Lights Out 4, random positions": workshop.random_paths("lightsout", "4", positions),
        "Nim 1_3_5, random play": workshop.walked_paths("nim", "1_3_5", positions),
    }


def _compared(group: str, rates: dict[str, list[float]], where: str) -> Iterator[Figure]:
    """The rates, and the ratio of each to the first."""
    base = next(iter(rates.values()))
    for name, found in rates.items():
        yield Figure.of(group, f"{name}, {where}", found, "requests/s")
        if found is not base:
            yield Figure.of(group, f"{name} : {BASE}, {where}", ratios(found, base), "ratio")


# --- in one process -----------------------------------------------------------------------------


def measure_in_process(workshop: Workshop) -> Iterator[Figure]:
    """Requests per second of one thread that calls the application directly, without a server."""
    rounds, seconds = (2, 0.1) if workshop.quick else (5, 0.5)
    app = create_app({"data_dir": workshop.data_dir, "build": False})
    paths = requests_to_measure(workshop)
    rates: dict[str, list[float]] = {name: [] for name in paths}
    for asked in paths.values():  # decode every block and fill every cache first
        for path in asked:
            _call(app, path)
    for _ in range(rounds):
        for name, asked in paths.items():
            rates[name].append(_rate(app, asked, seconds))
    yield from _compared("wsgi", rates, "in process")


def _rate(app: Callable[..., Any], paths: Sequence[str], seconds: float) -> float:
    begun = time.perf_counter()
    deadline = begun + seconds
    for done, path in zip(count(1), cycle(paths)):
        _call(app, path)
        now = time.perf_counter()
        if now >= deadline:
            return done / (now - begun)
    raise AssertionError("no paths")


def _call(app: Callable[..., Any], path: str) -> bytes:
    """One GET as a WSGI server would make it. Raises ServiceFailed unless the answer is 200."""
    answered: list[str] = []
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": HOST,
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    body = b"".join(app(environ, lambda status, headers, error=None: answered.append(status)))
    if not answered[0].startswith("200"):
        raise ServiceFailed(f"{path}: {answered[0]} {body[:200]!r}")
    return body


# --- over HTTP ----------------------------------------------------------------------------------


def measure_over_http(workshop: Workshop) -> Iterator[Figure]:
    """Requests per second and latencies with gunicorn, one worker per core, over several keep-alive connections."""
    rounds, seconds = (2, 0.3) if workshop.quick else (5, 2.0)
    paths = requests_to_measure(workshop)
    rates: dict[str, list[float]] = {name: [] for name in paths}
    middle: dict[str, list[float]] = {name: [] for name in paths}
    slow: dict[str, list[float]] = {name: [] for name in paths}
    with Service(workshop.data_dir, build=False) as service:
        service.seconds_until(BASE)
        for asked in paths.values():  # let every worker fill its cache first
            put_load(HOST, service.port, asked, 0.5, CONNECTIONS)
        for _ in range(rounds):
            for name, asked in paths.items():
                load = put_load(HOST, service.port, asked, seconds, CONNECTIONS)
                if load.errors:
                    raise service.failed(f"{len(load.errors)} bad answers, the first: {load.errors[0]}.")
                rates[name].append(load.rate)
                middle[name].append(1000 * load.percentile(50))
                slow[name].append(1000 * load.percentile(99))
    yield from _compared("http", rates, f"gunicorn, {cores()} workers")
    for name in paths:
        yield Figure.of("http", f"{name}, half the answers within", middle[name], "ms")
        yield Figure.of("http", f"{name}, 99 of 100 within", slow[name], "ms")


# --- starting -----------------------------------------------------------------------------------


def measure_starts(workshop: Workshop) -> Iterator[Figure]:
    """Seconds from process start to the first answers, without any tables and with all of them."""
    first_table = workshop.manager.presolved()[0]
    start = autogui.write_position(first_table, first_table.start())
    kind = "games" if isinstance(first_table, Game) else "puzzles"
    first_path = f"/{kind}/{first_table.id}/variants/{first_table.variant.id}/positions/{start}"
    first, everything = [], []
    for run in range(1 if workshop.quick else 3):
        empty = workshop.directory / f"empty{run}"
        with Service(empty) as service:
            first.append(service.seconds_until(first_path))
            everything.append(service.seconds_until("/ready", pause=0.05))
        shutil.rmtree(empty)
    yield Figure.of("start", "cold start, first available answer", first, "s", target=FIRST_ANSWER)
    yield Figure.of("start", "cold start, everything available", everything, "s", target=ALL_READY)

    path = workshop.random_paths("npuzzle", "3", 1)[0]
    alive, warm, ready = [], [], []
    for _ in range(2 if workshop.quick else 5):
        with Service(workshop.data_dir) as service:
            alive.append(service.seconds_until(BASE, pause=0.005))
            warm.append(service.seconds_until(path, pause=0.005))
            ready.append(service.seconds_until("/ready", pause=0.005))
    yield Figure.of("start", "warm start, /health", alive, "s")
    yield Figure.of("start", "warm start, first answer (8-puzzle)", warm, "s", target=WARM_START)
    yield Figure.of("start", "warm start, /ready", ready, "s")

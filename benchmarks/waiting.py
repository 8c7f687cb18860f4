"""How long requests wait beside clients that are expensive, search, or are silent; and what the most expensive cost.

All clients run in processes of their own: as threads they would delay the measurements.
"""

import multiprocessing
import random
import resource
import socket
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from flask import Flask

from benchmarks.expensive import ExpensiveRequest, expensive
from benchmarks.figures import TARGETS, Figure, Target
from benchmarks.service import HOST, ClientConnection, ServiceProcess
from benchmarks.workshop import Workshop, find_variant, moved_at_random
from perfect_play.puzzles.base import Game
from perfect_play.server import create_app

PROCESSES = multiprocessing.get_context("fork")
CLIENTS = 8
POSITION = "/puzzles/npuzzle/3/R_A_3_3_8672543-1/"
BESIDE, _ = TARGETS["positions beside eight expensive clients, p99 to that alone"]


# --- waiting beside clients -------------------------------------------------------------------------


def waits(port: int, seconds: float, path: str = POSITION, keep: bool = True) -> list[float]:
    """The seconds each of many requests took, one after the other a few milliseconds apart.

    keep: on one connection; otherwise each is on a new one.
    """
    connection, latencies = ClientConnection(port), []
    end = time.perf_counter() + seconds
    while (begun := time.perf_counter()) < end:
        status, body = connection.get(path)
        latencies.append(time.perf_counter() - begun)
        assert status == 200, f"{path}: {status} {body[:200]!r}"
        if not keep:
            connection.close()
        time.sleep(0.005)
    connection.close()
    return latencies


def p99(seconds: list[float]) -> float:
    """What all but a hundredth of these are at most, in milliseconds."""
    return 1000 * sorted(seconds)[len(seconds) * 99 // 100]


def compared(what: str, alone: list[float], kind: str, beside: list[float]) -> Iterator[Figure]:
    """The p99 of requests alone and beside clients of some kind, and their ratio."""
    yield Figure(f"p99 of {what}, alone", p99(alone), "ms", len(alone))
    yield Figure(f"p99 of {what}, beside {kind}", p99(beside), "ms", len(beside))
    yield Figure(f"p99 of {what}, beside {kind} : alone", p99(beside) / p99(alone), "ratio", target=BESIDE)


@contextmanager
def sending(port: int, requests: Sequence[Sequence[ExpensiveRequest]]) -> Iterator[list[int]]:
    """In this block, a client for each of these lists sends its requests in turn, over and over; then it goes.

    Yields how many answers had each status, up to date after the block.
    """
    counts = [PROCESSES.RawArray("L", 600) for _ in requests]
    arguments = zip([port] * len(requests), requests, counts, strict=True)
    clients = [PROCESSES.Process(target=_send, args=several, daemon=True) for several in arguments]
    totals = [0] * 600
    for client in clients:
        client.start()
    try:
        time.sleep(1)
        yield totals
    finally:
        for client in clients:
            client.terminate()
            client.join()
        totals[:] = map(sum, zip(*counts, strict=True))


def _send(port: int, requests: Sequence[ExpensiveRequest], counts: list[int]) -> None:
    connection = ClientConnection(port)
    for request in cycle(requests):
        with suppress(HTTPException):
            status, _ = connection.ask(request.line, *request.headers, body=request.content)
            counts[status] += 1


# --- what requests cost -----------------------------------------------------------------------------


class Cost(NamedTuple):
    """The status of the answer, seconds of processor time, and bytes of memory beyond those of the idle service."""

    status: int
    seconds: float
    memory: int


def cost_of(app: Flask, request: ExpensiveRequest) -> Cost:
    """Answer a request in a fork of this process that has answered nothing, so that no cache is filled."""
    receiver, sender = PROCESSES.Pipe(duplex=False)
    child = PROCESSES.Process(target=lambda: sender.send(_answered(app, request)))
    child.start()
    cost = receiver.recv()
    child.join()
    return Cost(*cost)


def _answered(app: Flask, request: ExpensiveRequest) -> Cost:
    begun = time.process_time()
    before = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    client = app.test_client()
    answer = client.get(request.path) if request.body is None else client.post(request.path, json=request.body)
    answer.get_data()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Cost(answer.status_code, time.process_time() - begun, max(0, most - before))


def measure_costs(workshop: Workshop) -> Iterator[Figure]:
    """The most expensive request of each route, then the delay of positions while eight clients send the worst ones."""
    workshop.solve(*workshop.manager.presolved(siblings=True), find_variant("npuzzle/3"))
    app = create_app({"data_dir": workshop.directory, "build": False})
    worst: dict[str, tuple[Cost, ExpensiveRequest]] = {}
    for request in expensive():
        cost, route = cost_of(app, request), request.route(app)
        if route not in worst or cost.seconds > worst[route][0].seconds:
            worst[route] = cost, request
    ranked = sorted(worst.items(), key=lambda row: -row[1][0].seconds)
    for route, (cost, request) in ranked:
        note = f"{cost.memory / 2**20:,.0f} MiB, status {cost.status}: {request.path[:60]}"
        yield Figure(route, cost.seconds, "s", note=note)
    yield Figure.for_target("the most expensive request of any route", [ranked[0][1][0].seconds])
    seconds = 2.0 if workshop.quick else 10.0
    with ServiceProcess(workshop.directory, workers=2) as service:
        service.seconds_until(POSITION)
        alone = waits(service.port, seconds)
        with sending(service.port, [[request] for _, (_, request) in ranked[:CLIENTS]]):
            beside = waits(service.port, seconds)
    yield from compared("positions", alone, "these clients", beside)


# --- silent and slow clients ------------------------------------------------------------------------

POST = b"POST /api/positions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
SILENT = {
    "48 silent connections": (48, b""),
    "2,100 silent connections": (2100, b""),
    "40 half heads": (40, b"GET /health HTTP/1.1\r\nHost: x\r\nX-Half: "),
    "40 half bodies": (40, POST + b'{"gameId"'),
    "40 clients that read nothing": (40, b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 10),
}
"""How many of each kind of client there are, and what each sends before it falls silent."""


def measure_silent(workshop: Workshop) -> Iterator[Figure]:
    """The delay of positions, on new connections, beside each kind of client."""
    workshop.solve(find_variant("npuzzle/3"))
    seconds = 1.0 if workshop.quick else 8.0
    with ServiceProcess(workshop.directory, workers=2) as service:
        service.seconds_until(POSITION)
        waits(service.port, 1.0, keep=False)
        for kind, (count, sent) in SILENT.items():
            alone = waits(service.port, seconds, keep=False)
            with ExitStack() as stack:
                for _ in range(count):
                    client = stack.enter_context(socket.create_connection((HOST, service.port)))
                    client.sendall(sent)
                beside = waits(service.port, seconds, keep=False)
            yield from compared("positions", alone, kind, beside)


# --- light requests beside searches -----------------------------------------------------------------

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


def measure_light(workshop: Workshop) -> Iterator[Figure]:
    """The delay of each kind of light request beside eight clients that search.

    It is measured in turn with that alone, since a machine's speed changes.
    """
    rounds, seconds = (1, 0.5) if workshop.quick else (4, 2.0)
    workshop.solve(*map(find_variant, SOLVED))
    starts = [(rules, quote(rules.format(rules.start()))) for rules in map(find_variant, SEARCHED)]
    searches = [ExpensiveRequest(f"/universal/v1/{rules.full_id}/positions/?p={start}") for rules, start in starts]
    with ServiceProcess(workshop.directory) as service:
        service.seconds_until("/health")
        for request in searches:  # compiles them
            service.status(request.path)
        for what, path in list(LIGHT.items())[: 3 if workshop.quick else None]:
            alone: list[float] = []
            beside: list[float] = []
            for _ in range(rounds):
                waits(service.port, 0.5, path, keep=False)  # every worker answers, and gives up what nobody waits for
                alone += waits(service.port, seconds, path)
                with sending(service.port, [[request] for request, _ in zip(cycle(searches), range(CLIENTS))]):
                    beside += waits(service.port, seconds, path)
            yield from compared(what, alone, "searches", beside)


# --- ten minutes of searches ------------------------------------------------------------------------

SOAKED = {
    "connect4/6x7": (6, 30),
    "kalah/6x4": (10, 60),
    "othello/6x6": (8, 24),
    "quixo/5x5": (2, 30),
    "konane/5x6": (2, 10),
    "ninemensmorris/regular": (4, 40),
    "domineering/5x5": (0, 8),
    "npuzzle/4": (10, 200),
    "npuzzle/5x5": (10, 100),
    "rubikscube3/3x3x3": (2, 30),
    "klotski/donkey": (0, 50),
}
"""Variants without a table, or searched for lines, and the fewest and the most random moves before a request."""

FLAT = Target("below", 1.1)  # memory in the last quarter of the time, to that in the second


def measure_soak(workshop: Workshop) -> Iterator[Figure]:
    """The delay of positions beside searches of all kinds, what these were answered, and what memory they left."""
    workshop.solve(find_variant("npuzzle/3"))
    seconds, count = (20.0, 50) if workshop.quick else (600.0, 1500)  # more requests than are answered: no cache helps
    with PROCESSES.Pool() as pool:
        requests = pool.starmap(_searches, [(number, count) for number in range(CLIENTS)])
    with ServiceProcess(workshop.directory, workers=2) as service:
        service.seconds_until(POSITION)
        alone = waits(service.port, seconds / 10)
        with sending(service.port, requests) as statuses:
            time.sleep(seconds / 4)
            beside = waits(service.port, seconds / 10)
            early = usual_memory(service.process.pid, seconds / 4)
            beside += waits(service.port, seconds / 10)
            late = usual_memory(service.process.pid, seconds / 4)
    for status, number in enumerate(statuses):
        if number:
            yield Figure(f"answers with status {status}", number, "answers", note=f"in {seconds:.0f} s")
    yield from compared("positions", alone, "the searches", beside)
    yield Figure("memory of all processes in the second quarter, median", early / 1e9, "GB")
    yield Figure("in the last quarter, to that", late / early, "ratio", target=FLAT)


def _searches(number: int, count: int) -> list[ExpensiveRequest]:
    """Requests for searches of random positions; the same ones every time."""
    rng, requests = random.Random(f"soak {number}"), []
    for _ in range(count):
        full_id = rng.choice(list(SOAKED))
        rules = find_variant(full_id)
        position, _ = moved_at_random(rules, rng, rng.randint(*SOAKED[full_id]))
        route = rng.choice(("known", "best-move" if isinstance(rules, Game) else "solution"))
        requests.append(ExpensiveRequest(f"/api/{full_id}/{route}?p={quote(rules.format(position), safe='')}"))
    return requests


def usual_memory(pid: int, seconds: float) -> float:
    """The median of the memory, sampled every second: single searches take and release tens of megabytes."""
    samples, end = [memory_of(pid)], time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(1.0)
        samples.append(memory_of(pid))
    return statistics.median(samples)


def memory_of(pid: int) -> int:
    """The memory of a process and its descendants, in bytes; pages that they share count once."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    kilobytes = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return 1024 * kilobytes + sum(memory_of(int(child)) for child in children)

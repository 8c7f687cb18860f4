"""A soak: eight clients request searches of all kinds for minutes; how long positions wait meanwhile, and memory.

Positions are drawn by random moves from the start, more than are answered, so that no cache answers for a search.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.costs import CLIENTS, POSITION, PROCESSES, p99, waits
from benchmarks.figures import BESIDE, Figure, Target
from benchmarks.load import Connection
from benchmarks.service import HOST, Service
from benchmarks.workshop import Workshop, find_variant, moved_at_random
from perfect_play.puzzles.base import Game, Rules
from perfect_play.solvers.cli.main import main as solve

GROUP = "soak"
SECONDS, QUICK = 600.0, 30.0
REQUESTS = 1500  # of each client, more than are answered
SEARCHED = {
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
    """The delay of positions beside the searches, what these were answered, and what memory they left."""
    solve(["--data-dir", str(workshop.directory), "solve", "npuzzle", "3"])
    seconds = QUICK if workshop.quick else SECONDS
    with Service(workshop.directory, workers=2, build=False) as service:
        service.seconds_until(POSITION)
        alone = waits(service.port)
        over, told = PROCESSES.Event(), PROCESSES.Queue()
        ready = PROCESSES.Barrier(CLIENTS + 1)
        clients = [PROCESSES.Process(target=_search, args=(service.port, n, ready, over, told)) for n in range(CLIENTS)]
        for client in clients:
            client.start()
        ready.wait()
        begun, pid = time.monotonic(), service.process.pid
        _sleep_until(begun + seconds / 4)
        beside = waits(service.port)
        early = usual_memory(pid, begun + seconds / 2)
        _sleep_until(begun + seconds * 3 / 4)
        beside += waits(service.port)
        late = usual_memory(pid, begun + seconds)
        over.set()
        statuses = sum((told.get() for _ in clients), Counter[int]())
        for client in clients:
            client.join()
    for status, count in sorted(statuses.items()):
        yield Figure(GROUP, f"answers with status {status}", count, "", note=f"to {CLIENTS} clients in {seconds:.0f} s")
    yield Figure(GROUP, "p99 of positions, nothing else requested", 1000 * p99(alone), "ms", len(alone))
    yield Figure(GROUP, "p99 of positions beside the searches", 1000 * p99(beside), "ms", len(beside))
    yield Figure(GROUP, "p99 beside them, to that alone", p99(beside) / p99(alone), "ratio", target=BESIDE)
    yield Figure(GROUP, "memory of all processes in the second quarter, median", early / 1e9, "GB")
    yield Figure(GROUP, "in the last quarter, to that", late / early, "ratio", target=FLAT)


def usual_memory(pid: int, until: float) -> float:
    """The median of the memory, sampled every second: single searches take and release tens of megabytes."""
    samples = [memory_of(pid)]
    while time.monotonic() < until:
        time.sleep(1.0)
        samples.append(memory_of(pid))
    return statistics.median(samples)


def _sleep_until(moment: float) -> None:
    time.sleep(max(0.0, moment - time.monotonic()))


def memory_of(pid: int) -> int:
    """The memory of a process and its descendants, in bytes; pages that they share count once."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return 1024 * own + sum(memory_of(int(child)) for child in children)


def _request(rng: random.Random, full_id: str, rules: Rules) -> str:
    position, _ = moved_at_random(rules, rng, rng.randint(*SEARCHED[full_id]))
    text = quote(rules.format(position), safe="")
    route = rng.choice(("known", "best-move" if isinstance(rules, Game) else "solution"))
    return f"/api/{full_id}/{route}?p={text}"


def _search(port: int, number: int, ready: Barrier, over: Event, told: Any) -> None:
    """Request one search after the other until `over` is set; then report how many answers had each status.

    All positions are drawn beforehand, so that drawing takes no time from the service.
    """
    connection, rng = Connection(HOST, port), random.Random(f"{GROUP} {number}")
    statuses = Counter[int]()
    try:
        variants = {full_id: find_variant(full_id) for full_id in SEARCHED}
        paths = [_request(rng, *rng.choice(list(variants.items()))) for _ in range(REQUESTS)]
        ready.wait()
        for path in cycle(paths):
            if over.is_set():
                break
            statuses[connection.get(path)[0]] += 1
    except BaseException:
        ready.abort()  # the others would wait forever
        raise
    finally:
        told.put(statuses)
        connection.close()

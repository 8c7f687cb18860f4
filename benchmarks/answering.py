"""The processor time of a serving worker for an answer, beside that for a bare route under the same gunicorn.

If granian is installed, the same under granian, too. All take turns every few dozen requests, so that whatever else the
machine does slows all alike.
"""

import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from benchmarks.figures import Figure, ratios
from benchmarks.service import ClientConnection, ServiceProcess
from benchmarks.workshop import Workshop, find_variant, random_positions

TABLE = find_variant("npuzzle/3")
BARE, HEALTH, TILES = "bare route", "/health", "8-puzzle"
GRANIAN = ", granian"
AT_A_TIME = 60  # requests
QUIET = 0.01  # seconds of processor time in a second of a worker that has finished loading


def measure_answers(workshop: Workshop) -> Iterator[Figure]:
    """Microseconds of processor time for an answer, and how many more than a bare route's; nothing but on Linux."""
    if not Path("/proc/self/schedstat").exists():
        return
    workshop.solve(TABLE)
    texts = [TABLE.format(position) for position in random_positions(TABLE, 500)]
    tiles = [f"/universal/v1/{TABLE.full_id}/positions/?p={text}" for text in texts]
    paths: dict[str, tuple[ServiceProcess, Sequence[str]]] = {}
    with contextlib.ExitStack() as running:
        for suffix in ("", GRANIAN) if find_spec("granian") else ("",):
            run = partial(ServiceProcess, workshop.directory, workers=1, granian=bool(suffix))
            bare, service = (running.enter_context(run(application=served)) for served in ("benchmarks.bare:app", None))
            bare.seconds_until("/hello")
            service.seconds_until("/health")
            paths |= {BARE + suffix: (bare, ["/hello"]), HEALTH + suffix: (service, ["/health"])}
            paths[TILES + suffix] = service, tiles
        turns: dict[str, list[float]] = {name: [] for name in paths}
        for number in range(3 if workshop.quick else 60):
            for name, (server, listed) in paths.items():
                start = number * AT_A_TIME % len(listed)
                cost = _microseconds(server, [*listed[start:], *listed] * AT_A_TIME)
                turns[name] += [cost] if number else []  # first, caches are filled
    for name, costs in turns.items():
        yield Figure.of(f"{name}, processor time", costs, "us")
    for name in (BARE, HEALTH, TILES) if GRANIAN in "".join(paths) else ():
        yield Figure.of(f"{name}, granian : gunicorn", ratios(turns[name + GRANIAN], turns[name]), "ratio")
    for name in (HEALTH, TILES):
        beyond = [cost - base for cost, base in zip(turns[name], turns[BARE], strict=True)]
        if name == TILES:
            yield Figure.for_target("a position of the 8-puzzle beyond a bare Flask route", beyond)
        else:
            yield Figure.of(f"{name} beyond a bare route", beyond, "us")


def _microseconds(server: ServiceProcess, paths: Sequence[str]) -> float:
    """The processor time that the serving worker takes for a request, over the first of these paths."""
    worker = _serving_worker(server.process.pid)
    with contextlib.closing(ClientConnection(server.port)) as connection:
        connection.get(paths[0])
        while _seconds_in(worker, 0.1) > 0.1 * QUIET:  # it is still loading
            continue
        begun = _processor_seconds(worker)
        for path in paths[:AT_A_TIME]:
            if connection.get(path)[0] != 200:
                raise server.failed(f"No good answer to {path}.")
        return 1e6 * (_processor_seconds(worker) - begun) / AT_A_TIME


def _serving_worker(master: int) -> int:
    """The process that serves: the master's only child that is not nice."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return next(int(child) for child in children if os.getpriority(os.PRIO_PROCESS, int(child)) == 0)


def _seconds_in(process: int, seconds: float) -> float:
    begun = _processor_seconds(process)
    time.sleep(seconds)
    return _processor_seconds(process) - begun


def _processor_seconds(process: int) -> float:
    """The processor time of all threads of a process so far, exact to less than a microsecond."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9

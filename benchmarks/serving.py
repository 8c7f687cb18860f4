"""The service's start, and its load by wrk, a generator written in C, beside a bare route under the same gunicorn."""

import json
import random
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.figures import Figure, ratios
from benchmarks.service import HOST, ServiceProcess
from benchmarks.workshop import SEED, Workshop, find_variant, random_positions
from perfect_play.puzzles.base import Game
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api_docs.api_schemas import MOST_POSITIONS
from perfect_play.solvers.machine import cores

CONNECTIONS = 32  # enough to keep every worker busy
AT_ONCE = 50  # requests that a page prefetches in one burst
TABLE = find_variant("npuzzle/3")
LIGHTS = find_variant("lightsout/8")
BARE, TILES, BATCH = "bare route", "8-puzzle, uncached", "batch"
SCRIPT = """
local lines, index = {}, 0
function init(args)
   for line in io.lines("%s") do
      local path, tag = line:match("^(%%S+) ?(.*)$")
      wrk.headers["If-None-Match"] = tag ~= "" and tag or nil
      lines[#lines + 1] = wrk.format(nil, path)
   end
end
function request()
   index = index %% #lines + 1
   return lines[index]
end
"""
BODY = """
wrk.method, wrk.body = "POST", io.open("%s"):read("*a")
wrk.headers["Content-Type"] = "application/json"
"""
DONE = """
function done(summary, latency)
   local errors = summary.errors
   io.stderr:write(string.format(
      '{"rate": %f, "p50": %f, "p99": %f, "errors": %d}',
      summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
      errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
"""


class Load(NamedTuple):
    """A load test: the port of a server, wrk's script, connections, and the path of requests without a list."""

    port: int
    script: Path
    connections: int = CONNECTIONS
    path: str = "/"


class Outcome(NamedTuple):
    """Of a load test: answers per second, percentiles of the latency in milliseconds, and bad answers."""

    rate: float
    p50: float
    p99: float
    errors: int


def measure_by_wrk(workshop: Workshop) -> Iterator[Figure]:
    """Rates, their ratios to the bare route's, and latencies; nothing if wrk is not installed."""
    if shutil.which("wrk") is None:
        print("wrk is not installed, so its measurements are left out: apt-get install wrk.", file=sys.stderr)
        return
    rounds, seconds = (1, 1) if workshop.quick else (5, 2)
    workshop.solve(TABLE)
    with (
        ServiceProcess(workshop.directory, application="benchmarks.bare:app") as bare,
        ServiceProcess(workshop.directory) as service,
    ):
        bare.seconds_until("/hello")
        service.seconds_until("/health")
        loads = _loads(workshop, bare.port, service.port)
        outcomes: dict[str, list[Outcome]] = {name: [] for name in loads}
        for load in [] if workshop.quick else loads.values():  # let every worker fill its caches before
            _put(load, 1)
        for _ in range(rounds):
            for name, load in loads.items():
                outcomes[name].append(_put(load, seconds))
                if outcomes[name][-1].errors:
                    raise service.failed(f"{name}: {outcomes[name][-1].errors} bad answers.")
    base = [outcome.rate for outcome in outcomes[BARE]]
    for name, several in outcomes.items():
        rates = [outcome.rate for outcome in several]
        yield Figure.of(f"{name}, by wrk", rates, "requests/s")
        yield Figure.of(f"{name}, p50", [outcome.p50 for outcome in several], "ms")
        yield Figure.of(f"{name}, p99", [outcome.p99 for outcome in several], "ms")
        if name not in (BARE, TILES, BATCH):
            yield Figure.of(f"{name} : {BARE}", ratios(rates, base), "ratio")
    shares = ratios([outcome.rate for outcome in outcomes[TILES]], base)
    yield Figure.for_target("8-puzzle positions, uncached, to a bare Flask route", shares)
    tails = [outcome.p99 / outcome.p50 for outcome in outcomes[TILES]]
    yield Figure.for_target("their latency under load, p99 to p50", tails)
    positions = [MOST_POSITIONS * outcome.rate for outcome in outcomes[BATCH]]
    yield Figure.for_target("many positions in one request", positions)


def _loads(workshop: Workshop, bare: int, service: int) -> dict[str, Load]:
    """Load tests by name. Positions are random, all equally likely, and the same ones every time."""
    count, directory, rng = 50 if workshop.quick else 500, workshop.directory, random.Random(SEED)
    boards = [TABLE.format(position) for position in random_positions(TABLE, count)]
    lights = [LIGHTS.format(rng.getrandbits(64)) for _ in range(count)]  # every text of 0 and 1 can be solved
    tiles = [f"/universal/v1/{TABLE.full_id}/positions/?p={text}" for text in boards]
    tags = [f"{path} {_tag(service, path)}" for path in tiles]

    def script(name: str, lines: Sequence[str], form: str = SCRIPT) -> Path:
        listed, path = directory / f"{name}.txt", directory / f"{name}.lua"
        listed.write_text("\n".join(lines) + "\n", encoding="ascii")
        path.write_text(form % listed + DONE, encoding="ascii")
        return path

    many = [TABLE.format(position) for position in random_positions(TABLE, MOST_POSITIONS)]
    body = json.dumps({"gameId": TABLE.id, "variantId": TABLE.variant.id, "positions": many})
    of_tiles = script("tiles", tiles)
    return {
        BARE: Load(bare, script("bare", ["/hello"])),
        "/health": Load(service, script("health", ["/health"])),
        TILES: Load(service, of_tiles),
        "Lights Out 8, 64 moves": Load(
            service, script("lights", [f"/universal/v1/{LIGHTS.full_id}/positions/?p={text}" for text in lights])
        ),
        "8-puzzle, 304": Load(service, script("tags", tags)),
        f"8-puzzle, {AT_ONCE} at once": Load(service, of_tiles, AT_ONCE),
        BATCH: Load(service, script("batch", [body], BODY), cores(), "/api/positions"),
    }


def _tag(port: int, path: str) -> str:
    """The entity tag of an answer."""
    with urllib.request.urlopen(f"http://{HOST}:{port}{path}") as answer:
        return str(answer.headers["ETag"])


def _put(load: Load, seconds: float) -> Outcome:
    """Run a load test for some seconds, with one thread of wrk: the service needs the cores."""
    command = ["wrk", "-t1", f"-c{load.connections}", f"-d{seconds}s", "--timeout", "30s", "-s", str(load.script)]
    command.append(f"http://{HOST}:{load.port}{load.path}")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Outcome(**json.loads(done.stderr))


def measure_starts(workshop: Workshop) -> Iterator[Figure]:
    """Seconds from process start to the first answers, without any tables and with all of them."""
    rules = workshop.manager.presolved()[0]
    kind, start = "games" if isinstance(rules, Game) else "puzzles", autogui.write_position(rules, rules.start())
    path = f"/{kind}/{rules.id}/variants/{rules.variant.id}/positions/{start}"
    limit = workshop.manager.presolve_limit
    first, everything = [], []
    for _ in range(1 if workshop.quick else 3):
        shutil.rmtree(workshop.directory / "start", ignore_errors=True)
        with ServiceProcess(workshop.directory / "start", presolve_limit=limit) as service:
            first.append(service.seconds_until(path))
            everything.append(service.seconds_until("/ready", pause=0.05))
    yield Figure.for_target("cold start, first available answer", first)
    yield Figure.for_target("cold start, everything available", everything)
    alive, warm, ready = [], [], []
    for _ in range(2 if workshop.quick else 5):
        with ServiceProcess(workshop.directory / "start", presolve_limit=limit) as service:
            alive.append(service.seconds_until("/health", pause=0.005))
            warm.append(service.seconds_until(path, pause=0.005))
            ready.append(service.seconds_until("/ready", pause=0.005))
    yield Figure.of("warm start, /health", alive, "s")
    yield Figure.for_target("warm start, first answer", warm)
    yield Figure.of("warm start, /ready", ready, "s")

"""Load tests with wrk, a generator written in C, of the service and of a bare route under the same gunicorn."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.figures import BATCH, POSITION_SHARE, TAIL, Figure, ratios
from benchmarks.service import HOST, Service
from benchmarks.workshop import SEED, Workshop
from perfect_play.puzzles import registry
from perfect_play.server.api_docs.api_schemas import MOST_POSITIONS
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.launch import solve_native

CONNECTIONS = 32  # enough to keep every worker busy
AT_ONCE = 50  # requests that a page prefetches in one burst
TABLE = registry.load("npuzzle", "3")
BARE = "bare route"
TILES = "8-puzzle, uncached"
LIGHTS = "Lights Out 8, 64 moves"
UNCHANGED = "8-puzzle, 304"
SCRIPT = """
local asked = {}
for line in io.lines("%s") do
   local path, tag = line:match("^(%%S+) ?(.*)$")
   asked[#asked + 1] = wrk.format(nil, path, tag ~= "" and { ["If-None-Match"] = tag } or nil)
end
local place = 0
function request()
   place = place %% #asked + 1
   return asked[place]
end
"""
BODY = """
local file = io.open("%s")
wrk.method, wrk.body = "POST", file:read("*a")
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


class Held(NamedTuple):
    """The outcome of a load test: answers per second, and percentiles of the latency in milliseconds."""

    rate: float
    p50: float
    p99: float
    errors: int


class Asked(NamedTuple):
    """The requests of a load test. port: of the server; script: of wrk, in Lua."""

    port: int
    script: Path
    connections: int = CONNECTIONS
    path: str = "/"


def measure_by_wrk(workshop: Workshop) -> Iterator[Figure]:
    """Rates, their ratios to the bare route's, and latencies; nothing if wrk is not installed."""
    if shutil.which("wrk") is None:
        print("wrk is not installed, so its measurements are left out: apt-get install wrk.", file=sys.stderr)
        return
    rounds, seconds = (1, 1) if workshop.quick else (5, 2)
    held: dict[str, list[Held]] = {}
    if workshop.manager.missing(TABLE):
        solve_native(workshop.directory, TABLE, lambda done: None)
    with (
        Service(workshop.directory, application="benchmarks.bare:app") as bare,
        Service(workshop.directory, build=False) as service,
    ):
        bare.seconds_until("/hello")
        service.seconds_until("/health")
        kinds = _kinds(workshop, bare.port, service.port)
        for asked in [] if workshop.quick else kinds.values():  # let every worker fill its caches before
            _held(asked, 1)
        for _ in range(rounds):
            for name, asked in kinds.items():
                found = _held(asked, seconds)
                if found.errors:
                    raise service.failed(f"{name}: {found.errors} bad answers.")
                held.setdefault(name, []).append(found)
    yield from _figures(held)


def _kinds(workshop: Workshop, bare: int, service: int) -> dict[str, Asked]:
    count = 50 if workshop.quick else 500
    tiles = _paths(TABLE.id, TABLE.variant.id, count)
    tags = [f"{path} {_tag(service, path)}" for path in tiles]
    script = _script(workshop, "tiles", tiles)
    return {
        BARE: Asked(bare, _script(workshop, "bare", ["/hello"])),
        "/health": Asked(service, _script(workshop, "health", ["/health"])),
        TILES: Asked(service, script),
        LIGHTS: Asked(service, _script(workshop, "lights", _paths("lightsout", "8", count))),
        UNCHANGED: Asked(service, _script(workshop, "tags", tags)),
        f"8-puzzle, {AT_ONCE} at once": Asked(service, script, AT_ONCE),
        "batch": Asked(service, _batch(workshop), cores(), "/api/positions"),
    }


def _tag(port: int, path: str) -> str:
    """The entity tag of an answer."""
    with urllib.request.urlopen(f"http://{HOST}:{port}{path}") as answer:
        return str(answer.headers["ETag"])


def _paths(puzzle_id: str, variant_id: str, count: int) -> list[str]:
    """Requests for random positions in the current protocol, all equally likely; the same ones every time."""
    route = f"/universal/v1/{puzzle_id}/{variant_id}/positions/"
    return [f"{route}?p={text}" for text in _texts(puzzle_id, variant_id, count)]


def _texts(puzzle_id: str, variant_id: str, count: int) -> list[str]:
    rules = registry.load(puzzle_id, variant_id)
    rng = random.Random(SEED)
    size = rules.size or 1 << len(rules.format(rules.start()))  # switches: every text of 0 and 1
    numbers = [rng.randrange(size) for _ in range(count)]
    return [rules.format(number if rules.size is None else rules.unrank(number)) for number in numbers]


def _script(workshop: Workshop, name: str, lines: Sequence[str]) -> Path:
    listed, script = workshop.directory / f"{name}.txt", workshop.directory / f"{name}.lua"
    listed.write_text("\n".join(lines) + "\n", encoding="ascii")
    script.write_text(SCRIPT % listed + DONE, encoding="ascii")
    return script


def _batch(workshop: Workshop) -> Path:
    body, script = workshop.directory / "batch.json", workshop.directory / "batch.lua"
    texts = _texts(TABLE.id, TABLE.variant.id, MOST_POSITIONS)
    body.write_text(
        json.dumps({"gameId": TABLE.id, "variantId": TABLE.variant.id, "positions": texts}), encoding="ascii"
    )
    script.write_text(BODY % body + DONE, encoding="ascii")
    return script


def _held(asked: Asked, seconds: float) -> Held:
    """Run a load test for some seconds, with one thread of wrk: the service needs the cores."""
    command = ["wrk", "-t1", f"-c{asked.connections}", f"-d{seconds}s", "--timeout", "30s", "-s", str(asked.script)]
    command.append(f"http://{HOST}:{asked.port}{asked.path}")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Held(**json.loads(done.stderr))


def _figures(held: dict[str, list[Held]]) -> Iterator[Figure]:
    base = [found.rate for found in held[BARE]]
    for name, found in held.items():
        rates = [one.rate for one in found]
        yield Figure.of("wrk", f"{name}, by wrk", rates, "requests/s")
        if name == "batch":
            asked = [MOST_POSITIONS * rate for rate in rates]
            yield Figure.of("wrk", "batch, positions", asked, "positions/s", target=BATCH)
        elif name != BARE:
            target = POSITION_SHARE if name == TILES else None
            yield Figure.of("wrk", f"{name} : {BARE}", ratios(rates, base), "ratio", target=target)
    for name, found in held.items():
        yield Figure.of("wrk", f"{name}, p50", [one.p50 for one in found], "ms")
        yield Figure.of("wrk", f"{name}, p99", [one.p99 for one in found], "ms")
        tails = [one.p99 / one.p50 for one in found]
        yield Figure.of("wrk", f"{name}, p99 : p50", tails, "ratio", target=TAIL if name == TILES else None)

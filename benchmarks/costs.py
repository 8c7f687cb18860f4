"""The cost of the most expensive requests: processor time, memory, and the delay of position lookups beside them.

Each request is answered in a process of its own, forked from one that has loaded the service but answered nothing, so
that no earlier request has filled a cache.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Flask

from benchmarks.figures import BESIDE, DEAREST, Figure
from benchmarks.load import Connection
from benchmarks.service import HOST, Service
from benchmarks.workshop import Workshop
from perfect_play.puzzles import registry
from perfect_play.server import create_app
from perfect_play.server.notation import autogui

GROUP = "costs"
PROCESSES = multiprocessing.get_context("fork")
CLIENTS = 8
SECONDS = 10.0  # of each load
POSITION = "/puzzles/npuzzle/3/R_A_3_3_8672543-1/"
HARD_TILES = "fecdba987654321-"  # of the 15-puzzle: far from solved


class Asked(NamedTuple):
    """One request: its route, its path, and the body it posts."""

    route: str
    path: str
    body: Any = None


def expensive() -> list[Asked]:
    """The most expensive known requests of each route; a test checks that no route is missing."""
    tiles = ["123456789abcdef-", HARD_TILES] * 5000
    hard = registry.load("rushhour", "hard")
    rush_hour = [hard.format(position) for position in hard.starts()[:20]]
    lights = registry.load("lightsout", "25")
    board, lit = lights.format(lights.start()), autogui.write_position(lights, lights.start())
    nim, bush = "_".join(["9"] * 10), "g1" + "_1g_1r_1b" * 3 + "_1g_1r"
    return [
        *(Asked(f"/{name}/", f"/{name}") for name in ("metrics", "health", "puzzles/health", "ready", "api/progress")),
        *(Asked(f"/{name}/", f"/{name}/") for name in ("games", "puzzles", "universal/v1", "api", "api/catalogue")),
        Asked("/", "/"),
        *(Asked(f"/{name}/", f"/{name}/") for name in ("today", "matches", "api/cards")),
        Asked("/api/pictures/", "/api/pictures/?ids=chipschallenge,euclidsgame,rubikscube3,sokoban,tantrix"),
        Asked("/g/<game_id>/", "/g/rubikscube3"),
        Asked("/g/<game_id>/<variant_id>/", "/g/lightsout/25"),
        *(Asked(f"/{name}/", f"/{name}") for name in ("openapi.json", "robots.txt")),
        Asked("/api/<game_id>/<variant_id>/", "/api/lightsout/25"),
        Asked("/api/<game_id>/<variant_id>/look/", "/api/kalah/3x4/look"),
        *(Asked("/api/<game_id>/<variant_id>/graph/", f"/api/{name}/graph") for name in ("kayles/12", "lightsout/25")),
        Asked(
            "/api/<game_id>/<variant_id>/map/", "/api/lightsout/25/map", {"positions": [lights.format(lights.start())]}
        ),
        Asked("/api/<game_id>/<variant_id>/map/", "/api/nqueens/9/map", {"positions": ["-" * 81]}),
        *(
            Asked("/api/<game_id>/<variant_id>/theory/", f"/api/{name}/theory")
            for name in ("kayles/500", "lightsout/25")
        ),
        *(Asked("/api/<game_id>/<variant_id>/setup/", f"/api/{name}/setup") for name in ("kayles/500", "lightsout/25")),
        Asked("/static/<release>/<name>/", "/static/x/play.js"),
        Asked("/games/<game_id>/", "/games/sum"),
        Asked("/games/<game_id>/variants/<variant_id>/", "/games/kayles/variants/500"),
        *_both("/games/<game_id>/variants/<variant_id>/positions/<position>/", "kayles", "500"),
        *_both("/games/<game_id>/variants/<variant_id>/positions/<position>/", "nim", nim),
        *_both("/games/<game_id>/variants/<variant_id>/positions/<position>/", "sum", "nim_3_5~kayles_7"),
        Asked("/puzzles/<puzzle_id>/", "/puzzles/sokoban"),
        Asked("/puzzles/<puzzle_id>/variants/", "/puzzles/rushhour/variants"),
        Asked("/puzzles/<puzzle_id>/<variant_id>/", "/puzzles/lightsout/25"),
        Asked("/puzzles/<puzzle_id>/variants/<variant_id>/", "/puzzles/lightsout/variants/25"),
        *_both("/puzzles/<puzzle_id>/<variant_id>/<position>/", "lightsout", "25", lit),
        *_both("/puzzles/<puzzle_id>/<variant_id>/<position>/", "npuzzle", "4", f"R_A_4_4_{HARD_TILES}"),
        *_both("/puzzles/<puzzle_id>/variants/<variant_id>/positions/<position>/", "pegsolitaire", "english"),
        *(
            Asked("/puzzles/<puzzle_id>/<variant_id>/start/", f"/puzzles/{name}/start?{query}")
            for name in ("npuzzle/4", "rushhour/hard", "pegsolitaire/english", "rubikscube/quarter", "lightsout/25")
            for query in ("difficulty=hard&seed=1", "remoteness=3&seed=1")
        ),
        *(
            Asked("/puzzles/<puzzle_id>/<variant_id>/positions/", f"/puzzles/rushhour/hard/positions?p={quote(text)}")
            for text in rush_hour
        ),
        Asked("/universal/v1/<game_id>/", "/universal/v1/sokoban/"),
        Asked("/universal/v1/<game_id>/<variant_id>/", "/universal/v1/lightsout/25/"),
        Asked("/universal/v1/<game_id>/<variant_id>/instructions/", "/universal/v1/sum/nim_3_5~kayles_7/instructions/"),
        Asked(
            "/universal/v1/<game_id>/<variant_id>/positions/", f"/universal/v1/lightsout/25/positions/?p={quote(board)}"
        ),
        *(
            Asked(
                "/universal/v1/<game_id>/<variant_id>/positions/",
                f"/universal/v1/rushhour/hard/positions/?p={quote(text)}",
            )
            for text in rush_hour[:3]
        ),
        *(
            Asked("/api/nimber/<code>/<heap>/", f"/api/nimber/{code}/{heap}")
            for code in ("0.16", "0.77", "4.777777", "0.777777777", "0.454")
            for heap in ("100", "100000000")
        ),
        *(
            Asked("/api/<game_id>/<variant_id>/preview/", f"/api/{name}/preview")
            for name in ("rushhour/hard", "npuzzle/4", "kayles/500", f"nim/{nim}", "lightsout/25")
        ),
        *(
            Asked("/api/<game_id>/<variant_id>/known/", f"/api/{name}/known")
            for name in ("connect4/6x7", "kalah/3x6", "quarto/regular")
        ),
        *(
            Asked("/api/<game_id>/<variant_id>/best-move/", f"/api/{name}/best-move?limit=60")
            for name in ("kalah/3x6", "connect4/5x5", "domineering/5x5", "sum/nim_3_5~kayles_7")
        ),
        *(
            Asked("/api/<game_id>/<variant_id>/solution/", f"/api/{name}")
            for name in (
                f"npuzzle/4/solution?p={HARD_TILES}",
                f"npuzzle/4/solution?all=true&limit=100&p={HARD_TILES}",
                "klotski/settingsun/solution?all=true",
                "pegsolitaire/english/solution?all=true&limit=100",
                "towersofhanoi/3_12/solution?all=true&limit=100",
                "lightsout/25/solution?all=true&limit=100",
            )
        ),
        *(
            Asked("/api/<game_id>/<variant_id>/judge/", f"/api/{name}/judge", play)
            for name, play in (
                ("kayles/500", {"moves": [str(pin) for pin in range(1, 501)]}),
                ("lightsout/25", {"moves": ["a1", "a1"] * 500}),
                ("npuzzle/3", {"moves": ["5", "5"] * 500}),
                ("npuzzle/4", {"moves": ["1", "1"] * 500, "position": HARD_TILES}),
                ("connect4/6x7", {"moves": [str(1 + move % 7) for move in range(22)]}),
            )
        ),
        Asked("/api/positions/", "/api/positions", {"gameId": "npuzzle", "variantId": "4", "positions": tiles}),
        Asked("/api/positions/", "/api/positions", {"gameId": "rushhour", "variantId": "hard", "positions": rush_hour}),
        Asked(
            "/api/positions/",
            "/api/positions",
            {"gameId": "kayles", "variantId": "500", "positions": ["-" * 500] * 5000},
        ),
        *(
            Asked("/api/<game_id>/<variant_id>/image.svg/", f"/api/{name}/image.svg?moves=true")
            for name in ("lightsout/25", "kayles/500", "npuzzle/4")
        ),
        *(
            Asked("/api/<game_id>/<variant_id>/image.png/", f"/api/{name}/image.png?moves=true")
            for name in ("nim/" + "_".join(["25"] * 20), "kayles/500", "topspin/7_3")
        ),
        *(
            Asked("/embed/<game_id>/<variant_id>/", f"/embed/{name}")
            for name in ("lightsout/25", "kayles/500", "npuzzle/4", "connect4/6x7")
        ),
        Asked("/oembed/", "/oembed/?url=/embed/lightsout/25"),
        Asked("/backends/classic/<program>/<option>/start/", "/backends/classic/chomp/79/start/"),
        Asked(
            "/backends/classic/<program>/<option>/positions/",
            "/backends/classic/connect4/2/positions/?p=" + "-" * 42,
        ),
        Asked("/backends/one/<program>/<option>/", "/backends/one/neutron/0/"),
        Asked("/backends/one/<program>/<option>/<position>/", "/backends/one/quixo/2/1_---------/"),
        *(
            Asked(f"/api/<game_id>/<variant_id>/{kind}/", f"/api/{name}/{kind}")
            for kind in ("value", "value.svg")
            for name in ("domineering/5x5", "clobber/4x5", "snort/4x4", "toadsandfrogs/5_3_5", f"hackenbush/{bush}")
        ),
        Asked("/api/<game_id>/<variant_id>/table/", "/api/npuzzle/3/table"),
        *(
            Asked("/api/<game_id>/<variant_id>/statistics/", f"/api/{name}/statistics")
            for name in ("rubikscube/quarter", "topspin/10_2", "npuzzle/3")
        ),
    ]


def _both(route: str, id_: str, variant_id: str, board: str = "") -> Iterator[Asked]:
    """Requests for a position and for its moves. board: the position, by default the start."""
    rules = registry.load(id_, variant_id)
    board = board or autogui.write_position(rules, rules.start())
    path = route.replace("<game_id>", id_).replace("<puzzle_id>", id_)
    path = path.replace("<variant_id>", variant_id).replace("<position>", quote(board))
    return iter((Asked(route, path), Asked(f"{route}moves/", f"{path}moves/")))


class Cost(NamedTuple):
    """The status of the answer, seconds of processor time, and bytes of memory beyond those of the idle service."""

    status: int
    seconds: float
    memory: int


def cost_of(app: Flask, asked: Asked) -> Cost:
    """Answer a request in a process of its own, and measure its cost."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.write(writing, json.dumps(_answered(app, asked)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        cost = Cost(*json.loads(told.read()))
    os.waitpid(child, 0)
    return cost


def _answered(app: Flask, asked: Asked) -> Cost:
    begun, before = time.process_time(), _resident()
    client = app.test_client()
    answer = client.get(asked.path) if asked.body is None else client.post(asked.path, json=asked.body)
    answer.get_data()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Cost(answer.status_code, time.process_time() - begun, max(0, most - before))


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def measure_costs(workshop: Workshop) -> Iterator[Figure]:
    """The most expensive request of each route, then the delay of positions while eight clients send the worst ones."""
    assert workshop.built
    app = create_app({"data_dir": workshop.directory, "build": False})
    worst: dict[str, tuple[Cost, Asked]] = {}
    for asked in expensive():
        cost = cost_of(app, asked)
        if asked.route not in worst or cost.seconds > worst[asked.route][0].seconds:
            worst[asked.route] = cost, asked
    ranked = sorted(worst.values(), key=lambda row: -row[0].seconds)
    for cost, asked in ranked:
        note = f"{cost.memory / 2**20:,.0f} MiB, status {cost.status}: {asked.path[:60]}"
        yield Figure(GROUP, asked.route, cost.seconds, "s", target=DEAREST, note=note)
    yield from _beside(workshop.directory, [asked for _, asked in ranked[:CLIENTS]])


def _beside(data_dir: Path, worst: list[Asked]) -> Iterator[Figure]:
    """Latencies of positions alone, and beside clients that each keep sending one of the `worst` requests."""
    with Service(data_dir, workers=2, build=False) as service:
        service.seconds_until(POSITION)
        alone = waits(service.port)
        over = PROCESSES.Event()  # processes, as threads would delay the measurements here
        clients = [PROCESSES.Process(target=_send, args=(service.port, asked, over)) for asked in worst]
        for client in clients:
            client.start()
        time.sleep(1)
        beside = waits(service.port)
        over.set()
        for client in clients:
            client.join()
    yield Figure(GROUP, "p99 of positions, nothing else asked", 1000 * p99(alone), "ms", len(alone))
    yield Figure(GROUP, f"p99 of positions beside {CLIENTS} of these clients", 1000 * p99(beside), "ms", len(beside))
    ratio = p99(beside) / p99(alone)
    yield Figure(GROUP, "p99 beside them, to that alone", ratio, "ratio", target=BESIDE)


def waits(port: int) -> list[float]:
    """The seconds each of many positions took, requested one after the other a few milliseconds apart."""
    connection, seconds = Connection(HOST, port), []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        begun = time.perf_counter()
        status, _ = connection.get(POSITION)
        assert status == 200
        seconds.append(time.perf_counter() - begun)
        time.sleep(0.005)
    connection.close()
    return seconds


def p99(seconds: list[float]) -> float:
    """What all but a hundredth of these are at most."""
    return sorted(seconds)[len(seconds) * 99 // 100]


def _send(port: int, asked: Asked, over: Event) -> None:
    """Keep sending a request without a pause until `over` is set, even after a refusal."""
    connection = Connection(HOST, port)
    body = b"" if asked.body is None else json.dumps(asked.body).encode()
    line = f"{'POST' if body else 'GET'} {asked.path} HTTP/1.1"
    while not over.is_set():
        connection.ask(line, *(["Content-Type: application/json"] if body else []), body=body)
    connection.close()

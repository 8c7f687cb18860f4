"""Speed of table lookups, and of answers by closed forms."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import perfect_play
from benchmarks.figures import BLOCK_PROBE, FACE, Figure, seconds_of
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.server import create_app
from perfect_play.server.notation import autogui
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.untabled.closed_form import ClosedForms

PROBED = (
    "npuzzle/3",
    "towersofhanoi/4_8",
    "lightsout/4",
    "topspin/8_4",
    "nqueens/9",
    "bishoppuzzle/6x7_6",
    "rubikscube/2x2x2_FR",
    "rubikscube/2x2x2",
    "connect4/4x5",
)
EXACT_TO = 500  # the greatest length tried in looking for the longest exact row


def measure_probes(workshop: Workshop) -> Iterator[Figure]:
    """Milliseconds per lookup in one thread: warm, with every block decoded before; from disk, with the file open but
    no block cached; and first, with a new `Store` each time. Then the positions per second that `perfect_play` looks
    up in one batch, given as objects and as texts.
    """
    runs, cold_probes, warm_probes = (2, 50, 2_000) if workshop.quick else (5, 200, 10_000)
    slowest = 0.0
    for name in PROBED:
        rules = find_variant(name)
        store = workshop.store
        positions = workshop.stored_positions(rules, warm_probes)
        for position in positions:
            store.probe(rules, position)
        some = positions[:cold_probes]
        times: dict[str, list[float]] = {"warm": [], "block from the disk": [], "first": []}
        for _ in range(runs):
            nothing_kept = Store(store.directory, cache_bytes=0)
            nothing_kept.meta(rules)
            times["warm"].append(_milliseconds(partial(store.probe, rules), positions))
            times["block from the disk"].append(_milliseconds(partial(nothing_kept.probe, rules), some))
            times["first"].append(_milliseconds(partial(_probe_first, store.directory, rules), some))
        layout = store.meta(rules).layout
        for what, measured in times.items():
            yield Figure.of("probe", f"{name}, {layout}, {what}", measured, "ms")
        game = perfect_play.open(rules.id, rules.variant.id, data_dir=workshop.directory, solve=False)
        texts = list(map(rules.format, positions))
        objects = list(map(game.position, texts))
        for what, batch, target in (("objects", objects, FACE), ("texts", texts, None)):
            rates = [len(batch) / seconds_of(partial(game.values, batch)) for _ in range(runs)]
            yield Figure.of("probe", f"{name}, {layout}, batch of {what}", rates, "positions/s", target=target)
        slowest = max(slowest, statistics.median(times["block from the disk"]))
    yield Figure("probe", "slowest block from the disk", slowest, "ms", target=BLOCK_PROBE)


def _probe_first(directory: Path, rules: Rules, position: Position) -> None:
    Store(directory).probe(rules, position)


def _milliseconds(probe: Callable[[Position], object], positions: Sequence[Position]) -> float:
    """The mean time of a lookup over these positions."""
    begun = time.perf_counter()
    for position in positions:
        probe(position)
    return 1000 * (time.perf_counter() - begun) / len(positions)


def measure_closed_forms(workshop: Workshop) -> Iterator[Figure]:
    """The first request for a large start, in a service with empty caches, and the next one."""
    runs = 1 if workshop.quick else 3
    dawson, kayles = _longest_exact("dawsonschess"), _longest_exact("kayles")
    starts = [
        ("dawsonschess", dawson, "the longest row with exact remoteness"),
        ("dawsonschess", "500", "value and nimber only"),
        ("kayles", kayles, "the longest row with exact remoteness"),
        ("kayles", "60", "value and nimber only, two touches a turn"),
        ("nim", "5_5_5_5_5_5", "exact remoteness"),
        ("nim", "_".join(["25"] * 20), "value and nimber only"),
    ]
    for game_id, variant_id, note in starts:
        rules = registry.load(game_id, variant_id)
        start = autogui.write_position(rules, rules.start())
        path = f"/games/{game_id}/variants/{variant_id}/positions/{start}"
        first, again = [], []
        for _ in range(runs):
            client = create_app({"data_dir": workshop.directory, "build": False}).test_client()
            client.get("/health")  # keeps Flask's one-time setup out of the measurement
            first.append(seconds_of(partial(client.get, path)))
            again.append(seconds_of(partial(client.get, path)))
        label = variant_id if len(variant_id) < 20 else "20 piles of 25"
        yield Figure.of("closed", f"{game_id} {label}, first request", first, "s", note=note)
        yield Figure.of("closed", f"{game_id} {label}, again", again, "s")


def _longest_exact(game_id: str) -> str:
    """The longest row whose remoteness is computed."""
    exact = ClosedForms().exact
    length = 1
    while length < EXACT_TO:
        rules = registry.load(game_id, str(length + 1))
        assert isinstance(rules, ClosedFormGame)
        if not exact(rules):
            break
        length += 1
    return str(length)

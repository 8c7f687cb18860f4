"""Speed of table lookups in one thread."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import perfect_play
from benchmarks.figures import TARGETS, Figure, seconds_of
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.base import Position
from perfect_play.solvers.tables.store import Store

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
QUICK = ("lightsout/4", "nqueens/7")


def measure_probes(workshop: Workshop) -> Iterator[Figure]:
    """Milliseconds per lookup: warm, with every block decoded before; from disk, with the file open but no block
    cached; and first, with a new `Store` each time. Then the positions per second that `perfect_play` looks up in one
    batch, given as objects and as texts.
    """
    runs, cold_probes, warm_probes = (2, 50, 500) if workshop.quick else (5, 200, 10_000)
    slowest, store = 0.0, workshop.store
    for name in QUICK if workshop.quick else PROBED:
        rules = find_variant(name)
        workshop.solve(rules)
        positions = workshop.stored_positions(rules, warm_probes)
        some, uncached = positions[:cold_probes], Store(store.directory, cache_bytes=0)
        lookups: dict[str, tuple[Callable[[Position], object], Sequence[Position]]] = {
            "warm": (partial(store.probe, rules), positions),
            "block from the disk": (partial(uncached.probe, rules), some),
            "first": (lambda position, rules=rules: Store(store.directory).probe(rules, position), some),
        }
        for what, (probe, several) in lookups.items():
            look_up = partial(lambda probe, several: list(map(probe, several)), probe, several)
            look_up()  # decodes blocks, opens files
            times = [1000 * seconds_of(look_up) / len(several) for _ in range(runs)]
            yield Figure.of(f"{name}, {store.meta(rules).layout}, {what}", times, "ms")
            if what == "block from the disk":
                slowest = max(slowest, statistics.median(times))
        game = perfect_play.open(rules.id, rules.variant.id, data_dir=workshop.directory, solve=False)
        texts = list(map(rules.format, positions))
        target, _ = TARGETS["a batch of positions from Python"]
        for what, batch, wanted in (("objects", list(map(game.position, texts)), target), ("texts", texts, None)):
            rates = [len(batch) / seconds_of(partial(game.values, batch)) for _ in range(runs)]
            yield Figure.of(f"{name}, batch of {what}", rates, "positions/s", target=wanted)
    yield Figure.for_target("a probe whose block is on the disk", [slowest])

"""Speed of the reference solver and of the native engines, and size of the tables."""

import importlib.util
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from benchmarks.figures import TARGETS, Figure, Target
from benchmarks.workshop import Run, Workshop, find_variant
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.compiled_verification import verify_compiled
from perfect_play.solvers.native.compiler import keep_code
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.native.process import compiled
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.table_layout import Meta
from perfect_play.solvers.tables.verification import verify

NATIVE = "perfect_play.solvers.native.process"
RUNS = 15
LARGE = 10_000  # positions; bytes per position are reported for tables above this size
REFERENCE_SECONDS = 12.0  # after which the reference solver is stopped; its rate until then is reported

BESIDE = {
    **dict.fromkeys(
        ("npuzzle/3", "rubikscube/2x2x2", "lightsout/5", "topspin/10_2", "pegsolitaire/triangle"),
        Target("at least", 50),
    ),
    "pancakes/8": None,
    "connect4/4x5": None,
    "dao/4x4": None,
}
"""The variants that are solved by both, and how many times as fast native solving should be."""

VERIFIED = ("npuzzle/3", "connect4/5x4", "dao/4x4", "kalah/4x3", "connect4/5x5")
SAMPLED = 5_000  # entries
"""The variants whose tables are verified, and how many of their entries by the rules alone."""

LARGEST: dict[str, tuple[Target | None, Target]] = {
    "npuzzle/3x4": (Target("below", 300), Target("below", 1)),
    "pegsolitaire/english": (Target("below", 600), Target("below", 6)),
    "towersofhanoi/4_16": (None, Target("below", 3)),
    "towersofhanoi/4_17": (Target("below", 420), Target("below", 3)),
    "breakthrough/6x4": (Target("below", 7200), Target("below", 4)),  # jh85/smallgames: 5.3 minutes on 64 threads
}
"""Variants solved by command only: the targets for seconds, from the start of the process to the table, and for GB."""

BOARDS: dict[str, tuple[Target | None, Target]] = {
    "teeko/standard": (Target("below", 60), Target("below", 2)),  # GamesmanOne: 517 s, 9.9 GB
    "quixo/4x4": (Target("below", 6), Target("below", 1)),  # GamesmanOne: 19 s, 0.3 GB
    "dshogi/regular": (Target("below", 120), Target("below", 8)),  # a program by R. Clausecker (C): about a minute
    "yote/4x4": (None, Target("below", 2)),
    "connect4/5x5": (Target("below", 6.5), Target("below", 3)),
    "connect4/4x6": (Target("below", 9), Target("below", 4)),
    "kalah/4x3": (None, Target("below", 2)),
    "dotsandboxes/3x3": (None, Target("below", 2)),
    "clobber/4x5": (None, Target("below", 4)),
}
RATES = {
    "yote/4x4": Target("at least", 1_500_000),
    **dict.fromkeys(("kalah/4x3", "dotsandboxes/3x3", "clobber/4x5"), Target("at least", 5_000_000)),
    **dict.fromkeys(("connect4/4x5", "dao/4x4"), Target("at least", 2_000_000)),
}
"""Targets for positions a second while solving."""


BROUGHT = Path(__file__).parent / "brought/connectintegers.py"
"""Connect 4 over integers, in the style of GamesmanPy."""


class TimeUp(Exception):
    """The reference solver has used up its time."""


def measure_native(workshop: Workshop) -> Iterator[Figure]:
    """Positions per second beside the reference solver's, and the time from process start to table."""
    for name, target in list(BESIDE.items())[: 1 if workshop.quick else None]:
        rules = find_variant(name)
        reference = reference_rate(rules, 1.0 if workshop.quick else REFERENCE_SECONDS)
        first = workshop.run(NATIVE, rules)
        runs = [workshop.run(NATIVE, rules) for _ in range(1 if workshop.quick else RUNS)]
        counted = positions_of(workshop.store.meta(rules))
        rates = [counted / run.reports["seconds"] for run in runs]
        least = TARGETS["solving the 8-puzzle"][0] if name == "npuzzle/3" else None
        yield Figure(f"{name}, reference", reference, "positions/s", target=least)
        yield Figure.of(f"{name}, native", rates, "positions/s", target=RATES.get(name), note=f"{counted:,} positions")
        yield Figure.of(f"{name}, native : reference", [rate / reference for rate in rates], "ratio", target=target)
        yield Figure(f"{name}, first, from start to table", first.seconds, "s", note="compiles")
        yield Figure.of(f"{name}, again, from start to table", [run.seconds for run in runs], "s")


def measure_verifying(workshop: Workshop) -> Iterator[Figure]:
    """Entries per second that the compiled rules verify, beside those that the rules themselves do."""
    for name in VERIFIED[: 1 if workshop.quick else None]:
        rules, store = find_variant(name), workshop.store
        workshop.solve(rules)
        entries = store.meta(rules).entries
        verify_compiled(store, rules, workshop.directory)  # compiles
        begun = time.perf_counter()
        assert not verify_compiled(store, rules, workshop.directory)
        compiled_rate = entries / (time.perf_counter() - begun)
        begun = time.perf_counter()
        assert not verify(store, rules, sample=SAMPLED)
        rate = SAMPLED / (time.perf_counter() - begun)
        yield Figure(f"{name}, verified by the rules", rate, "entries/s", note=f"a sample of {SAMPLED:,}")
        yield Figure(f"{name}, verified by compiled rules", compiled_rate, "entries/s", note=f"{entries:,} entries")
        yield Figure(
            f"{name}, verified, compiled : rules", compiled_rate / rate, "ratio", target=Target("at least", 20)
        )


def measure_brought(workshop: Workshop) -> Iterator[Figure]:
    """A game brought as a file of GamesmanPy beside ours of the same rules: entries of the table solved a second.

    Ours has half the entries, one for a position and its mirror image.
    """
    brought = registry.add_file(BROUGHT)
    theirs, ours = brought(brought.find_variant("4x5")), find_variant("connect4/4x5")
    rates: dict[str, list[float]] = {theirs.full_id: [], ours.full_id: []}
    for _ in range(3 if workshop.quick else RUNS):
        for rules in (theirs, ours):
            run = workshop.run(NATIVE, rules)
            rates[rules.full_id].append(workshop.store.meta(rules).positions / run.reports["seconds"])
    for (name, measured), rules in zip(rates.items(), (theirs, ours), strict=True):
        yield Figure.of(name, measured, "entries/s", note=f"{workshop.store.meta(rules).positions:,} entries")
    ratios = [first / second for first, second in zip(*rates.values(), strict=True)]
    yield Figure.of("the file : ours", ratios, "ratio", target=Target("at least", 1))


def positions_of(meta: Meta) -> int:
    """The positions of a table, symmetric ones counted where they are."""
    return int(meta.census["positions"]) if meta.census else meta.positions


def reference_rate(rules: Rules, limit: float) -> float:
    """Positions per second of the reference solver, with their symmetric images: the median if a run is short."""
    rates: list[float] = []
    end = time.perf_counter() + limit / 10
    while not rates or (time.perf_counter() < end and len(rates) < RUNS):
        rates.append(_one_rate(rules, limit))
    return statistics.median(rates)


def _one_rate(rules: Rules, limit: float) -> float:
    """Positions per second of one run up to its end or the time limit."""
    begun = time.perf_counter()
    reached, some = 0, [rules.start()]

    def count(done: int) -> None:
        nonlocal reached
        reached = done
        if time.perf_counter() - begun > limit:
            raise TimeUp

    with suppress(TimeUp):
        results = solve(rules, count).results
        reached, some = len(results), list(results)[:: max(1, len(results) // 2000)]
    seconds = time.perf_counter() - begun
    images = sum(len({rules.rank(image) for image in rules.images(position)}) for position in some)
    return reached * images / len(some) / seconds


def measure_large(workshop: Workshop) -> Iterator[Figure]:
    """The variants solved by command only: seconds, memory, and bytes of the table."""
    return _by_command(workshop, {"npuzzle/2x5": (None, Target("below", 1))} if workshop.quick else LARGEST)


def measure_boards(workshop: Workshop) -> Iterator[Figure]:
    """The same for games of two players."""
    return _by_command(workshop, {"dao/3x3": (None, Target("below", 1))} if workshop.quick else BOARDS)


def _by_command(workshop: Workshop, variants: dict[str, tuple[Target | None, Target]]) -> Iterator[Figure]:
    for name, (seconds, gigabytes) in variants.items():
        rules = find_variant(name)
        plan = plan_of(rules)
        assert plan is not None
        keep_code(workshop.directory)
        compiled(rules, plan.engine)
        run = workshop.run(NATIVE, rules)
        meta, size = workshop.store.meta(rules), workshop.store.path(rules).stat().st_size
        yield Figure(f"{name}, from start to table", run.seconds, "s", target=seconds, note=plan.engine)
        yield Figure(f"{name}, of it solving", meta.seconds, "s", note=f"greatest remoteness {meta.maximum}")
        counted = positions_of(meta)
        note = f"{counted:,} positions, symmetric ones counted"
        yield Figure(f"{name}, rate", counted / meta.seconds, "positions/s", target=RATES.get(name), note=note)
        yield Figure(f"{name}, greatest memory", run.memory, "GB", target=gigabytes)
        note = f"{size:,} bytes, {meta.positions:,} positions stored"
        yield Figure(f"{name}, table", size / meta.positions, "bytes/position", note=note)
        workshop.store.remove(rules)


def measure_tables(workshop: Workshop) -> Iterator[Figure]:
    """Bytes per position: of all tables, and of those above `LARGE` positions, by layout and of games."""
    built = workshop.manager.presolved(siblings=True)
    workshop.solve(*built)
    sizes = {rules: workshop.store.path(rules).stat().st_size for rules in built}
    metas = {rules: workshop.store.meta(rules) for rules in built}
    kinds = {
        "dense": [rules for rules in built if metas[rules].layout == "dense"],
        "sorted": [rules for rules in built if metas[rules].layout == "sorted"],
        "sparse": [rules for rules in built if metas[rules].layout == "sparse"],
        "game": [rules for rules in built if isinstance(rules, Game)],
        "all": built,
    }
    for kind, rules_of_kind in kinds.items():
        large = [rules for rules in rules_of_kind if metas[rules].positions > LARGE]
        for which, several in (("together", rules_of_kind), (f"above {LARGE:,} positions, together", large)):
            size, positions = sum(sizes[rules] for rules in several), sum(metas[rules].positions for rules in several)
            what = f"{kind} tables {which}"
            target, _ = TARGETS.get(what, (None, ""))
            note = f"{len(several)} tables, {size:,} bytes, {positions:,} positions"
            yield Figure(what, size / max(1, positions), "bytes/position", target=target, note=note)


# --- on more cores --------------------------------------------------------------------------------


VARIANTS = (
    "npuzzle/3x4",
    "pancakes/9",
    "topspin/12_4",
    "towersofhanoi/4_16",
    "pegsolitaire/english",
    "connect4/5x5",
    "clobber/4x5",
    "teeko/standard",
    "yote/4x4",
)
"""At least one of each engine, long enough to be shared out."""

QUICK = ("npuzzle/2x5",)
SIXTEEN = Target("at least", 10)  # times as fast on 16 cores as on one


def measure_cores(workshop: Workshop) -> Iterator[Figure]:
    """Seconds of solving on one core, and how many times as fast on 2, 4, 8 and 16, as far as there are so many."""
    bound = os.sched_getaffinity(0)
    numbers = [number for number in (1, 2, 4, 8, 16) if number <= cores()]
    for name in QUICK if workshop.quick else VARIANTS:
        rules = find_variant(name)
        plan = plan_of(rules)
        assert plan is not None
        workshop.run(NATIVE, rules)  # compiles
        seconds: dict[int, float] = {}
        try:
            for number in numbers:
                os.sched_setaffinity(0, sorted(bound)[:number])  # processes started from here inherit it
                seconds[number] = workshop.run(NATIVE, rules).reports["seconds"]
                note = f"{plan.engine}, {seconds[number]:.2f} s"
                target = SIXTEEN if number == 16 else None
                yield Figure(f"{name}, {number} cores", seconds[1] / seconds[number], "times", target=target, note=note)
        finally:
            os.sched_setaffinity(0, bound)
        workshop.store.remove(rules)


# --- by workers of Dask ---------------------------------------------------------------------------


CLUSTER = "perfect_play.solvers.cluster.cluster_process"
BY_WORKERS = ("npuzzle/3x4", "npuzzle/2x6", "pancakes/9")
OVERHEAD = Target("below", 2)  # times native


def measure_cluster(workshop: Workshop) -> Iterator[Figure]:
    """Ratios to native solving, in total and of solving alone; efficiency of two workers; bytes sent per position."""
    if importlib.util.find_spec("distributed") is None:
        print("Dask is not installed, so nothing is measured on a cluster.")
        return
    for name in QUICK if workshop.quick else BY_WORKERS:
        native, by_two = _again(workshop, name, NATIVE), _again(workshop, name, CLUSTER, "--workers=2")
        by_one = _again(workshop, name, CLUSTER, "--workers=1")
        note = f"{native.seconds:.1f} s natively, {by_two.seconds:.1f} s by 2 workers"
        ratio = by_two.seconds / native.seconds
        yield Figure(f"{name}, 2 workers : native", ratio, "ratio", target=OVERHEAD, note=note)
        solving, of_one, of_native = (run.reports["seconds"] for run in (by_two, by_one, native))
        note = f"{of_native:.1f} s, {solving:.1f} s"
        yield Figure(f"{name}, of it solving", solving / of_native, "ratio", target=OVERHEAD, note=note)
        note = f"{of_one:.1f} s by one worker"
        yield Figure(f"{name}, efficiency of 2 workers, solving", of_one / solving / 2, "ratio", note=note)
        sent = by_two.reports["sent"] / by_two.reports["positions"]
        yield Figure(f"{name}, sent from shard to shard", sent, "bytes/position")


def _again(workshop: Workshop, name: str, module: str, *options: str) -> Run:
    """The second of two runs: the first has compiled."""
    rules = find_variant(name)
    workshop.run(module, rules, *options)
    return workshop.run(module, rules, *options)

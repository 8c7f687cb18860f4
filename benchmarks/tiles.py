"""The 15-puzzle and the 24-puzzle: building pattern databases, and solving random positions and Korf's hundred."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks.figures import Figure, Target
from benchmarks.korf import instances
from benchmarks.native import measure_databases
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.base import Position
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.pathfinding.space import Budget, SearchResult, Unfinished
from perfect_play.solvers.pattern_databases.heuristics import Heuristic, Patterns
from perfect_play.solvers.pattern_databases.pattern_file import PatternFile, path_of
from perfect_play.solvers.pattern_databases.tile_search import TileSearcher

BUILDER = "perfect_play.solvers.pattern_databases.pattern_process"
SEED = "15-puzzle"
POSITIONS = 100
SLOWEST = Target("below", 5)  # s, of a position
MEMORY = Target("below", 3)  # GB
WALKS, SLIDES = 40, 180  # random walks in the 24-puzzle, and the slides of each
NEAR = 80  # moves from the solution
MINUTE = 60.0  # s, for a position


def random_positions(rules: SlidingPuzzle, count: int = POSITIONS, seed: str = SEED) -> list[Position]:
    """Random solvable positions, all equally likely; the same ones for the same seed."""
    assert rules.size is not None
    rng = random.Random(seed)
    return [rules.unrank(rng.randrange(rules.size)) for _ in range(count)]


def measure_tiles(workshop: Workshop) -> Iterator[Figure]:
    """Seconds and memory of building, then solution lengths, positions and seconds of searching."""
    if workshop.quick or not compiler_installed():
        print("The 15-puzzle is not measured in a quick run, or without Numba.")
        return
    rules = find_variant("npuzzle/4")
    assert isinstance(rules, SlidingPuzzle)
    yield from measure_databases("tiles", "", "pattern databases of 8 and 7 tiles", BUILDER, workshop, rules, MEMORY)
    path = path_of(workshop.directory / "tables", rules)
    yield Figure("tiles", "their file", path.stat().st_size / 1e6, "MB")
    begun = time.perf_counter()
    file = PatternFile(path, rules)
    patterns = Patterns(file)
    yield Figure("tiles", "opening them, first time in a process", time.perf_counter() - begun, "s")
    begun = time.perf_counter()
    file.check_all()
    yield Figure("tiles", "comparing all checksums", time.perf_counter() - begun, "s")
    searcher = TileSearcher(workshop.directory)
    yield from _batch("random", rules, searcher, patterns, random_positions(rules), f"seed {SEED!r}")
    korf = [rules.parse(text) for text, _ in instances()]
    yield from _batch("Korf's", rules, searcher, patterns, korf, "published: 53.05 moves")
    path.unlink()
    yield from _twenty_four(workshop, searcher)


def walked(rules: SlidingPuzzle, position: Position, rng: random.Random, slides: int) -> Position:
    """Where this many random slides lead from a position, none of them undoing the one before."""
    last = None
    for _ in range(slides):
        position, last = rng.choice([child for child in rules.children(position) if child != last]), position
    return position


def _twenty_four(workshop: Workshop, searcher: TileSearcher) -> Iterator[Figure]:
    """Building, then positions at most `NEAR` moves from the solution and proved to be so, a minute each at most."""
    rules = find_variant("npuzzle/5x5")
    assert isinstance(rules, SlidingPuzzle)
    what = "four pattern databases of 6 tiles"
    yield from measure_databases("tiles", "24-puzzle, ", what, BUILDER, workshop, rules, MEMORY)
    path = path_of(workshop.directory / "tables", rules)
    patterns, rng = Patterns(PatternFile(path, rules)), random.Random("24-puzzle")
    proved: list[tuple[int, float]] = []
    unproved = 0
    for _ in range(WALKS):
        position = walked(rules, rules.start(), rng, SLIDES)
        begun = time.perf_counter()
        try:
            found = searcher.begin(rules, patterns, position, Budget(seconds=MINUTE)).shortest()
            proved.append((len(found.line or ()), time.perf_counter() - begun))
        except Unfinished as stopped:
            unproved += stopped.bound <= NEAR
    near = [(moves, seconds) for moves, seconds in proved if moves <= NEAR]
    what = f"24-puzzle, {len(near)} positions of {min(near)[0]} to {max(near)[0]} moves"
    times = [seconds for _, seconds in near]
    yield Figure("tiles", f"{what}, median", statistics.median(times), "s", len(near), (min(times), max(times)))
    yield Figure("tiles", f"{what}, the slowest", max(times), "s", target=Target("below", MINUTE))
    yield Figure("tiles", f"24-puzzle, positions possibly of {NEAR} moves, not proved", unproved, "")
    path.unlink()


def _batch(
    name: str,
    rules: SlidingPuzzle,
    searcher: TileSearcher,
    heuristic: Heuristic,
    positions: Sequence[Position],
    note: str,
) -> Iterator[Figure]:
    found: list[SearchResult] = []
    seconds: list[float] = []
    for position in positions:
        begun = time.perf_counter()
        found.append(searcher.begin(rules, heuristic, position).shortest())
        seconds.append(time.perf_counter() - begun)
    mean = partial(_mean, f"{len(positions)} {name} positions")
    moves = [len(one.line or ()) for one in found]
    yield mean("moves of a shortest solution", moves, "moves", f"{statistics.fmean(moves):.2f}; {note}")
    yield mean("positions expanded", [one.expanded for one in found], "positions")
    yield mean("positions generated", [one.generated for one in found], "positions")
    yield mean("time", seconds, "s", f"{sum(one.generated for one in found) / sum(seconds):,.0f} generated a second")
    yield Figure("tiles", f"{len(positions)} {name} positions, the slowest", max(seconds), "s", target=SLOWEST)


def _mean(batch: str, what: str, values: Sequence[float], unit: str, note: str = "") -> Figure:
    spread = (min(values), max(values))
    return Figure("tiles", f"{batch}, mean {what}", statistics.fmean(values), unit, len(values), spread, note=note)

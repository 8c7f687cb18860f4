"""The 15-puzzle and the 24-puzzle: building pattern databases, and solving random positions and Korf's hundred."""

import random
import statistics
from collections.abc import Iterator

from benchmarks.figures import Figure, Target, each_timed, timed
from benchmarks.korf import instances
from benchmarks.workshop import Run, Workshop, find_variant, random_positions
from perfect_play.puzzles.base import Position
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.pathfinding.space import Budget, SearchResult, UnfinishedSearch
from perfect_play.solvers.pattern_databases.heuristics import Patterns
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


def measure_tiles(workshop: Workshop) -> Iterator[Figure]:
    """Seconds and memory of building, then solution lengths, positions and seconds of searching."""
    rules = find_variant("npuzzle/4")
    assert isinstance(rules, SlidingPuzzle)
    yield from _building("pattern databases of 8 and 7 tiles", workshop.run(BUILDER, rules))
    path = path_of(workshop.directory / "tables", rules)
    yield Figure("their file", path.stat().st_size / 1e6, "MB")
    patterns, seconds = timed(lambda: Patterns(PatternFile(path, rules)))
    yield Figure("opening them, first time in a process", seconds, "s")
    searcher = TileSearcher(workshop.directory)
    korf = [rules.parse(text) for text, _ in instances()]
    for name, positions in (("random", random_positions(rules, POSITIONS, SEED)), ("Korf's", korf)):
        results, times = each_timed(lambda position: searcher.begin(rules, patterns, position).shortest(), positions)
        what, generated = f"{len(positions)} {name} positions", [result.generated for result in results]
        moves, expanded = [len(result.line or ()) for result in results], [result.expanded for result in results]
        yield Figure.of(f"{what}, mean moves of a shortest solution", moves, "moves", mean=True)
        yield Figure.of(f"{what}, mean positions expanded", expanded, "positions", mean=True)
        yield Figure.of(f"{what}, mean positions generated", generated, "positions", mean=True)
        note = f"{sum(generated) / sum(times):,.0f} generated a second"
        yield Figure.of(f"{what}, mean time", times, "s", mean=True, note=note)
        yield Figure(f"{what}, the slowest", max(times), "s", target=SLOWEST)
    path.unlink()
    if not workshop.quick:
        yield from _twenty_four(workshop, searcher)


def _building(what: str, run: Run) -> Iterator[Figure]:
    yield Figure(what, run.seconds, "s", note="all cores, compiling included")
    yield Figure(f"{what}, greatest memory while they are built", run.memory, "GB", target=MEMORY)


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
    yield from _building("24-puzzle, four pattern databases of 6 tiles", workshop.run(BUILDER, rules))
    path = path_of(workshop.directory / "tables", rules)
    patterns, rng = Patterns(PatternFile(path, rules)), random.Random("24-puzzle")

    def search(position: Position) -> SearchResult | UnfinishedSearch:
        try:
            return searcher.begin(rules, patterns, position, Budget(seconds=MINUTE)).shortest()
        except UnfinishedSearch as stopped:
            return stopped

    results, times = each_timed(search, [walked(rules, rules.start(), rng, SLIDES) for _ in range(WALKS)])
    near = [
        (len(result.line or ()), seconds)
        for result, seconds in zip(results, times, strict=True)
        if isinstance(result, SearchResult) and len(result.line or ()) <= NEAR
    ]
    what = f"24-puzzle, {len(near)} positions of {min(near)[0]} to {max(near)[0]} moves"
    yield Figure(f"{what}, median", statistics.median(seconds for _, seconds in near), "s", len(near))
    yield Figure(f"{what}, the slowest", max(seconds for _, seconds in near), "s", target=Target("below", MINUTE))
    unproved = sum(isinstance(result, UnfinishedSearch) and result.bound <= NEAR for result in results)
    yield Figure(f"24-puzzle, positions possibly of {NEAR} moves, not proved", unproved, "positions")
    path.unlink()

"""Time of searches for a shortest solution of one position, without a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.figures import Figure, Target, seconds_of
from benchmarks.workshop import RUNS, Workshop, find_variant
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Puzzle, Rules
from perfect_play.solvers.pathfinding.best_first import breadth_first
from perfect_play.solvers.pathfinding.choose import shortest
from perfect_play.solvers.pathfinding.space import SearchResult

KLOTSKI = ("settingsun", "settingsun_moves", "donkey", "donkey_slides", "donkey_moves")
BELOW_A_SECOND = Target("below", 1)


def measure_paths(workshop: Workshop) -> Iterator[Figure]:
    """Klotski and all levels of Microban in each of their metrics, and disks by A* compared to breadth-first search."""
    runs = 1 if workshop.quick else RUNS
    for variant in KLOTSKI:
        times, (found,) = _timed([find_variant(f"klotski/{variant}")], runs)
        note = f"{_length(found)} moves, {found.expanded:,} positions expanded"
        yield Figure.of("paths", f"klotski/{variant}", times, "s", target=BELOW_A_SECOND, note=note)
    microban = [rules for rules in registry.listed() if rules.full_id.startswith("sokoban/microban")]
    for what in ("pushes", "moves"):
        levels = [rules for rules in microban if rules.variant.id.endswith("_moves") == (what == "moves")]
        times, solved = _timed(levels, runs)
        expanded = sum(found.expanded for found in solved)
        note = f"{sum(map(_length, solved)):,} {what} together, {expanded:,} positions expanded"
        yield Figure.of("paths", f"Microban, {len(levels)} levels, {what}", times, "s", note=note)
    disks = find_variant(f"lineardisks/distinct_{'10_5' if workshop.quick else '12_6'}")
    for search in (shortest, breadth_first):
        times, (found,) = _timed([disks], 1, search)
        note = f"{_length(found)} moves, {found.expanded:,} positions expanded"
        yield Figure.of("paths", f"{disks.full_id}, {found.method}", times, "s", note=note)


def _timed(
    several: list[Rules], runs: int, search: Callable[[Puzzle, Position], SearchResult] = shortest
) -> tuple[list[float], list[SearchResult]]:
    """The seconds of each run over the starts of these puzzles, and the results of the last run."""
    found: list[SearchResult] = []

    def run() -> None:
        found[:] = [search(rules, rules.start()) for rules in several if isinstance(rules, Puzzle)]

    return [seconds_of(run) for _ in range(runs)], found


def _length(found: SearchResult) -> int:
    assert found.line is not None, "every start can be solved"
    return len(found.line)

"""Time of searches for a shortest solution of one position, without a table."""

from collections.abc import Iterator

from benchmarks.figures import Figure, Target, each_timed
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Puzzle, Rules
from perfect_play.solvers.pathfinding.best_first import breadth_first
from perfect_play.solvers.pathfinding.choose import shortest
from perfect_play.solvers.pathfinding.space import SearchResult

KLOTSKI = ("settingsun", "settingsun_moves", "donkey", "donkey_slides", "donkey_moves")
RUNS = 3


def measure_paths(workshop: Workshop) -> Iterator[Figure]:
    """Klotski and all levels of Microban in each of their metrics, and disks by A* compared to breadth-first search."""
    for name in KLOTSKI:
        yield _figure(workshop, f"klotski/{name}", [find_variant(f"klotski/{name}")], target=Target("below", 1))
    microban = [rules for rules in registry.listed() if rules.full_id.startswith("sokoban/microban")]
    for what in ("pushes", "moves"):
        levels = [rules for rules in microban if rules.variant.id.endswith("_moves") == (what == "moves")]
        yield _figure(workshop, f"Microban, {len(levels)} levels, {what}", levels)
    disks = find_variant(f"lineardisks/distinct_{'10_5' if workshop.quick else '12_6'}")
    for search in (shortest, breadth_first):
        yield _figure(workshop, f"{disks.full_id}, {search.__name__}", [disks], search)


def _figure(
    workshop: Workshop, what: str, several: list[Rules], search: object = shortest, target: Target | None = None
) -> Figure:
    """The seconds of searching from the starts of these puzzles."""

    def run(_: int) -> list[SearchResult]:
        assert callable(search)
        return [search(rules, rules.start()) for rules in several if isinstance(rules, Puzzle)]

    results, times = each_timed(run, range(1 if workshop.quick else RUNS))
    moves, expanded = sum(len(result.line) for result in results[0]), sum(result.expanded for result in results[0])
    note = f"{moves:,} moves together, {expanded:,} positions expanded"
    return Figure.of(what, times, "s", target=target, note=note)

"""Speed of the reference solver, and size of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchmarks.figures import DENSE_BYTES, GAME_BYTES, SOLVE_8_PUZZLE, Figure, Target
from benchmarks.workshop import WORTH_TIMING, Built, Workshop
from perfect_play.puzzles.base import Game

LARGE = 10_000  # positions; bytes per position are reported for tables above this size
BYTES = {"dense": DENSE_BYTES, "game": GAME_BYTES}
"""Targets, for tables above this size."""


def measure_solving(workshop: Workshop) -> Iterator[Figure]:
    """Positions per second for every start-up variant that takes long enough, and seconds for all."""
    built = [one for one in workshop.built if not one.native]
    told = [one for one in built if min(one.solving) >= WORTH_TIMING]
    for one in told:
        name, meta = one.rules.full_id, one.meta
        target = SOLVE_8_PUZZLE if name == "npuzzle/3" else None
        exact = [meta.positions / seconds for seconds in one.solving]
        yield Figure.of("solve", name, exact, "positions/s", target=target)
        if one.rules.symmetric:
            classes = [one.classes / seconds for seconds in one.solving]
            yield Figure.of("solve", f"{name}, classes of symmetry", classes, "classes/s")
    rest = len(built) - len(told)
    total = sum(min(one.solving) for one in built)
    short = f"{rest} take under {WORTH_TIMING * 1000:g} ms"
    yield Figure("solve", f"solving all {len(built)} variants", total, "s", note=short)
    writing = sum(one.writing for one in built)
    yield Figure("solve", "writing all tables, read back and synced", writing, "s")
    largest = max(built, key=lambda one: one.meta.positions).rules.full_id
    for one in [one for one in built if one.rules.full_id in (largest, "npuzzle/3")]:
        yield Figure("solve", f"writing {one.rules.full_id}", one.writing, "s", note=f"{one.meta.entries:,} entries")


def measure_tables(workshop: Workshop) -> Iterator[Figure]:
    """Bytes per position, for every large variant and for all tables of a layout together."""
    built = workshop.built
    for one in built:
        if one.meta.positions > LARGE:
            yield Figure(
                "tables",
                f"{one.rules.full_id}, {one.meta.layout}",
                one.size / one.meta.positions,
                "bytes/position",
                note=f"{one.size:,} bytes, {one.meta.positions:,} positions, {one.meta.entries:,} entries",
            )
    dense = [one for one in built if one.meta.layout == "dense"]
    lists = [one for one in built if one.meta.layout == "sorted"]
    sparse = [one for one in built if one.meta.layout == "sparse"]
    games = [one for one in built if isinstance(one.rules, Game)]
    kinds = {"dense": dense, "sorted": lists, "sparse": sparse, "game": games, "all": built}
    for name, some in kinds.items():
        yield _together(f"{name} tables together", some)
        large = [one for one in some if one.meta.positions > LARGE]
        yield _together(f"{name} tables above {LARGE:,} positions", large, BYTES.get(name))


def _together(name: str, built: Iterable[Built], target: Target | None = None) -> Figure:
    built = list(built)
    size, positions = sum(one.size for one in built), sum(one.meta.positions for one in built)
    note = f"{len(built)} tables, {size:,} bytes, {positions:,} positions"
    return Figure("tables", name, size / max(1, positions), "bytes/position", target=target, note=note)

"""The reference solver's results for all positions reachable from the start, symmetric ones counted separately."""

from __future__ import annotations

from collections import Counter

from perfect_play.solvers.result import Result
from tests.helpers import load, reachable, result_of

Histogram = dict[str, dict[int | None, int]]


def results_reached(full_id: str) -> Counter[Result]:
    """The number of positions with each result."""
    found: Counter[Result] = Counter()
    for position in reachable(load(full_id), stop_at_end=True):
        result = result_of(full_id, position)
        assert result is not None
        found[result] += 1
    return found


def reached(full_id: str) -> Histogram:
    """The number of positions with each value and remoteness (None: drawn)."""
    table: Histogram = {}
    for result, count in results_reached(full_id).items():
        table.setdefault(result.value.value, {})[result.remoteness] = count
    return table


def reached_and_start(full_id: str) -> tuple[Histogram, Result | None]:
    """The same, and the result of the start."""
    return reached(full_id), result_of(full_id, load(full_id).start())


def by_value(full_id: str) -> dict[str, int]:
    """The number of positions with each value."""
    return {value: sum(counts.values()) for value, counts in reached(full_id).items()}


def row(first: int, *counts: int) -> dict[int | None, int]:
    """Counts for the remotenesses `first`, `first` + 2, and so on."""
    return {first + 2 * i: count for i, count in enumerate(counts)}


def moves_from(full_id: str, position: str) -> dict[str, str]:
    """The position that each move leads to, all as texts."""
    rules = load(full_id)
    here = rules.parse(position)
    return {rules.format_move(here, move): rules.format(rules.do_move(here, move)) for move in rules.moves(here)}


def assert_moves(full_id: str, position: str, count: int, some: set[str]) -> None:
    """Check the number of positions that moves lead to, and some of them."""
    found = set(moves_from(full_id, position).values())
    assert len(found) == count
    assert found >= some

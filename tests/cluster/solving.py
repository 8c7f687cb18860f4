"""Solving by shards in tests, and comparing with the reference solver."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from puzzles.base import Rules
from solvers.cluster import process, shard_cache
from solvers.cluster.executor import Alone, Crew
from solvers.cluster.launch import Where
from solvers.cluster.search import Search, solve_backward, solve_forward
from solvers.native.launch import plan_of
from solvers.native.process import spot_check
from solvers.tables.store import Store
from tests.helpers import load, solved
from tests.native.solving import assert_same_table


def search_for(rules: Rules, data: Path, crew: Crew | None = None, shards: int = 3, **changes: Any) -> Search:
    """A search into so many shards, by this process alone unless there is a crew; `changes`: of its job."""
    shard_cache.forget()
    search = process.prepared(data, rules, Where(workers=1, shards=shards), crew or Alone())
    search.job = dataclasses.replace(search.job, **changes)
    search.tell = lambda **told: None
    return search


def finish(search: Search, store: Store) -> None:
    """Solve, compare with the rules, publish, and clear away."""
    plan = plan_of(search.rules)
    assert plan is not None
    solved_ = (solve_forward if plan.engine == "forward" else solve_backward)(search)
    spot_check(search.rules, solved_)
    store.write_packed(search.rules, solved_.codec, solved_.domain, solved_.pack(), 0.0)
    search.journal.remove()


@cache
def reference(full_id: str, directory: Path) -> Store:
    """The table of the reference solver."""
    store = Store(directory)
    store.write(load(full_id), solved(full_id), 0.0)
    return store


def assert_same_as_reference(full_id: str, store: Store, directory: Path) -> None:
    """The table is byte for byte that of the reference solver, as that of the native engines is."""
    assert_same_table(load(full_id), store, reference(full_id, directory))


class Interrupted(Exception):
    """Raised in the middle of a solve."""


def interrupting(at: int, do: Callable[[], None]) -> Callable[..., None]:
    """A `tell` that does something when it is told of a level for the `at`th time."""
    told_of = 0

    def tell(**told: Any) -> None:
        nonlocal told_of
        told_of += "level" in told
        if told_of == at and "level" in told:
            do()

    return tell

"""Every search agrees with the tables, on random positions of each solved variant.

A search that exhausts its budget must have proved something true. `make exhaustive` lets every search of the
smaller puzzles finish, and compares those of the larger ones too: an hour and a half on two cores.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Position, Puzzle, Rules, Value
from perfect_play.solvers.builder import Reporter, build_one
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import MOST_AHEAD, OutOfBudget, alpha_beta
from perfect_play.solvers.pathfinding.choose import SEARCHES, shortest
from perfect_play.solvers.pathfinding.space import Budget, SearchResult, UnfinishedSearch
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.sampling import draw
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.untabled.choice import table_of
from tests.helpers import MOST_EARLY, SIGNS, cases, name_of, result_of, small_rules, solved, walk

POSITIONS, FEW = 200, 40  # per variant; per variant whose searches have a budget
MOST_STORED = 4_000  # of a variant whose searches all finish
UNLIMITED = 1 << 60

Kind = TypeVar("Kind", bound=Rules)
Known = Callable[[Position], Result | None]


def of(kind: type[Kind], most: int = UNLIMITED) -> list[Kind]:
    """The small variants of one kind, of at most `most` positions."""
    return [rules for rules in small_rules() if isinstance(rules, kind) and rules.variant.positions <= most]


def drawn(rules: Rules, rng: random.Random, count: int) -> Iterator[Position]:
    """Random positions of the reference solver's solution, and random images of them."""
    stored = list(solved(rules.full_id).results)
    for position in rng.sample(stored, min(count, len(stored))):
        yield rng.choice(list(rules.images(position)))


# --- puzzles --------------------------------------------------------------------------------------


def compare(rules: Puzzle, positions: Iterable[Position], known: Known, searches: dict[str, int]) -> None:
    """Run each search on these positions, within `nodes`: it must match the table, or have proved something true."""
    answered = dict.fromkeys(searches, 0)
    for position in positions:
        result = known(position)
        assert result is not None
        for name, nodes in searches.items():
            found = attempt(name, rules, position, nodes)
            where = name, rules.format(position)
            assert found.generated <= nodes, where
            if isinstance(found, UnfinishedSearch):
                assert result.value is Value.LOSE or found.bound <= result.remoteness, where
                continue
            assert (None if found.line is None else len(found.line)) == result.remoteness, where
            if found.line is not None:
                assert rules.primitive(walk(rules, position, found.line)) is Value.WIN
            answered[name] += 1
    assert answered["shortest"], answered


def attempt(name: str, rules: Puzzle, position: Position, nodes: int) -> SearchResult | UnfinishedSearch:
    """A search's result within `nodes`, or how it stopped."""
    try:
        return SEARCHES.get(name, shortest)(rules, position, Budget(nodes=nodes))
    except UnfinishedSearch as stopped:
        return stopped


def fitting(rules: Puzzle) -> list[str]:
    """The searches that work for a puzzle, and the one chosen for it."""
    return [name for name in (*SEARCHES, "shortest") if name != "bidirectional" or rules.backward]


def compare_small(rules: Puzzle, searches: dict[str, int], count: int = POSITIONS) -> None:
    rng = random.Random(rules.full_id)
    compare(rules, drawn(rules, rng, count), lambda position: result_of(rules.full_id, position), searches)


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(of(Puzzle, MOST_STORED), most=MOST_EARLY // 2))
def test_every_search_within_a_small_budget_agrees(rules: Puzzle):
    compare_small(rules, {name: 500 if name == "shortest" else 60 for name in fitting(rules)}, FEW)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", of(Puzzle, MOST_STORED), ids=name_of)
def test_every_search_without_a_budget_agrees(rules: Puzzle):
    compare_small(rules, dict.fromkeys(fitting(rules), UNLIMITED))


def larger() -> Iterator[Puzzle]:
    """The larger puzzles whose tables are made when a service starts."""
    for rules in registry.listed():
        tabled = rules.variant.presolve and table_of(rules) is rules
        if tabled and isinstance(rules, Puzzle) and rules.variant.positions > MOST_STORED:
            yield rules


NEAR, STEPS = 20, range(1, 7)  # positions, and moves from solved: so near, every puzzle has answers


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", list(larger()), ids=name_of)
def test_every_search_of_larger_variants_agrees_with_their_tables(rules: Puzzle, tmp_path: Path):
    """Against the tables that are served, from the native engines if a service uses them."""
    manager, rng = PuzzleManager(tmp_path), random.Random(rules.full_id)
    entries = build_one(manager, rules, Reporter(), lambda done: None).entries
    store = manager.store
    nodes = {name: 3_000 if name == "shortest" else 500 for name in fitting(rules)}
    near = [draw(store, rules, rng, STEPS) for _ in range(NEAR)]
    compare(rules, [*near, *entered(store, rules, entries, rng)], partial(store.get, rules), nodes)


def entered(store: Store, rules: Puzzle, entries: int, rng: random.Random) -> Iterator[Position]:
    """Random positions of a table, and random images of them."""
    found = 0
    while found < POSITIONS:
        position = store.position_of(rules, rng.randrange(entries))
        if store.get(rules, position) is not None:
            found += 1
            yield rng.choice(list(rules.images(position)))


# --- games ----------------------------------------------------------------------------------------


def compare_game(rules: Game, nodes: int, count: int = POSITIONS) -> None:
    """Alpha-beta with an empty evaluation finds the wins within its depth, and their remotenesses.

    As deep as its nodes allow: at each depth, it finds exactly what the table says is won or lost within it,
    and nothing else.
    """
    rng, answered, decided = random.Random(rules.full_id), 0, 0
    near_end = [at for at, known in solved(rules.full_id).results.items() if known.remoteness == 1][:1]
    for position in (*drawn(rules, rng, count), *near_end):
        known = result_of(rules.full_id, position)
        assert known is not None
        for limit in range(1, MOST_AHEAD + 1):
            try:
                found = alpha_beta(rules, position, limit, lambda end: 0, nodes=nodes)
            except OutOfBudget:
                break
            seen = known.remoteness is not None and known.remoteness <= limit
            assert SIGNS[found.proved_value] == (SIGNS[known.value] if seen else 0), (rules.format(position), limit)
            assert found.remoteness in (None, known.remoteness), (rules.format(position), limit)
            answered += 1
            decided += seen
            if found.complete:
                break
    assert answered, "nothing was compared"
    assert decided, "nothing was near its end"


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(of(Game, MOST_STORED), most=MOST_EARLY // 2))
def test_alpha_beta_within_a_small_budget_agrees(rules: Game):
    compare_game(rules, nodes=60, count=FEW)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", of(Game), ids=name_of)
def test_alpha_beta_further_ahead_agrees(rules: Game):
    compare_game(rules, nodes=5_000)

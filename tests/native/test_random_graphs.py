"""On random graphs, with and without cycles, each engine agrees with the reference solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from perfect_play.puzzles.base import Rules, Value
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.result import LOST
from perfect_play.solvers.retrograde import solve as by_reference
from tests.native.graphs import (
    NODES,
    SMALL,
    OneWay,
    OneWayLists,
    RankedGame,
    RankedPuzzle,
    Reversible,
    ReversibleLists,
    SpreadGame,
    SpreadPuzzle,
    many,
)
from tests.native.solving import assert_same, solve, strain, task

KINDS: dict[str, tuple[str, Callable[[int], Rules]]] = {
    "game": ("forward", partial(RankedGame, made=many)),
    "puzzle": ("forward", partial(RankedPuzzle, made=many)),
    "game-lists": ("forward", partial(SpreadGame, made=many)),
    "puzzle-lists": ("forward", partial(SpreadPuzzle, made=many)),
    "reversible": ("dense", Reversible),
    "reversible-two-bits": ("modulo3", Reversible),
    "reversible-lists": ("backward", ReversibleLists),
    "one-way": ("dense", OneWay),
    "one-way-lists": ("backward", OneWayLists),
}
SHORT = ("game", "puzzle", "reversible", "reversible-two-bits", "one-way-lists")


def same(name: str, make: Callable[[int], Rules], seed: int, data: Path) -> None:
    rules, made = make(seed), partial(make, seed)
    plan = plan_of(rules)
    assert plan is not None
    assert plan.engine == name
    assert_same(solve(task(made, data)), rules, by_reference(rules), data)


@pytest.mark.second_ring
@pytest.mark.parametrize("kind", SHORT)
def test_engines_equal_the_reference_on_fifty_graphs(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    name, make = KINDS[kind]
    strain(monkeypatch, name)
    same(name, make, 1, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2, 12))
def test_engines_equal_the_reference_on_hundreds_of_graphs(
    kind: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name, make = KINDS[kind]
    strain(monkeypatch, name)
    same(name, make, seed, tmp_path)


def test_random_graphs_contain_every_value_cycles_and_long_lines():
    """Otherwise the tests above would prove less than they seem to: every value, cycles and none, long and lost."""
    for seed in range(1, 12):
        results = by_reference(RankedGame(seed, many)).results
        assert set(range(0, NODES, SMALL)) <= set(results), "a small graph is not reached"
        assert len(results) > NODES // 4
        values = [found.value for found in results.values()]
        assert all(values.count(value) > 5 for value in (Value.WIN, Value.LOSE, Value.TIE, Value.DRAW))
        children, _, _ = many(seed)
        here = {node: [c for c in children[node] if c // SMALL == node // SMALL] for node in children}
        forward_only = [all(c > n for n in range(f, f + SMALL) for c in here[n]) for f in range(0, NODES, SMALL)]
        assert 10 < sum(forward_only) < 40
        found = by_reference(Reversible(seed)).results
        assert max(result.remoteness or 0 for result in found.values()) > 255
        lost = NODES - sum(result != LOST for result in found.values())
        assert 30 < lost < NODES // 2

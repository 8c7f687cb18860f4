"""Least-cost lines: random graphs checked against relaxation, budgets, and puzzles whose moves all cost 1."""

from __future__ import annotations

import random
from itertools import count
from math import inf, isclose
from types import SimpleNamespace

import pytest

from perfect_play.puzzles.base import Puzzle, Value
from perfect_play.puzzles.mixins import Searchable, least_cost_of
from perfect_play.solvers import budget
from perfect_play.solvers.pathfinding import space
from perfect_play.solvers.pathfinding.best_first import cheapest, cost_of
from perfect_play.solvers.pathfinding.choose import shortest
from perfect_play.solvers.pathfinding.space import Budget, UnfinishedSearch
from tests.helpers import ForwardPuzzle, Graph, load, result_of, solved

Costs = dict[tuple[int, int], float]


class PricedGraph(ForwardPuzzle):
    """A graph with edge costs; `least` gives a bound for some nodes, 0 for others."""

    def __init__(self, graph: Graph, ends: dict[int, Value], costs: Costs, least: dict[int, float]) -> None:
        super().__init__(graph, ends)
        self.costs = costs
        self.least = least

    def cost(self, position: int, move: int) -> float:
        return self.costs[position, move]

    def least_cost(self, position: int) -> float:
        return self.least.get(position, 0)


def distances(graph: Graph, ends: dict[int, Value], costs: Costs) -> dict[int, float]:
    """The least cost of every node, by repeatedly relaxing all edges."""
    far = {node: 0.0 if ends.get(node) is Value.WIN else inf for node in graph}
    for _ in graph:
        for here in graph:
            if here not in ends:
                far[here] = min([far[here], *(costs[here, child] + far[child] for child in graph[here])])
    return far


@pytest.mark.parametrize("seed", range(200))
def test_random_graphs_are_solved_at_the_least_cost(seed: int):
    """Costs are multiples of 1/2, whose sums are exact; the least costs given are admissible, seldom consistent."""
    rng = random.Random(seed)
    size = rng.randrange(1, 14)
    graph = {node: rng.sample(range(size), rng.randrange(0, min(5, size + 1))) for node in range(size)}
    ends = {node: rng.choice([Value.WIN, Value.LOSE]) for node in range(size) if rng.random() < 0.2}
    costs = {(node, child): rng.randrange(1, 20) / 2 for node in graph for child in graph[node]}
    far = distances(graph, ends, costs)
    guessed = {node: rng.randrange(int(2 * cost) + 1) / 2 if cost < inf else 5.0 for node, cost in far.items()}
    for least in ({}, guessed):
        rules = PricedGraph(graph, ends, costs, least)
        found = cheapest(rules, 0)
        if far[0] == inf:
            assert (found.line, found.cost) == (None, None)
            assert found.reason
            continue
        assert found.line is not None
        assert found.cost == far[0] == cost_of(rules, 0, found.line)
        assert rules.primitive(found.line[-1] if found.line else 0) is Value.WIN


@pytest.mark.parametrize("full_id", ["npuzzle/2x3", "towersofhanoi/4_4", "sokoban/microban_3", "nqueens/5"])
def test_least_cost_is_the_remoteness_if_moves_cost_one(full_id: str):
    rules = load(full_id)
    assert isinstance(rules, Puzzle)
    assert not rules.has_costs
    for position in random.Random(4).sample(list(solved(full_id).results), 30):
        known, found = result_of(full_id, position), cheapest(rules, position)
        assert known is not None
        assert found.cost == known.remoteness
        assert found.line is None or len(found.line) == known.remoteness


def grid() -> Puzzle:
    rules = load("gridnavigation/rooms")
    assert isinstance(rules, Puzzle)
    return rules


def test_default_least_cost_is_zero_if_moves_have_costs():
    """Without its own `least_cost`, a puzzle with costs has 0, since its heuristic counts moves."""

    class HalvedGraph(Searchable, PricedGraph):
        least_cost = Puzzle.least_cost

        def heuristic(self, position: int) -> int:
            return 3 - position

    rules = HalvedGraph({0: [1], 1: [2], 2: [3], 3: []}, {3: Value.WIN}, {(i, i + 1): 0.5 for i in range(3)}, {})
    assert rules.least_cost(0) == 0
    assert cheapest(rules, 0).cost == 1.5
    assert len(shortest(rules, 0).line or ()) == 3
    eight = load("npuzzle/3")
    assert isinstance(eight, Puzzle)
    assert least_cost_of(eight)(b"1234567-8") == 1


def test_bounds_are_never_too_high_and_budgets_are_kept():
    rules = grid()
    found = cheapest(rules, rules.start())
    assert found.cost is not None
    bounds = []
    for nodes in range(1, found.generated):
        with pytest.raises(UnfinishedSearch, match="it is proved that moves that cost less than ") as stopped:
            cheapest(rules, rules.start(), Budget(nodes=nodes))
        assert stopped.value.generated <= nodes
        bounds.append(stopped.value.bound)
    assert cheapest(rules, rules.start(), Budget(nodes=found.generated)) == found
    assert bounds == sorted(bounds)
    assert isclose(bounds[1], rules.least_cost(rules.start()))
    assert bounds[-1] <= found.cost + 1e-9


def test_least_cost_search_stops_at_its_time_limit(monkeypatch: pytest.MonkeyPatch):
    """With a processor that spends a second between readings of its clock."""
    clock = count()
    monkeypatch.setattr(space, "CLOCK", 1)
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=lambda: 0.0, thread_time=lambda: next(clock)))
    with pytest.raises(UnfinishedSearch, match="more than 10 seconds") as raised:
        cheapest(grid(), grid().start(), Budget(seconds=10))
    assert raised.value.expanded <= 11

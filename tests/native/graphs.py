"""Puzzles and games on random graphs, with kernels: every kind of end, cycles, moves without a turn."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from puzzles.base import PRIMITIVES, Kernel, Turn, Value, value_by_points
from puzzles.mixins import Scored
from tests.helpers import BackwardPuzzle, ForwardPuzzle, GraphGame

NODES = 1500
CLOSED = 60
SPREAD = 1_000_003  # between the ranks of two nodes if ranks are sparse


@cache
def graph(seed: int) -> tuple[dict[int, Sequence[int]], dict[int, Value], dict[int, Turn]]:
    """(children, ends, turns): most nodes lead anywhere, some only to later nodes, and the last never end."""
    rng = random.Random(seed)
    children: dict[int, Sequence[int]] = {}
    ends: dict[int, Value] = {}
    for node in range(NODES):
        if rng.random() < 0.15 and node:
            ends[node] = rng.choice((Value.WIN, Value.LOSE, Value.LOSE, Value.TIE))
        below = node + 1 if rng.random() < 0.4 and node < NODES - 5 else 0
        children[node] = rng.sample(range(below, NODES), rng.choice((1, 2, 2, 3, 4)))
    for node in range(NODES - CLOSED, NODES):  # play that gets here stays here forever
        ends.pop(node, None)
        children[node] = rng.sample(range(NODES - CLOSED, NODES), 2)
    return children, ends, {node: rng.choice((1, 2)) for node in range(NODES)}


def layered(seed: int) -> tuple[dict[int, Sequence[int]], dict[int, Value], dict[int, Turn]]:
    """The same, but every move leads to the next of 30 layers."""
    rng = random.Random(seed)
    width = NODES // 30
    last = NODES - width
    children = {
        node: [width * (node // width + 1) + i for i in rng.sample(range(width), 3)] if node < last else []
        for node in range(NODES)
    }
    ends = {
        node: rng.choice((Value.WIN, Value.LOSE, Value.TIE))
        for node in range(NODES)
        if node >= last or rng.random() < 0.05
    }
    ends.pop(0, None)
    return children, ends, {node: rng.choice((1, 2)) for node in range(NODES)}


def _flat(children: Mapping[int, Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(where the children of each node begin, the children of all nodes)."""
    offsets, all_children = [0], []
    for node in range(len(children)):
        all_children += children[node]
        offsets.append(len(all_children))
    return tuple(offsets), tuple(all_children)


class _Ranked:
    """Nodes and their ranks."""

    spread = 1

    def rank(self, position: int) -> int:
        return position * self.spread

    def unrank(self, number: int) -> int:
        return number // self.spread


class RankedGame(_Ranked, GraphGame):
    """Every rank is a node."""

    def __init__(self, seed: int, made=graph) -> None:
        children, ends, turns = made(seed)
        super().__init__(children, ends, turns)
        self.size = NODES * self.spread
        self.most = max(map(len, children.values()))

    def kernel(self) -> Kernel:
        ends = tuple(PRIMITIVES[self.ends.get(node)] for node in range(NODES))
        turns = tuple(self.turns[node] for node in range(NODES))
        constants = (*_flat(self.graph), ends, turns, self.spread)
        return Kernel(_children, self.most, constants, primitive=_primitive)


class SpreadGame(RankedGame):
    """The same with sparse ranks."""

    spread = SPREAD
    dense = False


def downhill(seed: int) -> tuple[dict[int, Sequence[int]], dict[int, Value], dict[int, Turn]]:
    """The same, but every move leads to a later node, so play always ends."""
    rng = random.Random(seed)
    children: dict[int, Sequence[int]] = {}
    ends: dict[int, Value] = {}
    for node in range(NODES):
        later = range(node + 1, min(NODES, node + 60))
        children[node] = rng.sample(later, min(len(later), rng.choice((1, 2, 3))))
        if not later or (node and rng.random() < 0.1):
            ends[node] = value_by_points(points(node))
    return children, ends, {node: rng.choice((1, 2)) for node in range(NODES)}


def points(node: int) -> int:
    """The points won if play ends at a node: -11 to 11."""
    return node * 7919 % 23 - 11


class RankedPoints(Scored, RankedGame):
    """A game won by points; every rank is a node."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, downhill)

    def margin(self, position: int) -> int:
        return points(position)

    def kernel(self) -> Kernel:
        return replace(super().kernel(), margin=_margin)


class SpreadPoints(RankedPoints):
    """The same with sparse ranks."""

    spread = SPREAD
    dense = False


class RankedPuzzle(_Ranked, ForwardPuzzle):
    """A puzzle that can only be searched forward; every rank is a node."""

    def __init__(self, seed: int, made=graph) -> None:
        children, ends, _ = made(seed)
        super().__init__(children, {node: end for node, end in ends.items() if end is not Value.TIE})
        self.size = NODES * self.spread
        self.most = max(map(len, children.values()))

    def kernel(self) -> Kernel:
        ends = tuple(PRIMITIVES[self.ends.get(node)] for node in range(NODES))
        constants = (*_flat(self.graph), ends, (1,) * NODES, self.spread)
        return Kernel(_forward, self.most, constants, primitive=_primitive)


class SpreadPuzzle(RankedPuzzle):
    """The same with sparse ranks."""

    spread = SPREAD
    dense = False


def _children(number, out, work, offsets, children, ends, turns, spread):
    node = number // spread
    count = 0
    for i in range(offsets[node], offsets[node + 1]):
        child = children[i]
        out[count] = child * spread if turns[child] != turns[node] else ~(child * spread)
        count += 1
    return count


def _forward(number, out, work, offsets, children, ends, turns, spread):
    node = number // spread
    count = 0
    for i in range(offsets[node], offsets[node + 1]):
        out[count] = children[i] * spread
        count += 1
    return count


def _margin(number, work, offsets, children, ends, turns, spread):
    return number // spread * 7919 % 23 - 11


def _primitive(number, work, offsets, children, ends, turns, spread):
    return ends[number // spread]


# --- many small graphs in one, so that one compiled kernel tries them all -------------------------

SMALL = 30
"""Nodes of each small graph."""


def many(seed: int) -> tuple[dict[int, Sequence[int]], dict[int, Value], dict[int, Turn]]:
    """(children, ends, turns) of small graphs with varying numbers of moves and ends; half have cycles.

    The first node of each leads to the first nodes of two others, so that all are reached.
    """
    rng = random.Random(seed)
    children: dict[int, Sequence[int]] = {}
    ends: dict[int, Value] = {}
    for first in range(0, NODES, SMALL):
        cyclic, moves, ended = rng.random() < 0.5, rng.choice((1, 2, 3, 4)), rng.choice((0.05, 0.2, 0.5))
        values = rng.choice(([Value.WIN], [Value.LOSE], [Value.TIE, Value.LOSE], [Value.WIN, Value.LOSE, Value.TIE]))
        for node in range(first, first + SMALL):
            there = range(first if cyclic else node + 1, first + SMALL)
            children[node] = rng.sample(there, min(len(there), rng.randint(1, moves)))
            if not there or (node > first and rng.random() < ended):
                ends[node] = rng.choice(values)
        others = [2 * first + SMALL, 2 * first + 2 * SMALL]
        children[first] = [*children[first], *(other for other in others if other < NODES)]
    return children, ends, {node: rng.choice((1, 2)) for node in range(NODES)}


LONG = 400
"""Nodes of a path among the graphs, for remotenesses of more than a byte."""


class Reversible(_Ranked, BackwardPuzzle):
    """Small graphs whose moves can be undone, some without a solution, and a long path."""

    reversible = True

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        links: dict[int, set[int]] = {node: set() for node in range(NODES)}
        pairs = [(node, node + 1) for node in range(LONG - 1)]
        for first in range(LONG, NODES - SMALL + 1, SMALL):
            nodes = range(first, first + SMALL)
            pairs += [tuple(rng.sample(nodes, 2)) for _ in range(rng.choice((SMALL // 2, SMALL, 2 * SMALL)))]
        for one, other in pairs:
            links[one].add(other)
            links[other].add(one)
        ends = {0: Value.WIN} | {node: Value.WIN for node in range(LONG, NODES) if rng.random() < 0.04}
        super().__init__({node: tuple(sorted(linked)) for node, linked in links.items()}, ends)
        self.size = NODES * self.spread

    def parents(self, position: int) -> Sequence[int]:
        return self.graph[position]

    def kernel(self) -> Kernel:
        most = max(map(len, self.graph.values()))
        return Kernel(_forward, most, (*_flat(self.graph), (), (), self.spread))


class ReversibleLists(Reversible):
    """The same with sparse ranks."""

    spread = SPREAD
    dense = False


class OneWay(Reversible):
    """The same graphs with directed moves, which can only be undone by listing parents."""

    reversible = False

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        rng = random.Random(seed)
        both = self.graph
        kept = {node: [other for other in both[node] if other < node or rng.random() < 0.3] for node in both}
        self.graph = {node: tuple(linked) for node, linked in kept.items()}
        self.before = {node: tuple(sorted(p for p in both[node] if node in self.graph[p])) for node in both}

    def parents(self, position: int) -> Sequence[int]:
        return self.before[position]

    def kernel(self) -> Kernel:
        most = max(len(linked) for graph in (self.graph, self.before) for linked in graph.values())
        constants = (*_flat(self.graph), *_flat(self.before), self.spread)
        return Kernel(_there, most, constants, parents=_back)


class OneWayLists(OneWay):
    """The same with sparse ranks."""

    spread = SPREAD
    dense = False


def _there(number, out, work, offsets, children, before_offsets, before, spread):
    return _forward(number, out, work, offsets, children, 0, 0, spread)


def _back(number, out, work, offsets, children, before_offsets, before, spread):
    return _forward(number, out, work, before_offsets, before, 0, 0, spread)

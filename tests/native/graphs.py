"""Puzzles and games on random graphs, with kernels: every kind of end, cycles, several moves in a row."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from perfect_play.puzzles.base import PRIMITIVES, Kernel, Turn, Value, value_by_points
from perfect_play.puzzles.mixins import Scored
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


def circular(seed: int) -> tuple[dict[int, Sequence[int]], dict[int, Value], dict[int, Turn]]:
    """The same, but the last node leads back to the second."""
    children, ends, turns = downhill(seed)
    last = NODES - 1
    children |= {0: (1, last), last: (1,)}
    return children, {node: end for node, end in ends.items() if node not in (1, last)}, turns


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


# --- graphs that share a kernel, so that it is compiled once ---------------------------------------


def _flat(children: Mapping[int, Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(where the children of each node begin, the children of all nodes)."""
    offsets, all_children = [0], []
    for node in range(len(children)):
        all_children += children[node]
        offsets.append(len(all_children))
    return tuple(offsets), tuple(all_children)


class _RankedNodes:
    """Nodes and their ranks, which take turns with those of the other graphs in the same kernel.

    apart: whether ranks are sparse. place, graphs: which of how many graphs of the kernel this is.
    """

    apart = False
    place, graphs = 0, 1

    def rank(self, position: int) -> int:
        number = position * self.graphs + self.place
        return (number + 1) * SPREAD if self.apart else number

    def unrank(self, number: int) -> int:
        return (number // SPREAD - 1 if self.apart else number) // self.graphs

    @property
    def size(self) -> int:
        return (NODES * self.graphs + 1) * SPREAD if self.apart else NODES * self.graphs


Made = Callable[[int], tuple[dict[int, Sequence[int]], dict[int, Value], dict[int, Turn]]]
Named = tuple[Made, int, bool]
"""How a graph is made, its seed, and whether it is of a puzzle."""


@cache
def _graph_of(named: Named) -> tuple[dict[int, Sequence[int]], dict[int, Value], dict[int, Turn]]:
    """(children, ends, turns) of a graph; in a puzzle nobody's turn is 0, and there are no ties."""
    made, seed, alone = named
    children, ends, turns = made(seed)
    if alone:
        return children, {node: end for node, end in ends.items() if end is not Value.TIE}, dict.fromkeys(children, 0)
    return children, ends, turns


@cache
def _constants(together: tuple[Named, ...]) -> tuple[tuple[int, ...], ...]:
    """The constants of a kernel for these graphs: offsets, children, ends, turns, the number of graphs."""
    made = [_graph_of(named) for named in together]
    count = len(made)
    every = [(node, place) for node in range(NODES) for place in range(count)]
    children = {node * count + place: [c * count + place for c in made[place][0][node]] for node, place in every}
    ends = tuple(PRIMITIVES[made[place][1].get(node)] for node, place in every)
    return (*_flat(children), ends, tuple(made[place][2][node] for node, place in every), count)


class _Together(_RankedNodes):
    """A graph of random moves and ends, in a kernel that it shares with others."""

    def __init__(self, seed: int, made: Made, alone: bool, shared: Sequence[Named]) -> None:
        named = (made, seed, alone)
        self.together = tuple(shared) if named in shared else (named,)
        self.place, self.graphs = self.together.index(named), len(self.together)
        self.children_of, self.ends_of, self.turns_of = _graph_of(named)
        self.most = max(map(len, self.children_of.values()))

    def kernel(self) -> Kernel:
        return Kernel(_children, self.most, _constants(self.together), primitive=_primitive)


SHARED: tuple[Named, ...] = (
    *((graph, 1, False), (layered, 2, False), (many, 1, False)),
    *((graph, 3, True), (layered, 4, True), (many, 1, True)),
)
"""Graphs of games and puzzles whose kernel is compiled once for the tests of all of them."""
POINTS: tuple[Named, ...] = ((downhill, 1, False), (downhill, 5, False), (circular, 7, False))
"""The same of games won by points."""


class RankedGame(_Together, GraphGame):
    """Every rank is a node of this game or of another in the same kernel."""

    def __init__(self, seed: int, made: Made = graph, shared: Sequence[Named] = SHARED) -> None:
        _Together.__init__(self, seed, made, False, shared)
        GraphGame.__init__(self, self.children_of, self.ends_of, self.turns_of)


class SpreadGame(RankedGame):
    """The same with sparse ranks."""

    apart = True
    dense = False


class RankedPoints(Scored, RankedGame):
    """A game won by points; every rank is a node."""

    def __init__(self, seed: int, made: Made = downhill) -> None:
        super().__init__(seed, made, POINTS)

    def margin(self, position: int) -> int:
        return points(position)

    def kernel(self) -> Kernel:
        return replace(super().kernel(), margin=_margin)


class SpreadPoints(RankedPoints):
    """The same with sparse ranks."""

    apart = True
    dense = False


class RankedPuzzle(_Together, ForwardPuzzle):
    """A puzzle that can only be searched forward; every rank is a node."""

    def __init__(self, seed: int, made: Made = graph) -> None:
        _Together.__init__(self, seed, made, True, SHARED)
        ForwardPuzzle.__init__(self, self.children_of, self.ends_of)


class SpreadPuzzle(RankedPuzzle):
    """The same with sparse ranks."""

    apart = True
    dense = False


def _node(number):
    return number // SPREAD - 1 if number >= SPREAD else number


def _rank(node, other):
    return (node + 1) * SPREAD if other >= SPREAD else node  # sparse as the other rank is


def _children(number, out, work, offsets, children, ends, turns, graphs):
    node = _node(number)
    count = 0
    for i in range(offsets[node], offsets[node + 1]):
        child = children[i]
        rank = _rank(child, number)
        out[count] = rank if turns[child] != turns[node] or turns[node] == 0 else ~rank
        count += 1
    return count


def _margin(number, work, offsets, children, ends, turns, graphs):
    return _node(number) // graphs * 7919 % 23 - 11


def _primitive(number, work, offsets, children, ends, turns, graphs):
    return ends[_node(number)]


# --- moves that can be taken back ------------------------------------------------------------------

LONG = 400
"""Nodes of a path among the graphs, for remotenesses of more than a byte."""


class Reversible(_RankedNodes, BackwardPuzzle):
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

    def parents(self, position: int) -> Sequence[int]:
        return self.graph[position]

    def kernel(self) -> Kernel:
        most = max(map(len, self.graph.values()))
        return Kernel(_forward, most, _flat(self.graph))


class ReversibleLists(Reversible):
    """The same with sparse ranks."""

    apart = True
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
        constants = (*_flat(self.graph), *_flat(self.before))
        return Kernel(_there, most, constants, parents=_back)


class OneWayLists(OneWay):
    """The same with sparse ranks."""

    apart = True
    dense = False


def _forward(number, out, work, offsets, children):
    node = _node(number)
    count = 0
    for i in range(offsets[node], offsets[node + 1]):
        out[count] = _rank(children[i], number)
        count += 1
    return count


def _there(number, out, work, offsets, children, before_offsets, before):
    return _forward(number, out, work, offsets, children)


def _back(number, out, work, offsets, children, before_offsets, before):
    return _forward(number, out, work, before_offsets, before)

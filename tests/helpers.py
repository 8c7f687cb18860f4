"""Shared helpers: golden data, solved variants, and toy puzzles and games defined by graphs."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import (
    Game,
    IllegalPosition,
    MalformedPosition,
    Move,
    Position,
    Puzzle,
    Rules,
    Turn,
    Value,
    Variant,
)
from perfect_play.solvers.result import Result, histogram_table
from perfect_play.solvers.retrograde import Solution
from perfect_play.solvers.untabled.choice import has_table

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"


FIRST_RING_LIMIT = 1_500
"""Positions of the largest variant that services of the first ring of tests solve at start-up."""

START_UP_LIMIT = int(os.environ.get("START_UP_LIMIT") or FIRST_RING_LIMIT)
"""The same in the other rings; `make exhaustive` solves larger ones."""

SMALL = 8_000
"""Positions of the largest variant that they have a table of if its plug-in has none small enough for start-up."""


def start_up() -> list[Rules]:
    """The variants that a service under test lists as its own and has tables for, or needs none."""
    return [rules for rules in _presolved() if rules.variant.positions <= START_UP_LIMIT] + smallest_of_others()


def smallest_of_others() -> list[Rules]:
    """The smallest variant of each plug-in that has none small enough to be solved at start-up in tests."""
    smallest = [min(rules, key=lambda one: one.variant.positions) for rules in of_each(_presolved())]
    return [rules for rules in smallest if START_UP_LIMIT < rules.variant.positions <= SMALL]


def _presolved() -> list[Rules]:
    return [rules for rules in registry.listed() if rules.variant.presolve]


def load(full_id: str) -> Rules:
    """The rules of `<id>/<variant>`."""
    puzzle_id, variant_id = full_id.split("/")
    return registry.load(puzzle_id, variant_id)


def in_first_ring(rules: Rules) -> bool:
    """Whether services of the first ring of tests have a table of this variant, or need none."""
    small = rules.variant.presolve and rules.variant.positions <= FIRST_RING_LIMIT
    return small or rules.variant.custom or not has_table(rules)


SIGNS = {Value.WIN: 1, Value.LOSE: -1, Value.TIE: 0, None: 0}
"""The sign of a value for its player; None: a position where play has not ended."""


def name_of(rules: Rules) -> str:
    """The id of these rules in test names."""
    return f"{rules.id}-{rules.variant.id}"


def small_rules() -> list[Rules]:
    """The rules of every variant small enough to be solved in a test."""
    return [rules for rules in registry.listed() if rules.variant.testing]


def of_each(rules: Iterable[Rules]) -> list[list[Rules]]:
    """The rules, grouped by plug-in."""
    found: dict[str, list[Rules]] = {}
    for one in rules:
        found.setdefault(one.id, []).append(one)
    return list(found.values())


def _largest(rules: list[Rules]) -> Rules:
    return max(rules, key=lambda one: one.variant.positions)


FEW_OF_EACH = 1
"""Variants per plug-in on which tests of shared code run; `make exhaustive` runs them on the others."""


def spread(rules: Iterable[Rules], each: int = FEW_OF_EACH) -> list[Rules]:
    """At most `each` of the rules per plug-in, spaced evenly from the smallest to the largest; if one, the largest."""
    chosen = []
    for ours in of_each(rules):
        ours.sort(key=lambda one: one.variant.positions)
        last, steps = len(ours) - 1, min(each, len(ours)) - 1
        chosen += [ours[round(place * last / steps)] for place in range(steps + 1)] if steps else [_largest(ours)]
    return chosen


EXHAUSTIVE = "EXHAUSTIVE_TESTS"
"""The environment variable that is set if exhaustive tests run; otherwise thousands of them are not even collected."""

MOST_WHOLE = 2_000
"""Positions of the largest variant that tests of shared code solve in full by default."""

MOST_EARLY = 700
"""The same in the first ring of tests."""


def cases(
    rules: Iterable[Rules],
    each: int = FEW_OF_EACH,
    most: int | None = None,
    early: Callable[[Rules], bool] | None = None,
) -> list[Any]:
    """Test parameters: `each` of these rules per plug-in, of at most `most` positions; all others are exhaustive.

    early: those among which the first ring chooses, by default up to MOST_EARLY positions if there is a limit. The
    second ring has the plug-ins that none of them are of.
    """
    every = list(rules)
    possible = [one for one in every if most is None or one.variant.positions <= most]
    if early is None:
        chosen = [one for one in possible if most is None or one.variant.positions <= MOST_EARLY]
    else:
        chosen = [one for one in possible if early(one)]
    ids = {one.id for one in chosen}
    marks: dict[int, Any] = {id(one): () for one in spread(chosen, each)}
    marks |= {id(one): pytest.mark.second_ring for one in spread((one for one in possible if one.id not in ids), each)}
    is_exhaustive = os.environ.get(EXHAUSTIVE)
    return [
        pytest.param(one, id=name_of(one), marks=marks.get(id(one), pytest.mark.exhaustive))
        for one in every
        if is_exhaustive or id(one) in marks
    ]


def service_cases(rules: Iterable[Rules]) -> list[Any]:
    """Test parameters: for each plug-in the largest of these that a service of the first ring answers; in the second
    ring those of plug-ins of which it answers none. All others are exhaustive."""
    return cases(rules, early=in_first_ring)


def late(*values: Any) -> Any:
    """A test parameter that the first ring of tests leaves out."""
    return pytest.param(*values, marks=pytest.mark.second_ring)


def exhaustive(*values: Any) -> Any:
    """A test parameter that only `make exhaustive` runs."""
    return pytest.param(*values, marks=pytest.mark.exhaustive)


def by_plugin(rules: Iterable[Rules]) -> list[Any]:
    """Test parameters for near-instant checks: the rules of each plug-in, as one list."""
    return [pytest.param(ours, id=f"{ours[0].id}-every") for ours in of_each(rules)]


EASY_STARTS = {"klotski": "-11--11-2--32--3-45-"}
"""Custom starts in place of examples from which searches, which tests repeat for each position, take long."""


def examples() -> list[Rules]:
    """A custom start of every plug-in that takes one."""
    takers = [cls for cls in registry.all_rules() if cls.custom is not None]
    return [registry.load(cls.id, EASY_STARTS.get(cls.id, cls.custom.example)) for cls in takers]


@cache
def solved(full_id: str) -> Solution:
    """The solution of a variant by the reference solver, computed once for all workers."""
    from tests.kept_tables import kept_solution  # imports from this module

    return kept_solution(load(full_id))


def histograms(rules: Rules, solution: Solution) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, int]]]:
    """(exact positions, classes of symmetry) of a solution, by value and remoteness."""
    exact: Counter[Result] = Counter()
    for position, found in solution.results.items():
        exact[found] += len(set(rules.images(position)))
    return histogram_table(exact), histogram_table(Counter(solution.results.values()))


@cache
def exact_histogram(full_id: str) -> list[int]:
    """How many positions have remoteness 0, 1, 2 and so on; only for puzzles."""
    return as_list(histograms(load(full_id), solved(full_id))[0]["win"])


@cache
def class_histogram(full_id: str) -> list[int]:
    """The same, counting positions equal by symmetry once."""
    return as_list(histograms(load(full_id), solved(full_id))[1]["win"])


def as_list(row: Mapping[str, int]) -> list[int]:
    """{'0': 1, '1': 2} as [1, 2]; fails if a remoteness in between is missing."""
    assert sorted(map(int, row)) == list(range(len(row))), f"there are gaps: {row}"
    return [row[str(remoteness)] for remoteness in range(len(row))]


def result_of(full_id: str, position: Position) -> Result | None:
    """The result of a position in the solution of a variant."""
    return solved(full_id).result(load(full_id), position)


def walk(rules: Puzzle, position: Position, line: tuple[Move, ...]) -> Position:
    """Where a line leads; every move must be legal, and none made after play has ended."""
    for move in line:
        assert rules.primitive(position) is None
        assert move in list(rules.moves(position))
        position = rules.do_move(position, move)
    return position


def lines_by_table(full_id: str, position: Position) -> Iterator[tuple[Any, ...]]:
    """All shortest solutions, from the reference solver's results alone."""
    rules = load(full_id)
    here = result_of(full_id, position)
    assert here is not None
    if here.remoteness == 0:
        yield ()
    elif here.remoteness is not None:
        for move in rules.moves(position):
            child = rules.do_move(position, move)
            after = result_of(full_id, child)
            if after is not None and after.remoteness == here.remoteness - 1:
                yield from ((move, *rest) for rest in lines_by_table(full_id, child))


BEYOND_BOOKS = "---o------x------o-----xx-----oox----xxo--"
"""A position of Connect 4 on 6x7 with more discs than any book covers."""

TILES = {"412-53786": (5, 1), "1234-8765": (6, 2), "8672543-1": (31, 40)}
"""By text: the fewest moves, and the number of shortest solutions. The last is one of the two farthest from solved
(A. Reinefeld, "Complete solution of the eight-puzzle and the benefit of node ordering in IDA*", IJCAI 1993)."""


@cache
def golden(puzzle_id: str) -> dict[str, dict[str, Any]]:
    """The recorded data of one plug-in, by variant.

    `positions`, `maximum`, `histogram`, `class_histogram`, `start` ([text, remoteness]) where they
    are known, and `samples`: text -> [remoteness or null, {move: [text, remoteness or null]}]. Some have `drawn`,
    the strings from which current clients draw them: text -> [cells, {move: button}].
    """
    found: dict[str, dict[str, Any]] = json.loads((GOLDEN / f"{puzzle_id}.json").read_text(encoding="utf-8"))
    return found


def reachable(rules: Rules, first: Iterable[Position] | None = None, stop_at_end: bool = False) -> set[Position]:
    """Every position reachable by moves, ignoring symmetry."""
    waiting = [rules.start()] if first is None else list(first)
    found = set(waiting)
    while waiting:
        position = waiting.pop()
        if stop_at_end and rules.primitive(position) is not None:
            continue
        for move in rules.moves(position):
            child = rules.do_move(position, move)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


# --- toys: rules given as a graph ---------------------------------------------------------------

Graph = Mapping[int, Sequence[int]]
TOY = (Variant("toy", "Toy", testing=True),)


class _OnGraph(Rules):
    """Positions are node numbers of a graph; a move is the number of the node moved to."""

    id = "toy"
    name = "Toy"
    description = "A walk on a graph."
    instructions = "Walk."
    author = "Nobody"
    date_created = "2026"
    variants = TOY

    def __init__(self, graph: Graph, ends: Mapping[int, Value], start: int = 0) -> None:
        super().__init__(TOY[0])
        self.graph = graph
        self.ends = ends
        self.first = start

    def start(self) -> int:
        return self.first

    def moves(self, position: int) -> Iterable[int]:
        return self.graph.get(position, ())

    def do_move(self, position: int, move: int) -> int:
        return move

    def primitive(self, position: int) -> Value | None:
        return self.ends.get(position)

    def format(self, position: int) -> str:
        return f"n{position}"

    def parse(self, text: str) -> int:
        if text[:1] != "n" or not text[1:].isascii() or not text[1:].isdigit() or text != f"n{int(text[1:])}":
            raise MalformedPosition(f"{text!r}: expected a node like 'n0'.")
        if int(text[1:]) not in self.graph:
            raise IllegalPosition(f"{text!r}: there is no such node.")
        return int(text[1:])


class ForwardPuzzle(_OnGraph, Puzzle):
    """A puzzle that can only be searched forward from its start."""


class BackwardPuzzle(_OnGraph, Puzzle):
    """A puzzle that knows its solutions and takes moves back."""

    def solutions(self) -> Iterable[int]:
        return [node for node, value in self.ends.items() if value is Value.WIN]

    def parents(self, position: int) -> Iterable[int]:
        return [node for node, children in self.graph.items() if position in children]


class RankedForwardPuzzle(ForwardPuzzle):
    """The same with a dense index."""

    def __init__(self, graph: Graph, ends: Mapping[int, Value], start: int = 0) -> None:
        super().__init__(graph, ends, start)
        self.size = len(graph)

    def rank(self, position: int) -> int:
        return position

    def unrank(self, number: int) -> int:
        return number


class GraphGame(_OnGraph, Game):
    """A game for two; `turns` says who moves at each node."""

    def __init__(self, graph: Graph, ends: Mapping[int, Value], turns: Mapping[int, Turn], start: int = 0) -> None:
        super().__init__(graph, ends, start)
        self.turns = turns

    def turn(self, position: int) -> Turn:
        return self.turns[position]


def terminal_output(terminal: int) -> Iterator[bytes]:
    """What is written to the other end of a pseudo-terminal, until that is closed. terminal: this end's descriptor."""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # the other end has closed
            return
        if not chunk:
            return
        yield chunk

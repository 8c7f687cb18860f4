"""Breadth-first search and A*, which remember every class of positions they have visited."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count, islice
from math import fsum
from typing import Any

from perfect_play.puzzles.base import Position, Puzzle
from perfect_play.puzzles.mixins import heuristic_of, least_cost_of
from perfect_play.solvers.pathfinding.space import (
    UNLIMITED,
    Budget,
    CannotSearchBackward,
    Line,
    SearchResult,
    Space,
    chain_back,
    first_order,
)


def breadth_first(rules: Puzzle, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
    """A shortest solution, or a proof that there is none. Raises UnfinishedSearch.

    Everything one move away, then everything two moves away, and so on (E. F. Moore, "The shortest path through
    a maze", 1957/1959). Exact; needs nothing of the puzzle but its moves. Time and memory grow with the number
    of classes no farther away than the solution; for an unsolvable position, with all that it leads to.
    """
    space = Space(rules, budget, "breadth-first search")
    root = space.key(position)
    if space.solved(root):
        return space.solution(())
    before: dict[Position, Position | None] = {root: None}
    level = [root]
    while level:
        space.bound += 1
        after = []
        for key in level:
            for child in space.children(key):
                if child not in before:
                    before[child] = key
                    if space.solved(child):
                        return space.solution(space.line(position, chain_back(before, child)))
                    after.append(child)
        level = after
    return space.exhausted(len(before))


def a_star(
    rules: Puzzle, position: Position, budget: Budget = UNLIMITED, order: Callable[[Position], Any] | None = None
) -> SearchResult:
    """A shortest solution, or a proof that there is none, by the puzzle's `heuristic`. Raises UnfinishedSearch.

    Always expands the class for which the moves made plus the heuristic's lower bound are least (P. E. Hart,
    N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968); among
    equals, the one for which `order` is least, by default the first of the puzzle's `orders`; then the deepest.
    Exact if the heuristic is admissible: a class reached again with fewer moves is reopened, so it need not be
    consistent; if it is, each class is expanded once. No class is expanded for which that sum exceeds the length of the
    solution. Memory grows with the classes generated. With the default heuristic this is a slower breadth-first search.
    If all lines of a position are equally long, as in peg solitaire, the sum is always the same: then this is a
    best-first search by `order` alone, which, however wrong, cannot make the line longer.
    """
    space = Space(rules, budget, "A*")
    if space.solved(space.key(position)):
        return space.solution(())
    space.bound = 1

    def steps(key: Position) -> Iterator[tuple[Position, float]]:
        return ((child, 1) for child in space.children(key))

    return _informed(space, position, heuristic_of(rules), steps, order or first_order(rules))


def cheapest(rules: Puzzle, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
    """A solution of the least cost, with that cost, or a proof that there is no solution. Raises UnfinishedSearch.

    As `a_star`, by `cost` and `least_cost` instead of moves and the heuristic; with a `least_cost` of 0 it is
    Dijkstra's search (E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959). The line may have
    more moves than another. Exact if `least_cost` is admissible, up to the rounding of floats: costs are summed move by
    move, so of two lines whose costs differ by less than that, about 1e-16 of the cost for every move, either may be
    returned. The cost returned is the sum of the line's costs, rounded once. The bound in `UnfinishedSearch` is a cost.
    """
    space = Space(rules, budget, "A* by cost", by_cost=True)
    least_cost = least_cost_of(rules)
    answer = _informed(space, position, lambda key: float(least_cost(key)), space.priced, lambda key: 0)
    return answer if answer.line is None else replace(answer, cost=cost_of(rules, position, answer.line))


def _informed(
    space: Space,
    position: Position,
    lower_bound: Callable[[Position], float],
    steps: Callable[[Position], Iterable[tuple[Position, float]]],
    prefer: Callable[[Position], Any],
) -> SearchResult:
    """A solution of the least cost by A*, or a proof that there is none. Raises UnfinishedSearch.

    lower_bound: on the cost of what remains. steps: the classes one move away, and what the move costs. prefer: which
    of equals comes first.
    """
    root = space.key(position)
    before: dict[Position, Position | None] = {root: None}
    lowest: dict[Position, float] = {root: 0}
    tie = count()  # positions themselves need not be comparable
    waiting: list[tuple[float, Any, float, int, Position]] = [(lower_bound(root), 0, 0, next(tie), root)]
    while waiting:
        estimate, _, minus_cost, _, key = heappop(waiting)
        spent = -minus_cost
        if spent > lowest[key]:
            continue
        space.bound = max(space.bound, estimate)
        if space.solved(key):
            return space.solution(space.line(position, chain_back(before, key)))
        for child, cost in steps(key):
            child_cost = spent + cost
            if child not in lowest or child_cost < lowest[child]:
                lowest[child] = child_cost
                before[child] = key
                child_estimate = max(estimate, child_cost + lower_bound(child))
                heappush(waiting, (child_estimate, prefer(child), -child_cost, next(tie), child))
    return space.exhausted(len(lowest))


def cost_of(rules: Puzzle, position: Position, line: Line) -> float:
    """The total cost of a line from a position, rounded once."""
    costs = []
    for move in line:
        costs.append(rules.cost(position, move))
        position = rules.do_move(position, move)
    return fsum(costs)


MOST_SOLUTIONS = 10_000  # to search backward from


def all_solutions(rules: Puzzle) -> list[Position]:
    """All solved positions of a puzzle. Raises CannotSearchBackward, also if there are more than MOST_SOLUTIONS."""
    solutions = rules.solutions() if rules.backward else None
    if solutions is None:
        raise CannotSearchBackward(f"{rules.id} cannot be searched backward from its solutions.")
    positions = list(islice(solutions, MOST_SOLUTIONS + 1))
    if len(positions) > MOST_SOLUTIONS:
        raise CannotSearchBackward(
            f"{rules.full_id} has more than {MOST_SOLUTIONS:,} solutions, too many to search backward from."
        )
    return positions


def bidirectional(rules: Puzzle, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
    """A shortest solution, or a proof that there is none. Raises UnfinishedSearch and CannotSearchBackward.

    Level by level from both ends, always from the end with fewer classes in its last level, until they meet (I. Pohl,
    "Bi-directional search", 1971). For puzzles that can be solved backward. Exact: until the levels meet, every line is
    longer than the two depths together, and the next level adds one to that. Time and memory are those of two searches
    of half the depth, often about the square root of what breadth-first search takes. A position cannot be solved if
    one end is exhausted: all that it leads to, or all that can be solved.
    """
    space = Space(rules, budget, "bidirectional search")
    root = space.key(position)
    if space.solved(root):
        return space.solution(())
    goals = list(dict.fromkeys(map(space.key, all_solutions(rules))))
    space.bound = 1
    space.generate(len(goals))
    before: dict[Position, Position | None] = {root: None}
    after: dict[Position, Position | None] = dict.fromkeys(goals)
    forward, backward = [root], goals
    while forward and backward:
        forward_turn = len(forward) <= len(backward)
        visited, opposite, neighbors = (
            (before, after, space.children) if forward_turn else (after, before, space.parents)
        )
        level = []
        for key in forward if forward_turn else backward:
            for neighbor in neighbors(key):
                if neighbor not in visited:
                    visited[neighbor] = key
                    if neighbor in opposite:
                        keys = chain_back(before, neighbor)
                        while (neighbor := after[neighbor]) is not None:
                            keys.append(neighbor)
                        return space.solution(space.line(position, keys))
                    level.append(neighbor)
        if forward_turn:
            forward = level
        else:
            backward = level
        space.bound += 1
    if forward:
        return space.unsolvable(
            f"All that can be solved was gone through from the solutions, {len(after):,} positions"
            f"{', those alike by symmetry counted once' if rules.symmetric else ''}; this one is not among them."
        )
    return space.exhausted(len(before))

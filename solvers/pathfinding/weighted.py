"""The cheapest solution if moves differ in cost: A* by cost, which is Dijkstra's search if there is no `least_cost`."""

from heapq import heappop, heappush
from itertools import count
from math import fsum

from perfect_play.puzzles.base import Position, Puzzle
from perfect_play.puzzles.mixins import least_cost_of
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult, Space, chain_back


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
    root = space.key(position)
    before: dict[Position, Position | None] = {root: None}
    lowest: dict[Position, float] = {root: 0.0}
    tie = count()
    waiting = [(float(least_cost(root)), 0.0, next(tie), root)]
    while waiting:
        estimate, minus_cost, _, key = heappop(waiting)
        spent = -minus_cost
        if spent > lowest[key]:
            continue
        space.bound = max(space.bound, estimate)
        if space.solved(key):
            line = space.line(position, chain_back(before, key))
            return space.solution(line, cost_of(rules, position, line))
        for child, cost in space.priced(key):
            child_cost = spent + cost
            if child not in lowest or child_cost < lowest[child]:
                lowest[child] = child_cost
                before[child] = key
                heappush(waiting, (max(estimate, child_cost + least_cost(child)), -child_cost, next(tie), child))
    return space.exhausted(len(lowest))


def cost_of(rules: Puzzle, position: Position, line: Line) -> float:
    """The total cost of a line from a position, rounded once."""
    costs = []
    for move in line:
        costs.append(rules.cost(position, move))
        position = rules.do_move(position, move)
    return fsum(costs)

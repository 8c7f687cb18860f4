"""Breadth-first search and A*: they keep all they have met, so each class of positions is met once."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from puzzles.base import Order, Position, Puzzle
from puzzles.mixins import heuristic_of
from solvers.pathfinding.space import UNLIMITED, Budget, Found, Space, chain_back, first_order


def breadth_first(rules: Puzzle, position: Position, budget: Budget = UNLIMITED) -> Found:
    """As few moves as possible, or the proof that none do. Raises Unfinished.

    Everything one move away, then everything two moves away, and so on (E. F. Moore, "The shortest path through
    a maze", 1957/1959). Exact; needs nothing of the puzzle but its moves. Time and memory grow with the number
    of classes that are not farther away than the solution; a position that cannot be solved takes all it leads to.
    """
    space = Space(rules, budget, "breadth-first search")
    root = space.key(position)
    if space.solved(root):
        return space.found(())
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
                        return space.found(space.line(position, chain_back(before, child)))
                    after.append(child)
        level = after
    return space.exhausted(len(before))


def a_star(rules: Puzzle, position: Position, budget: Budget = UNLIMITED, order: Order | None = None) -> Found:
    """As few moves as possible, or the proof that none do, with the puzzle's `heuristic`. Raises Unfinished.

    Always goes on where moves made and moves that are needed at least are fewest together (P. E. Hart, N. J. Nilsson,
    B. Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968); among those where `order`
    is least, by default the first of the puzzle's `orders`; then deepest first.
    Exact if the heuristic is admissible: a class met again with fewer moves is opened again, so it need not be
    consistent; where it is, each class is expanded once. It expands no class for which that sum is more than the
    solution's length. Memory grows with what it generates. With the default heuristic it is a slower breadth-first
    search. Where all lines of a position are equally long, as in peg solitaire, the sum is always the same: then it is
    a best-first search by `order` alone, which however wrong it is cannot make the line longer.
    """
    space = Space(rules, budget, "A*")
    prefer = order or first_order(rules)
    heuristic = heuristic_of(rules)
    root = space.key(position)
    if space.solved(root):
        return space.found(())
    space.bound = 1
    before: dict[Position, Position | None] = {root: None}
    fewest = {root: 0}
    tie = count()  # positions themselves need not be comparable
    waiting = [(heuristic(root), 0, 0, next(tie), root)]
    while waiting:
        least, _, behind, _, key = heappop(waiting)
        made = -behind
        if made > fewest[key]:
            continue
        space.bound = max(space.bound, least)
        if space.solved(key):
            return space.found(space.line(position, chain_back(before, key)))
        for child in space.children(key):
            if child not in fewest or made + 1 < fewest[child]:
                fewest[child] = made + 1
                before[child] = key
                whole = max(least, made + 1 + heuristic(child))
                heappush(waiting, (whole, prefer(child), -made - 1, next(tie), child))
    return space.exhausted(len(fewest))

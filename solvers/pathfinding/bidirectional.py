"""Bidirectional search, forward from the position and backward from all solutions until the two meet."""

from itertools import islice

from perfect_play.puzzles.base import Position, Puzzle
from perfect_play.solvers.pathfinding.space import (
    UNLIMITED,
    Budget,
    CannotSearchBackward,
    SearchResult,
    Space,
    chain_back,
)

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

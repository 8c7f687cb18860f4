"""How many best lines a position has: in a puzzle, how many shortest solutions. Exact up to MOST.

A line is a sequence of moves, so that two moves to one position count as two. A line of n moves goes through positions
of the remotenesses n, n - 1, ..., 0. So the lines of one position are counted by following all of them together, and
those of all positions of a table level by level, each from the one before.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from perfect_play.puzzles.base import OPPOSITE, Position, Puzzle, Rules, Value
from perfect_play.solvers.budget import SECONDS, Deadline
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import Result, result

MOST = (1 << 64) - 1
"""The greatest number that is given; it means that there are as many or more."""


def count_lines(
    manager: PuzzleManager, rules: Rules, position: Position, seconds: float | None = SECONDS
) -> int | None:
    """The number of best lines of a legal position; 0 if none leads to an end.

    None if it is not known: no table or formula gives the remotenesses, or time is up. Raises NotReady, NotCovered.
    """
    if manager.searches_each(rules):
        return None
    first = manager.result(rules, position)
    if first.remoteness is None:
        endless = first.value is Value.DRAW or (isinstance(rules, Puzzle) and first.value is Value.LOSE)
        return 0 if endless else None
    canonical, deadline = _canonical(rules), Deadline(seconds)
    level = {(position, first): 1}
    for _ in range(first.remoteness):
        nearer: dict[tuple[Position, Result], int] = defaultdict(int)
        for (parent, parent_result), lines in level.items():
            if deadline.passed:
                return None
            children = rules.children(parent)
            for child, child_result in zip(children, manager.child_results(rules, parent, children), strict=True):
                if child_result == _result_after_best(rules, parent, parent_result, child):
                    nearer[canonical(child), child_result] += lines
        level = nearer
    return min(sum(level.values()), MOST)


def lines_by_level(rules: Rules, entries: Iterable[tuple[Position, Result]]) -> Iterator[dict[Position, int]]:
    """The number of best lines of all positions of a table, as a dictionary for each remoteness, from 0 on.

    entries: as `Store.entries` gives them.
    """
    canonical = _canonical(rules)
    levels: dict[int, dict[Position, Result]] = defaultdict(dict)
    for position, entry in entries:
        if entry.remoteness is not None:
            levels[entry.remoteness][canonical(position)] = entry
    nearer: dict[Position, int] = {}
    for remoteness in range(max(levels, default=-1) + 1):
        counts = dict.fromkeys(levels[remoteness], 0 if remoteness else 1)
        for position, entry in levels[remoteness].items() if remoteness else ():
            for child in rules.children(position):
                lines = nearer.get(canonical(child))
                if lines and levels[remoteness - 1][canonical(child)] == _result_after_best(
                    rules, position, entry, child
                ):
                    counts[position] = min(counts[position] + lines, MOST)
        yield counts
        nearer = counts


def _canonical(rules: Rules) -> Callable[[Position], Position]:
    return rules.canonical if rules.symmetric else lambda position: position


def _result_after_best(rules: Rules, position: Position, facts: Result, child: Position) -> Result:
    """The result that a child has if a best move leads to it."""
    assert facts.remoteness is not None
    alternates = rules.turn(child) != rules.turn(position)
    return result(OPPOSITE[facts.value] if alternates else facts.value, facts.remoteness - 1)

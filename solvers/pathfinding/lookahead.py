"""Exact results of positions a few moves before the end, by the rules alone: no table, no compiler, in milliseconds."""

import time
from collections.abc import Collection

from perfect_play.puzzles.base import Position, Puzzle, Rules, Value
from perfect_play.puzzles.mixins import Scored
from perfect_play.solvers.result import Result, result, to_mover

SECONDS = 0.3
"""Of processor time, for all that is looked at."""


class Lookahead:
    """Looks ahead from several positions of one variant, at no more than `nodes` positions in all.

    Ends and wins in one move are recognized beyond that number, too, for SECONDS of processor time, which the thread's
    budget does not limit.
    """

    def __init__(self, rules: Rules, nodes: int) -> None:
        self.rules = rules
        self.nodes_left = nodes
        self._end = time.thread_time() + SECONDS
        self._results: dict[tuple[Position, int], Result | None] = {}

    def result(self, position: Position, moves: int) -> Result | None:
        """The result of a position in which play ends within this many moves, at least one; None if it may not."""
        key = position, moves
        if key not in self._results:
            self._results[key] = self._look(position, moves)
        return self._results[key]

    def _look(self, position: Position, moves: int) -> Result | None:
        if isinstance(self.rules, Scored):
            return None  # the end that comes first need not be the best one
        value = self.rules.primitive(position)
        if value is not None:
            return result(value, 0)
        children = self.rules.children(position)
        self.nodes_left -= len(children)
        values: dict[Position, tuple[Value, int]] = {}
        for child in children:
            if time.thread_time() > self._end:
                return None
            end = self.rules.primitive(child)
            if end is not None:
                values[child] = to_mover(self.rules, position, child, end), 0
                if values[child][0] is Value.WIN:
                    return result(Value.WIN, 1)
        if isinstance(self.rules, Puzzle) or moves == 1:
            return None
        for child in children:
            if child in values:
                continue
            if self.nodes_left <= 0:
                return None  # what is not looked at may be better
            after = self.result(child, moves - 1)
            if after is not None and after.remoteness is not None:
                values[child] = to_mover(self.rules, position, child, after.value), after.remoteness
        return _best(values.values(), all(child in values for child in children))


def _best(values: Collection[tuple[Value, int]], complete: bool) -> Result | None:
    """What follows from the values and remotenesses of children: a win from one, a loss from all."""
    wins = [remoteness for value, remoteness in values if value is Value.WIN]
    if wins:
        return result(Value.WIN, 1 + min(wins))
    if complete and values and all(value is Value.LOSE for value, _ in values):
        return result(Value.LOSE, 1 + max(remoteness for _, remoteness in values))
    return None

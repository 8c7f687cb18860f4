"""Compiled searches for all shortest solutions of one position: within one limit of moves after the other."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import chain

from perfect_play.puzzles.base import Position, Puzzle
from perfect_play.solvers.pathfinding.choose import never_solved
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import Budget, Line, SearchResult, Space


class CompiledDeepening(ABC):
    """A search of one position. space: counts what it spends."""

    def __init__(self, rules: Puzzle, position: Position, budget: Budget, method: str) -> None:
        self.space = Space(rules, budget, method)
        self.position = position

    @abstractmethod
    def first_limit(self) -> int:
        """Prepare the search; returns the least number of moves that may solve the position, 0 if it is solved."""

    @abstractmethod
    def solutions(self, limit: int) -> Iterator[Line]:
        """All solutions with exactly `limit` moves, none being shorter. Raises UnfinishedSearch, BadFile."""

    def next_limit(self, limit: int) -> int:
        """The next limit after one within which there is no solution. Default: one move more."""
        return limit + 1

    def lines(self, max_moves: int | None = None) -> Iterator[Line]:
        """All shortest solutions of a solvable position, if they have at most `max_moves` moves. Raises likewise."""
        limit, solved = self.first_limit(), False
        if limit == 0:
            yield ()
            return
        while not solved and (max_moves is None or limit <= max_moves):
            self.space.bound = limit
            for line in self.solutions(limit):
                solved = True
                yield line
            limit = self.next_limit(limit)

    def every_shortest(self) -> AllShortest:
        """All shortest solutions, or a proof that there are none. Raises likewise."""
        if (result := never_solved(self.space.rules, self.position)) is not None:
            return AllShortest(result, iter(()))
        lines = self.lines()
        line = next(lines)
        return AllShortest(self.space.solution(line), chain([line], lines))

    def shortest(self) -> SearchResult:
        """A shortest solution, or a proof that there is none. Raises likewise."""
        return self.every_shortest().first

    def solved_within(self, max_moves: int) -> bool:
        """Whether at most `max_moves` moves solve a solvable position. Raises likewise."""
        return next(self.lines(max_moves), None) is not None

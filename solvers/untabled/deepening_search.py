"""Answers for puzzles too large for a table: each position is searched on request, by IDA* at native speed.

A search that does not end in time gives no answer, only a lower bound on the number of moves: `UnfinishedSearch`.
Remotenesses are remembered, including those along a solution; the least recently used are dropped first.
"""

import random
from abc import abstractmethod
from collections.abc import Callable, Container, Sequence
from typing import Any, ClassVar, TypeVar

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.solvers.budget import Deadline, seconds_left, within
from perfect_play.solvers.pathfinding.choose import never_solved
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult, UnfinishedSearch
from perfect_play.solvers.pattern_databases.compiled_deepening import CompiledDeepening
from perfect_play.solvers.result import LOST, Result, result
from perfect_play.solvers.tables.reader import TableError, TableMissing
from perfect_play.solvers.tables.sampling import NothingToDraw
from perfect_play.solvers.untabled.native_solver import NativeSolver

REMEMBERED = 20_000
DRAWING = Budget(nodes=500_000)  # for each position drawn to see whether it has a wanted remoteness

Answer = TypeVar("Answer")


class DeepeningSearch(NativeSolver[Any, int]):
    """Exact results of puzzles whose rules recognize unsolvable positions at once. Threads may share it.

    Remembers the remoteness of a position.
    """

    name = "IDA*"
    remembers = False
    remembered = REMEMBERED
    greatest: ClassVar[int]
    """The greatest remoteness that is looked for when positions are drawn."""

    @classmethod
    def replaces_table(cls, rules: Rules) -> bool:
        """Whether it answers in place of a table: whenever it answers."""
        return cls.answers(rules)

    def is_immediate(self, rules: Any, position: Position) -> bool:
        """Whether the search is compiled, or the position is known without it."""
        return self.cached(rules) is not None or self._at_once(rules, position) is not None

    # --- searches ---------------------------------------------------------------------------------

    def key(self, rules: Any) -> None:
        """All variants have the same search."""

    @abstractmethod
    def ask(
        self, rules: Any, position: Position, budget: Budget, question: Callable[[CompiledDeepening], Answer]
    ) -> Answer:
        """The answer of a new search of a position. Raises UnfinishedSearch, TooManySearches."""

    def every_shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> AllShortest:
        """All shortest solutions, or the proof that there are none. Raises UnfinishedSearch, TooManySearches.

        Iterating over its lines may raise UnfinishedSearch and BadFile.
        """
        return self.ask(rules, position, budget, CompiledDeepening.every_shortest)

    def solved_within(self, rules: Any, position: Position, moves: int) -> bool:
        """Whether this many moves solve a solvable position. Raises UnfinishedSearch, TooManySearches."""
        return self.ask(rules, position, UNLIMITED, lambda search: search.solved_within(moves))

    def shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
        """A shortest solution of a position, or proof that there is none. Raises UnfinishedSearch, TooManySearches."""
        return self.every_shortest(rules, position, budget).first

    def some_line(self, rules: Any, position: Position, seconds: float) -> tuple[Line, str]:
        """A solution of a solvable position, not proved to be shortest, and how it was found.

        Raises TooManySearches.
        """
        search = self.search(rules)
        with self.limiter:
            answer: tuple[Line, str] = search.some_line(rules, position, seconds_left(seconds))
        return answer

    # --- results ----------------------------------------------------------------------------------

    def probe(self, rules: Any, position: Position) -> Result:
        """The result of a legal position. Raises UnfinishedSearch."""
        cached = self._at_once(rules, position)
        return cached or result(Value.WIN, self._remoteness(rules, position, Budget(seconds=self.seconds)))

    def _at_once(self, rules: Any, position: Position) -> Result | None:
        """The result of a position that is unsolvable, at most one move from solved, or remembered; else None."""
        if never_solved(rules, position) is not None:
            return LOST
        if rules.primitive(position) is not None:
            return result(Value.WIN, 0)
        remoteness = self.facts.recall(rules, position)
        if remoteness is None and any(rules.primitive(child) is not None for child in rules.children(position)):
            remoteness = 1
        return None if remoteness is None else result(Value.WIN, remoteness)

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, which are one move nearer, as far, or one move farther.

        Raises UnfinishedSearch.
        """
        if never_solved(rules, position) is not None:
            return [LOST] * len(children)
        results = []
        self.search(rules)
        with within(self.seconds):
            parent_remoteness = self._remoteness(rules, position)
            for child in children:
                remoteness = self.facts.recall(rules, child)
                if remoteness is None:
                    remoteness = self._child_remoteness(rules, child, parent_remoteness)
                    self.facts.remember(rules, child, remoteness)
                results.append(result(Value.WIN, remoteness))
        return results

    def _child_remoteness(self, rules: Any, child: Position, parent_remoteness: int) -> int:
        """The remoteness of a child of a position with remoteness `parent_remoteness`. Raises UnfinishedSearch."""
        if self.solved_within(rules, child, parent_remoteness - 1):
            return parent_remoteness - 1
        return parent_remoteness if self.solved_within(rules, child, parent_remoteness) else parent_remoteness + 1

    def _remoteness(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> int:
        """The remoteness of a solvable position; those along its solution are remembered as well.

        Raises UnfinishedSearch.
        """
        remoteness = self.facts.recall(rules, position)
        if remoteness is None:
            line = self.shortest(rules, position, budget).line
            assert line is not None, "what cannot be solved is seen without a search"
            remoteness = len(line)
            for distance, move in zip(range(remoteness, 0, -1), line, strict=True):
                self.facts.remember(rules, position, distance)
                position = rules.do_move(position, move)
            self.facts.remember(rules, position, 0)
        return remoteness

    def draw_with(self, rules: Any, rng: random.Random, remotenesses: Container[int]) -> Position:
        """A position with one of these remotenesses, met on a random walk from a solution. Raises NothingToDraw."""
        lengths = [remoteness for remoteness in range(1, self.greatest + 1) if remoteness in remotenesses]
        self.search(rules)  # compiling it takes no time from the search
        deadline = Deadline(self.seconds)
        while lengths and not deadline.passed:
            steps = rng.choice(lengths)
            position, last = next(iter(rules.solutions())), None
            for _ in range(steps + 2 * rng.randrange(1 + steps * steps // 40)):
                onward = [child for child in rules.children(position) if child != last]
                position, last = rng.choice(onward), position
            try:
                if self._remoteness(rules, position, DRAWING) in remotenesses:
                    return position
            except UnfinishedSearch:
                continue
        details, command, advice = self.drawing_advice(rules)
        raise NothingToDraw(
            f"No position of {rules.full_id} of such a remoteness was met by chance{details}.", command, advice
        )

    def drawing_advice(self, rules: Any) -> tuple[str, str | None, str]:
        """What to say if no position of a remoteness was met: which there are, and a command with its purpose."""
        return "", None, ""


def advise(stopped: UnfinishedSearch, missing: TableError | None, hint: str) -> None:
    """Add to the error of a search what would find more, or what is wrong with it.

    missing: why the search had no table. hint: what to say if there is none.
    """
    if missing is None:
        return
    stopped.command, stopped.advice = missing.command, missing.advice
    if isinstance(missing, TableMissing) and missing.command:
        stopped.advice = hint
    else:
        stopped.sentence += f" {missing.sentence}"

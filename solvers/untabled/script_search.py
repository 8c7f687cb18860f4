"""Answers for levels of PuzzleScripts while they have no table: breadth-first search at native speed."""

from __future__ import annotations

from typing import Any

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.budget import in_time, within
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, SearchResult
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.tables.reader import build_command
from perfect_play.solvers.untabled.native_solver import SinglePositions, unproved

MOST_STATES = 2_000_000


class ScriptSearch(SinglePositions[type]):
    """Exact results of single positions of a level. Threads may share it."""

    kind = ScriptPuzzle
    name = "breadth-first search"

    @classmethod
    def replaces_table(cls, rules: Rules) -> bool:
        """Never: a table says the same at once."""
        return False

    def make(self, rules: ScriptPuzzle) -> type:
        """The class of searches, whose code is compiled or loaded."""
        from perfect_play.solvers.native.level_search import LevelSearch  # imports the compiler
        from perfect_play.solvers.native.search import compiling_for

        with compiling_for(self.data_dir):
            LevelSearch(rules, rules.start()).compile()
        return LevelSearch

    def shortest(self, rules: ScriptPuzzle, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
        """A shortest solution of a position, or proof that there is none. Raises SearchTooLong."""
        search = self.search(rules)(rules, position)
        with within(min(self.seconds, budget.seconds or self.seconds)):
            solvable = self._result(rules, position, search) != LOST
        line = tuple(search.line()) if solvable else None
        reason = "" if solvable else "Nothing that it leads to is solved."
        return SearchResult(line, search.expanded, search.steps, self.name, reason)

    def _search(self, rules: ScriptPuzzle, position: Position, search: type) -> Result:
        return self._result(rules, position, search(rules, position))

    def _result(self, rules: ScriptPuzzle, position: Position, search: Any) -> Result:
        def check(states: int) -> None:
            if states > MOST_STATES or not in_time():
                raise TooLarge(f"after {states:,} positions")

        try:
            with self.limiter:
                answer: Result = search.result(check)
        except TooLarge as error:
            command = build_command(rules)
            raise unproved(rules, position, (), "A table would tell at once.", command) from error
        return answer

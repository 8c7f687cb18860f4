"""Answers for levels of PuzzleScripts while they have no table: breadth-first search at native speed.

Until its code is loaded, or compiled, which takes seconds, small levels are explored in Python.
"""

from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.budget import in_time, within
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, SearchResult
from perfect_play.solvers.result import LOST, RemotenessTooLarge, Result
from perfect_play.solvers.tables.reader import NotCovered, build_command
from perfect_play.solvers.untabled.native_solver import SinglePositions, unproved

MOST_STATES = 2_000_000
MOST_BYTES = 256 << 20
SMALL_SECONDS = 1.2
"""Of the processor, in which a level that is called small is explored in Python."""
SURVEYING = 0.7
"""The share of the time in which a survey looks for positions."""


class ScriptSearch(SinglePositions[type]):
    """Exact results of single positions of a level. Threads may share it."""

    kind = ScriptPuzzle
    name = "breadth-first search"

    @classmethod
    def replaces_table(cls, rules: Rules) -> bool:
        """For scripts of visitors; of others, a table says the same at once."""
        return isinstance(rules, ScriptPuzzle) and rules.fleeting

    def key(self, rules: ScriptPuzzle) -> Hashable:
        """One for all: they share their code."""
        return self.name

    def _compiled(self, rules: ScriptPuzzle) -> type:
        example: Any = registry.load(min(path.stem for path in registry.scripts().glob("*.txt")), "1")
        return super()._compiled(example)

    def make(self, rules: ScriptPuzzle) -> type:
        """The class of searches, whose code is compiled or loaded."""
        from perfect_play.solvers.native.level_search import LevelSearch  # imports the compiler
        from perfect_play.solvers.native.search import compiling_for

        with compiling_for(self.data_dir):
            LevelSearch(rules, rules.start()).compile()
        return LevelSearch

    def is_immediate(self, rules: ScriptPuzzle, position: Position) -> bool:
        """Whether play has ended, or the result is remembered."""
        return self._at_once(rules, position) is not None

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, within one budget. Raises SearchTooLong."""
        if self.cached(rules) is None:
            with suppress(NotCovered), within(SMALL_SECONDS):
                if len(children) > 1:
                    return self.explorer.child_results(rules, position, children)
                return [self.explorer.result(rules, child) for child in children]
        return super().probe_children(rules, position, children)

    def shortest(self, rules: ScriptPuzzle, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
        """A shortest solution of a position, or proof that there is none. Raises SearchTooLong."""
        search = self.search(rules)(rules, position)
        with within(min(self.seconds, budget.seconds or self.seconds)):
            solvable = self._result(rules, position, search) != LOST
        line = tuple(search.line()) if solvable else None
        reason = "" if solvable else "Nothing that it leads to is solved."
        return SearchResult(line, search.expanded, search.steps, self.name, reason)

    def survey(self, rules: ScriptPuzzle) -> Any:
        """What is found of a level in the time there is, a `Survey`. Raises SearchTooLong, ScriptError."""
        search = self.search(rules)(rules, rules.start())
        complete = True
        with self.limiter:
            try:
                with within(SURVEYING * self.seconds):
                    search.run(lambda states: self._check(search))
            except TooLarge:
                complete = False
            try:
                return search.survey(complete)
            except RemotenessTooLarge as error:
                raise unproved(rules, rules.start(), (), f"{error}.") from error

    def _search(self, rules: ScriptPuzzle, position: Position, search: type) -> Result:
        return self._result(rules, position, search(rules, position))

    def _result(self, rules: ScriptPuzzle, position: Position, search: Any) -> Result:
        try:
            with self.limiter:
                answer: Result = search.result(lambda states: self._check(search))
        except (TooLarge, RemotenessTooLarge) as error:
            command = None if rules.fleeting else build_command(rules)
            advice = "" if rules.fleeting else "A table would tell at once."
            raise unproved(rules, position, (), advice, command) from error
        return answer

    def _check(self, search: Any) -> None:
        if search.states > MOST_STATES or search.bytes > MOST_BYTES or not in_time():
            raise TooLarge(f"after {search.states:,} positions")

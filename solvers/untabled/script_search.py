"""Answers for levels of PuzzleScripts while they have no table: breadth-first search at native speed."""

from __future__ import annotations

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.puzzlescript.puzzle import ScriptPuzzle
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.budget import in_time
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import Result
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
        from perfect_play.solvers.native.scripts import LevelSearch  # imports the compiler
        from perfect_play.solvers.native.search import compiling_for

        with compiling_for(self.data_dir):
            LevelSearch(rules, rules.start()).compile()
        return LevelSearch

    def _search(self, rules: ScriptPuzzle, position: Position, search: type) -> Result:
        def check(states: int) -> None:
            if states > MOST_STATES or not in_time():
                raise TooLarge(f"after {states:,} positions")

        try:
            with self.limiter:
                answer: Result = search(rules, position).result(check)
        except TooLarge as error:
            raise self._unproved(rules, position) from error
        return answer

    def _unproved(self, rules: ScriptPuzzle, position: Position) -> NoAnswer:
        return unproved(rules, position, (), "A table would tell at once.", build_command(rules))

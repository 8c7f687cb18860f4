"""Answers for Rubik's Cube with three stickers a side: each position is searched on request.

Up to about 14 moves, and 16 with tables of distances, solutions are proved shortest in time; any cube is solved in two
phases, mostly in 20 or 21 moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.twisty.cubes import CubePuzzle, random_cube
from perfect_play.solvers.pathfinding.space import Budget, UnfinishedSearch
from perfect_play.solvers.pattern_databases.compiled_deepening import CompiledDeepening
from perfect_play.solvers.untabled.deepening_search import Answer, DeepeningSearch, advise

if TYPE_CHECKING:
    from perfect_play.solvers.pattern_databases.cube_search import CubeSearcher


FOUND_SOON = (6, 12)
HINT = "With tables of distances more is found"


class SearchedCubes(DeepeningSearch):
    """Exact results of cubes near the solved one."""

    kind = CubePuzzle
    greatest = 20

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether there are too many positions for a table."""
        return isinstance(rules, CubePuzzle) and rules.on_request

    def make(self, rules: CubePuzzle) -> CubeSearcher:
        """The compiled search."""
        from perfect_play.solvers.pattern_databases.cube_search import CubeSearcher

        return CubeSearcher(self.data_dir)

    def ask(
        self, rules: CubePuzzle, position: Position, budget: Budget, question: Callable[[CompiledDeepening], Answer]
    ) -> Answer:
        """The answer of a new search of a position. Raises UnfinishedSearch, TooManySearches."""
        from perfect_play.solvers.pattern_databases.cube_search import PROOF_DEPTH

        searcher = self.search(rules)
        try:
            with self.limiter:
                return question(searcher.begin(rules, position, budget))
        except UnfinishedSearch as stopped:
            if stopped.bound >= PROOF_DEPTH:  # below, no table was asked for, and none is read for such a search
                advise(stopped, searcher.proofs(rules)[1], HINT)
            raise

    def draw(self, rules: CubePuzzle, rng: random.Random) -> Position:
        """A uniformly random solvable cube."""
        return random_cube(rng)

    def usual(self, rules: CubePuzzle) -> tuple[int, ...]:
        """Remotenesses that are found soon: nearly all cubes take 16 to 19 moves, which cannot be proved in time."""
        return FOUND_SOON

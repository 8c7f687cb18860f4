"""Answers for Rubik's Cube with three stickers a side: each position is searched on request.

Up to about 14 moves, and 16 with tables of distances, solutions are proved shortest in time; any cube is solved in two
phases, mostly in 20 or 21 moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.twisty.cubes import CubePuzzle, random_cube
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Unfinished
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.untabled.deepening_search import DeepeningSearch

if TYPE_CHECKING:
    from perfect_play.solvers.pattern_databases.cube_search import CubeSearcher


FOUND_SOON = (6, 12)
HINT = "With tables of distances more is found"


@contextmanager
def _advising(search: CubeSearcher, rules: CubePuzzle) -> Iterator[None]:
    """Say what would find more, or what is wrong with it, when a long search in this block ends without an answer."""
    from perfect_play.solvers.pattern_databases.cube_search import PROOF_DEPTH

    try:
        yield
    except Unfinished as stopped:
        if stopped.bound < PROOF_DEPTH:  # no table was asked for, and none is read for such a search
            raise
        _, missing = search.proofs(rules)
        if isinstance(missing, TableMissing) and missing.command:
            stopped.command, stopped.advice = missing.command, HINT
        elif missing is not None:
            stopped.sentence += f" {missing.sentence}"
            stopped.command, stopped.advice = missing.command, missing.advice
        raise


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

    def every_shortest(self, rules: CubePuzzle, position: Position, budget: Budget = UNLIMITED) -> AllShortest:
        """All shortest solutions, or the proof that there are none. Raises Unfinished, TooManySearches."""
        search = self.search(rules)
        with self.limiter, _advising(search, rules):
            answer: AllShortest = search.every_shortest(rules, position, budget)
        return answer

    def solved_within(self, rules: CubePuzzle, position: Position, moves: int) -> bool:
        """Whether this many moves solve a solvable position. Raises Unfinished, TooManySearches."""
        search = self.search(rules)
        with self.limiter, _advising(search, rules):
            return bool(search.solved_within(rules, position, moves))

    def draw(self, rules: CubePuzzle, rng: random.Random) -> Position:
        """A uniformly random solvable cube."""
        return random_cube(rng)

    def usual(self, rules: CubePuzzle) -> tuple[int, ...]:
        """Remotenesses that are found soon: nearly all cubes take 16 to 19 moves, which cannot be proved in time."""
        return FOUND_SOON

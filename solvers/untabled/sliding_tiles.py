"""Answers for boards of sliding tiles that are too large for a table: each position is searched on request.

It uses the variant's pattern databases if they have been built, and otherwise linear conflicts, which suffice for
positions that are not far from solved. A search that does not end in time gives no answer, only a lower bound on
the number of moves: `UnfinishedSearch`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, UnfinishedSearch
from perfect_play.solvers.pattern_databases.compiled_deepening import CompiledDeepening
from perfect_play.solvers.pattern_databases.pattern_file import PatternFile, build_command, path_of
from perfect_play.solvers.tables.reader import TableError
from perfect_play.solvers.tables.sealed_file import BadFile, CurrentFile
from perfect_play.solvers.untabled.deepening_search import Answer, DeepeningSearch, advise

if TYPE_CHECKING:
    from perfect_play.solvers.pattern_databases.heuristics import Heuristic
    from perfect_play.solvers.pattern_databases.tile_search import TileSearcher

Opened = tuple["Heuristic", TableError | None]
"""The best heuristic available, and why it is not the pattern databases."""

GREATEST = (
    80  # of the 15-puzzle: A. Brüngger, A. Marzetta, K. Fukuda, J. Nievergelt, Annals of Operations Research 90, 1999
)
HINT = "With pattern databases more is found"
USUAL = (41, 66)  # least and greatest remoteness of Korf's hundred random positions
FOUND_SOON = (10, 40)


class SearchedTiles(DeepeningSearch):
    """Exact results of large boards. Threads may share it."""

    kind = SlidingPuzzle
    greatest = GREATEST

    def __init__(self, data_dir: Path) -> None:
        """data_dir: where pattern databases and compiled code are. Opens nothing."""
        super().__init__(data_dir)
        self._files: dict[str, CurrentFile[Opened]] = {}

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether positions of this board are searched if there is no table."""
        return isinstance(rules, SlidingPuzzle) and rules.on_request

    @classmethod
    def replaces_table(cls, rules: Rules) -> bool:
        """Whether it answers in place of a table: if no kernel could make one."""
        return cls.answers(rules) and rules.kernel() is None

    # --- searches ---------------------------------------------------------------------------------

    def make(self, rules: Any) -> TileSearcher:
        """The compiled search."""
        from perfect_play.solvers.pattern_databases.tile_search import TileSearcher

        return TileSearcher(self.data_dir)

    def every_shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> AllShortest:
        """As for all, but iterating over its lines may raise BadFile, too."""
        answer = super().every_shortest(rules, position, budget)
        return AllShortest(answer.first, self._lines(rules, answer))

    def _child_remoteness(self, rules: SlidingPuzzle, child: Position, parent_remoteness: int) -> int:
        """A slide leads one move nearer, or one farther."""
        return (
            parent_remoteness - 1 if self.solved_within(rules, child, parent_remoteness - 1) else parent_remoteness + 1
        )

    def _lines(self, rules: SlidingPuzzle, answer: AllShortest) -> Iterator[Line]:
        """The same lines, ending if the pattern databases turn out to be damaged."""
        try:
            yield from answer.lines
        except BadFile as error:
            self._damaged(rules, error)
            first = answer.first
            stopped = UnfinishedSearch(len(first.line or ()), first.expanded, first.generated, "what is damaged")
            stopped.sentence, stopped.command, stopped.advice = error.sentence, error.command, error.advice
            raise stopped from error

    def heuristic(self, rules: SlidingPuzzle) -> Opened:
        """The best heuristic available, and why it is not the pattern databases; reopened when these change."""
        with self._lock:
            if rules.full_id not in self._files:
                path = path_of(self.data_dir / "tables", rules)
                self._files[rules.full_id] = CurrentFile(path, partial(_open_heuristic, path, rules))
        return self._files[rules.full_id].content()

    def ask(
        self, rules: SlidingPuzzle, position: Position, budget: Budget, question: Callable[[CompiledDeepening], Answer]
    ) -> Answer:
        """The answer of a new search of a position. Raises UnfinishedSearch, TooManySearches.

        It has the best heuristic available, or the other if the former's file turns out to be damaged, and is repeated
        if the file changes meanwhile, as what had been compared may no longer hold.
        """
        searcher = self.search(rules)
        missing = self.heuristic(rules)[1]
        try:
            with self.limiter:
                while True:
                    heuristic = self.heuristic(rules)[0]
                    try:
                        answer = question(searcher.begin(rules, heuristic, position, budget))
                    except BadFile as error:
                        missing = error
                        return question(searcher.begin(rules, self._damaged(rules, error), position, budget))
                    if self.heuristic(rules)[0] is heuristic:
                        return answer
        except UnfinishedSearch as stopped:
            advise(stopped, missing if build_command(rules) else None, HINT)
            raise

    def _damaged(self, rules: SlidingPuzzle, error: BadFile) -> Heuristic:
        """Disregard the pattern databases until their file changes; returns what is used instead."""
        from perfect_play.solvers.pattern_databases.heuristics import Conflicts

        conflicts = Conflicts(rules.rows, rules.cols)
        self._files[rules.full_id].replace((conflicts, error))
        return conflicts

    # --- drawing ----------------------------------------------------------------------------------

    def draw(self, rules: SlidingPuzzle, rng: random.Random) -> Position:
        """A uniformly random solvable position."""
        assert rules.size is not None
        return rules.unrank(rng.randrange(rules.size))

    def drawing_advice(self, rules: SlidingPuzzle) -> tuple[str, str | None, str]:
        """What remotenesses positions have, and what finds more."""
        usual = f"; they go from 0 to {GREATEST}, and most of them from {USUAL[0]} to {USUAL[1]}"
        return usual if rules.rows == rules.cols == 4 else "", build_command(rules), HINT

    def usual(self, rules: SlidingPuzzle) -> tuple[int, ...]:
        """The least and greatest remoteness of random positions of the 15-puzzle, as published, because finding them
        takes long; for larger boards, those that are found soon.
        """
        return USUAL if rules.rows * rules.cols <= 16 else FOUND_SOON


def _open_heuristic(path: Path, rules: SlidingPuzzle) -> Opened:
    from perfect_play.solvers.pattern_databases.heuristics import Conflicts, Patterns  # which imports NumPy

    try:
        return Patterns(PatternFile(path, rules)), None
    except TableError as error:
        return Conflicts(rules.rows, rules.cols), error

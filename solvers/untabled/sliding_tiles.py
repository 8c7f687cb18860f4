"""Answers for boards of sliding tiles that are too large for a table: each position is searched on request.

It uses the variant's pattern databases if they have been built, and otherwise linear conflicts, which suffice for
positions that are not far from solved. A search that does not end in time gives no answer, only a lower bound on
the number of moves: `Unfinished`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from puzzles.base import Position, Rules
from puzzles.sliding import SlidingPuzzle
from solvers.budget import SECONDS
from solvers.pathfinding.deepening import AllFound
from solvers.pathfinding.space import UNLIMITED, Budget, Line, Unfinished
from solvers.pattern_databases.file import PatternFile, build_command, path_of
from solvers.tables.connections import Identity, identity_at
from solvers.tables.reader import TableCorrupt, TableError
from solvers.untabled.deepened import Deepened

if TYPE_CHECKING:
    from solvers.pattern_databases.heuristics import Heuristic
    from solvers.pattern_databases.tile_search import TileSearcher

Answer = TypeVar("Answer")

GREATEST = (
    80  # of the 15-puzzle: A. Brüngger, A. Marzetta, K. Fukuda, J. Nievergelt, Annals of Operations Research 90, 1999
)
HINT = "With pattern databases more is found"
USUAL = (41, 66)  # least and greatest remoteness of Korf's hundred random positions
FOUND_SOON = (10, 40)


class SearchedTiles(Deepened):
    """Exact results of large boards. Threads may share it."""

    kind = SlidingPuzzle
    greatest = GREATEST

    def __init__(self, data_dir: Path, seconds: float = SECONDS) -> None:
        """data_dir: where pattern databases and compiled code are. Opens nothing."""
        super().__init__(data_dir, seconds)
        self._opened: dict[str, tuple[Identity | None, Heuristic, TableError | None]] = {}

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether positions of this board are searched if there is no table."""
        return isinstance(rules, SlidingPuzzle) and rules.on_request

    @classmethod
    def instead(cls, rules: Rules) -> bool:
        """Whether it answers in place of a table: if no kernel could make one."""
        return cls.answers(rules) and rules.kernel() is None

    # --- searches ---------------------------------------------------------------------------------

    def make(self, rules: Any) -> TileSearcher:
        """The compiled search."""
        from solvers.pattern_databases.tile_search import TileSearcher

        return TileSearcher(self.data_dir)

    def every_shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> AllFound:
        """All shortest solutions, or the proof that there are none. Raises Unfinished.

        Iterating over its lines may raise Unfinished and TableCorrupt.
        """
        search = self.search(rules)
        found = self._with(rules, lambda heuristic: search.every_shortest(rules, heuristic, position, budget))
        return AllFound(found.first, self._lines(rules, found))

    def solved_within(self, rules: SlidingPuzzle, position: Position, moves: int) -> bool:
        """Whether this many moves solve a solvable position. Raises Unfinished, TooManySearches."""
        search = self.search(rules)
        return self._with(rules, lambda heuristic: bool(search.solved_within(rules, heuristic, position, moves)))

    def _beside(self, rules: SlidingPuzzle, child: Position, here: int) -> int:
        """A slide leads one move nearer, or one farther."""
        return here - 1 if self.solved_within(rules, child, here - 1) else here + 1

    def _lines(self, rules: SlidingPuzzle, found: AllFound) -> Iterator[Line]:
        """The same lines, ending if the pattern databases turn out to be damaged."""
        try:
            yield from found.lines
        except TableCorrupt as error:
            self._damaged(rules, error)
            first = found.first
            stopped = Unfinished(len(first.line or ()), first.expanded, first.generated, "what is damaged")
            stopped.sentence, stopped.command, stopped.advice = error.sentence, error.command, error.advice
            raise stopped from error

    def heuristic(self, rules: SlidingPuzzle) -> tuple[Heuristic, TableError | None]:
        """The best heuristic available, and why it is not the pattern databases; reopened when these change."""
        from solvers.pattern_databases.heuristics import Conflicts, Patterns  # which imports NumPy

        path = path_of(self.data_dir / "tables", rules)
        identity = identity_at(path)
        with self._lock:
            known = self._opened.get(rules.full_id)
            if known is None or known[0] != identity:
                try:
                    known = (identity, Patterns(PatternFile(path, rules)), None)
                except TableError as error:
                    known = (identity, Conflicts(rules.rows, rules.cols), error)
                self._opened[rules.full_id] = known
            return known[1:]

    def _with(self, rules: SlidingPuzzle, ask: Callable[[Heuristic], Answer]) -> Answer:
        """Ask the best heuristic available, or the other if the former's file turns out to be damaged.

        Raises TooManySearches.
        """
        _, missing = self.heuristic(rules)
        try:
            with self.limiter:
                try:
                    return self._with_file(rules, ask)
                except TableCorrupt as error:
                    missing = error
                    return ask(self._damaged(rules, error))
        except Unfinished as stopped:
            if isinstance(missing, TableCorrupt):
                stopped.sentence += f" {missing.sentence}"
                stopped.command, stopped.advice = missing.command, missing.advice
            elif missing is not None:
                stopped.command, stopped.advice = build_command(rules), HINT
            raise

    def _with_file(self, rules: SlidingPuzzle, ask: Callable[[Heuristic], Answer]) -> Answer:
        """The same; asks again if the file changed meanwhile, as what had been compared may no longer hold."""
        while True:
            heuristic, _ = self.heuristic(rules)
            answer = ask(heuristic)
            if self.heuristic(rules)[0] is heuristic:
                return answer

    def _damaged(self, rules: SlidingPuzzle, error: TableCorrupt) -> Heuristic:
        """Disregard the pattern databases until their file changes; returns what is used instead."""
        from solvers.pattern_databases.heuristics import Conflicts

        conflicts = Conflicts(rules.rows, rules.cols)
        with self._lock:
            self._opened[rules.full_id] = (self._opened[rules.full_id][0], conflicts, error)
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

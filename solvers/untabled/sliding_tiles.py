"""Answers for boards of sliding tiles that are too large for a table: each position is searched on request.

It uses the variant's pattern databases if they have been built, and otherwise linear conflicts, which suffice for
positions that are not far from solved. A search that does not end in time gives no answer, only a lower bound on
the number of moves: `Unfinished`. Remotenesses are remembered, including those along a solution; the least recently
used are dropped first.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cachetools import LRUCache

from puzzles.base import Position, Rules, Value
from puzzles.sliding import SlidingPuzzle
from solvers.budget import SECONDS, seconds_left, within
from solvers.pathfinding.deepening import AllFound
from solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult, Unfinished
from solvers.pattern_databases.file import PatternFile, build_command, path_of
from solvers.result import LOST, Result, result
from solvers.tables.connections import Identity, identity_of
from solvers.tables.reader import TableCorrupt, TableError
from solvers.tables.sampling import NothingToDraw
from solvers.untabled.base import Direct, compiling

if TYPE_CHECKING:
    from solvers.pattern_databases.heuristics import Heuristic
    from solvers.pattern_databases.search import Searcher

Answer = TypeVar("Answer")

REMEMBERED = 20_000  # positions
GREATEST = (
    80  # of the 15-puzzle: A. Brüngger, A. Marzetta, K. Fukuda, J. Nievergelt, Annals of Operations Research 90, 1999
)
HINT = "With pattern databases more is found"
USUAL = (41, 66)  # least and greatest remoteness of Korf's hundred random positions
FOUND_SOON = (10, 40)
DRAWING = Budget(nodes=500_000)  # for each position drawn to see whether it has a wanted remoteness


class SearchedTiles(Direct):
    """Exact results of large boards. Threads may share it."""

    kind = SlidingPuzzle
    name = "IDA*"
    searches = True

    def __init__(self, data_dir: Path, seconds: float = SECONDS) -> None:
        """data_dir: where pattern databases and compiled code are. Opens nothing."""
        super().__init__()
        self.data_dir = data_dir
        self.seconds = seconds
        self._searcher: Searcher | None = None
        self._compiling = threading.Lock()
        self._opened: dict[str, tuple[Identity | None, Heuristic, TableError | None]] = {}
        self._remembered = LRUCache[tuple[str, Position], int](REMEMBERED)

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether this board is too large for a table."""
        return isinstance(rules, SlidingPuzzle) and rules.searched

    @classmethod
    def instead(cls, rules: Rules) -> bool:
        """Wherever it answers."""
        return cls.answers(rules)

    def at_hand(self, rules: SlidingPuzzle, position: Position) -> bool:
        """Whether the search is compiled, or the position is known without it."""
        return self._searcher is not None or self._at_once(rules, position) is not None

    # --- searches ---------------------------------------------------------------------------------

    def shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
        """The fewest moves that solve a position, or the proof that none do. Raises Unfinished, TooManySearches."""
        return self.every_shortest(rules, position, budget).first

    def every_shortest(self, rules: Any, position: Position, budget: Budget = UNLIMITED) -> AllFound:
        """All solutions of as few moves, or the proof that there are none. Raises Unfinished.

        Its lines raise Unfinished as well, and TableCorrupt.
        """
        search = self._search(rules)
        found = self._with(rules, lambda heuristic: search.every_shortest(rules, heuristic, position, budget))
        return AllFound(found.first, self._lines(rules, found))

    def some_line(self, rules: SlidingPuzzle, position: Position, seconds: float) -> tuple[Line, str]:
        """A solution of a position that can be solved, not proved to be a shortest one, and how it was found.

        Raises TooManySearches.
        """
        search = self._search(rules)
        with self.limiter:
            return search.some_line(rules, position, seconds_left(seconds))

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

    def _search(self, rules: SlidingPuzzle) -> Searcher:
        """The compiled search; compiling it has time of its own. Raises NoAnswer if it cannot be compiled.

        Those who wait for it are not among the searches that the limiter counts.
        """
        with compiling(rules), self._compiling:
            if self._searcher is None:
                with self.limiter:
                    from solvers.pattern_databases.search import Searcher

                    self._searcher = Searcher(self.data_dir)
            return self._searcher

    def heuristic(self, rules: SlidingPuzzle) -> tuple[Heuristic, TableError | None]:
        """The best heuristic available, and why it is not the pattern databases; reopened when these change."""
        from solvers.pattern_databases.heuristics import Conflicts, Patterns  # which imports NumPy

        path = path_of(self.data_dir / "tables", rules)
        try:
            identity: Identity | None = identity_of(os.stat(path))
        except OSError:
            identity = None
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
        """Asks the best heuristic available, or the other if the former's file turns out to be damaged.

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
        """The same; once more where the file was changed meanwhile, since what had been compared may not be so now."""
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

    # --- results ----------------------------------------------------------------------------------

    def probe(self, rules: SlidingPuzzle, position: Position) -> Result:
        """The result of a legal position. Raises Unfinished."""
        known = self._at_once(rules, position)
        return known or result(Value.WIN, self._remoteness(rules, position, Budget(seconds=self.seconds)))

    def _at_once(self, rules: SlidingPuzzle, position: Position) -> Result | None:
        """The result of a position that cannot be solved, is solved but for one move at most, or is remembered."""
        if rules.rank(position) is None:
            return LOST
        if rules.primitive(position) is not None:
            return result(Value.WIN, 0)
        if any(rules.primitive(child) is not None for child in rules.children(position)):
            return result(Value.WIN, 1)
        known = self._recalled(rules, position)
        return None if known is None else result(Value.WIN, known)

    def probe_children(self, rules: SlidingPuzzle, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children. A slide leads one move nearer, or one farther. Raises Unfinished."""
        if rules.rank(position) is None:
            return [LOST] * len(children)
        found = []
        self._search(rules)
        with within(self.seconds):
            here = self._remoteness(rules, position)
            for child in children:
                remoteness = self._recalled(rules, child)
                if remoteness is None:
                    nearer = self._with(rules, partial(self._nearer, rules, child, here - 1))
                    remoteness = here - 1 if nearer else here + 1
                    self._remember(rules, child, remoteness)
                found.append(result(Value.WIN, remoteness))
        return found

    def _nearer(self, rules: SlidingPuzzle, child: Position, moves: int, heuristic: Heuristic) -> bool:
        """Whether so many moves solve a position. Raises Unfinished."""
        return self._search(rules).solved_within(rules, heuristic, child, moves)

    def _remoteness(self, rules: SlidingPuzzle, position: Position, budget: Budget = UNLIMITED) -> int:
        """The fewest moves that solve a position that can be solved; those along its line are remembered as well.

        Raises Unfinished.
        """
        known = self._recalled(rules, position)
        if known is None:
            line = self.shortest(rules, position, budget).line
            assert line is not None, "a position with a rank can be solved"
            known = len(line)
            for left, move in zip(range(known, 0, -1), line, strict=True):
                self._remember(rules, position, left)
                position = rules.do_move(position, move)
            self._remember(rules, position, 0)
        return known

    def _recalled(self, rules: Rules, position: Position) -> int | None:
        with self._lock:
            return self._remembered.get((rules.full_id, position))

    def _remember(self, rules: Rules, position: Position, remoteness: int) -> None:
        with self._lock:
            self._remembered[rules.full_id, position] = remoteness

    # --- drawing ----------------------------------------------------------------------------------

    def draw(self, rules: SlidingPuzzle, rng: random.Random) -> Position:
        """A uniformly random solvable position."""
        assert rules.size is not None
        return rules.unrank(rng.randrange(rules.size))

    def draw_with(self, rules: SlidingPuzzle, rng: random.Random, remotenesses: Container[int]) -> Position:
        """A position with one of these remotenesses, met on a random walk from the solution. Raises NothingToDraw."""
        wanted = [remoteness for remoteness in range(1, GREATEST + 1) if remoteness in remotenesses]
        end = time.monotonic() + self.seconds
        while wanted and time.monotonic() < end:
            steps = rng.choice(wanted)
            position, last = next(iter(rules.solutions() or ())), None
            for _ in range(steps + 2 * rng.randrange(1 + steps * steps // 40)):
                ahead = [child for child in rules.children(position) if child != last]
                position, last = rng.choice(ahead), position
            try:
                if self._remoteness(rules, position, DRAWING) in remotenesses:
                    return position
            except Unfinished:
                continue
        usual = f"they go from 0 to {GREATEST}, and most of them from {USUAL[0]} to {USUAL[1]}"
        told = f"; {usual}." if rules.rows == rules.cols == 4 else "."
        sentence = f"No position of {rules.full_id} of such a remoteness was met by chance{told}"
        raise NothingToDraw(sentence, build_command(rules), HINT)

    def usual(self, rules: SlidingPuzzle) -> tuple[int, ...]:
        """The least and the greatest remoteness of random positions of the 15-puzzle, as published: finding them takes
        long. Of larger boards, those that are found soon.
        """
        return USUAL if rules.rows * rules.cols <= 16 else FOUND_SOON

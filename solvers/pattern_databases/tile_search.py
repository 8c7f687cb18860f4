"""Searches of sliding tiles at native speed: IDA* for the fewest moves.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27, 1985.
Memory is that of one line. `solvers/pathfinding` has the same search for any puzzle; it knows nothing of tiles.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.locks import deaf_to_ctrl_c
from perfect_play.solvers.native.compiler import SHARED, keep_code
from perfect_play.solvers.pathfinding.choose import never_solved
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult, Space
from perfect_play.solvers.pattern_databases import row_by_row
from perfect_play.solvers.pattern_databases import tile_loops as loops
from perfect_play.solvers.pattern_databases.heuristics import Conflicts, Heuristic

SLICE = 50_000
"""Positions between looks at the clock, some 10 ms."""

_compiling = threading.Lock()


def compiled() -> Any:
    """The loops of the searches, compiled or loaded."""
    with _compiling:
        return _compiled()


@cache
def _compiled() -> Any:
    conflicts, board = Conflicts(2, 2), [1, 2, 3, 0]
    with deaf_to_ctrl_c():  # an interrupted compiler prints a traceback
        module = SHARED.loops(loops)
        frames = conflicts.first(board)[None]
        kids = np.zeros((1, loops.DIRECTIONS, loops.KID), np.int64)
        module.deepen(0, np.zeros(loops.COUNTS, np.int64), np.array(board), frames, kids, conflicts.tables)
    return module


class TileSearch:
    """One search of one position; `space` counts what it spends. deepen: the compiled loop."""

    def __init__(
        self, deepen: Any, rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget
    ) -> None:
        self.deepen = deepen
        self.space = Space(rules, budget, heuristic.name)
        self.heuristic = heuristic
        self.board = np.array(rules.tiles(position), np.int64)
        self.needed = 0

    def lines(self, max_moves: int | None = None) -> Iterator[Line]:
        """All shortest solutions of a solvable position, if they have at most `max_moves` moves.

        Raises Unfinished, BadFile.
        """
        first = self.heuristic.first(self.board.tolist())
        first[loops.GAP], first[loops.NEXT] = self.board.argmin(), -1
        limit = int(first[loops.BOUND])
        if limit == 0:
            yield ()
            return
        solved = False
        while not solved and (max_moves is None or limit <= max_moves):
            self.space.bound = limit
            for line in self._solutions(first, limit):
                solved = True
                yield line
            limit = self.needed

    def _solutions(self, first: np.ndarray, limit: int) -> Iterator[Line]:
        """All solutions with exactly `limit` moves, none being shorter; sets `needed`, the next limit to try."""
        frames = np.zeros((limit + 2, len(first)), np.int64)
        frames[0] = first
        kids = np.zeros((limit + 2, loops.DIRECTIONS, loops.KID), np.int64)
        control = np.zeros(loops.COUNTS, np.int64)
        control[loops.LIMIT], control[loops.NEEDED] = limit, limit + 2 * SLICE
        ended, before = loops.PAUSED, control.copy()
        while ended != loops.ENDED:
            nodes = self.space.nodes_left(SLICE)
            ended = self.deepen(nodes, control, self.board, frames, kids, self.heuristic.tables)
            expanded, generated = (control - before)[[loops.EXPANDED, loops.GENERATED]].tolist()
            self.space.spend(generated, expanded)
            before = control.copy()
            if ended == loops.SOLVED:
                yield tuple(frames[1 : control[loops.DEPTH] + 1, loops.GAP].tolist())
            elif ended == loops.UNCHECKED:
                self.heuristic.verify(int(control[loops.BLOCK]))
            elif ended == loops.PAUSED and not generated:
                self.space.generate(nodes + 1)
        self.needed = int(control[loops.NEEDED])


class TileSearcher:
    """Searches positions of any board of sliding tiles. Threads may share it."""

    def __init__(self, data_dir: Path) -> None:
        """Compile the search, or take it from the compiler's cache. Raises OSError."""
        keep_code(data_dir)
        self._native = compiled()

    def shortest(
        self, rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget = UNLIMITED
    ) -> SearchResult:
        """A shortest solution, or a proof that there is none. Raises Unfinished, BadFile."""
        return self.every_shortest(rules, heuristic, position, budget).first

    def every_shortest(
        self, rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget = UNLIMITED
    ) -> AllShortest:
        """All shortest solutions, or a proof that there are none. Raises Unfinished, BadFile."""
        if (result := never_solved(rules, position)) is not None:
            return AllShortest(result, iter(()))
        search = TileSearch(self._native.deepen, rules, heuristic, position, budget)
        lines = search.lines()
        line = next(lines)
        return AllShortest(search.space.solution(line), chain([line], lines))

    def solved_within(
        self, rules: SlidingPuzzle, heuristic: Heuristic, position: Position, max_moves: int, budget: Budget = UNLIMITED
    ) -> bool:
        """Whether a solvable position can be solved in at most `max_moves` moves. Raises Unfinished, BadFile."""
        return (
            next(TileSearch(self._native.deepen, rules, heuristic, position, budget).lines(max_moves), None) is not None
        )

    def some_line(self, rules: SlidingPuzzle, position: Position, seconds: float) -> tuple[Line, str]:
        """A solution of a solvable position, not a shortest one, and how it was found; it takes no time to speak of."""
        return row_by_row.solution(rules.rows, rules.cols, rules.tiles(position)), "row by row"

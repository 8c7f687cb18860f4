"""Searches of sliding tiles at native speed: IDA* for the fewest moves.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27, 1985.
Memory is that of one line. `solvers/pathfinding` has the same search for any puzzle; it knows nothing of tiles.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.native.compiler import SHARED, keep_code
from perfect_play.solvers.native.search import DEPTH, SUCCESS, SearchLoop
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line
from perfect_play.solvers.pattern_databases import row_by_row
from perfect_play.solvers.pattern_databases import tile_loops as loops
from perfect_play.solvers.pattern_databases.compiled_deepening import CompiledDeepening
from perfect_play.solvers.pattern_databases.heuristics import Conflicts, Heuristic
from perfect_play.solvers.pattern_databases.tile_loops import TileTables

SLICE = 50_000
"""Positions between looks at the clock, some 10 ms."""


class TileSearch(CompiledDeepening):
    """One search of one position."""

    def __init__(
        self, loop: SearchLoop, rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget
    ) -> None:
        super().__init__(rules, position, budget, heuristic.name)
        self._loop, self._heuristic = loop, heuristic
        self._board = np.array(rules.tiles(position), np.int64)
        self._needed = 0

    def first_limit(self) -> int:
        """The heuristic's bound."""
        self._first = self._heuristic.first(self._board.tolist())
        self._first[loops.GAP], self._first[loops.NEXT] = self._board.argmin(), -1
        return int(self._first[loops.BOUND])

    def solutions(self, limit: int) -> Iterator[Line]:
        """All solutions with exactly `limit` moves, none being shorter."""
        arrays = control, frames, *_ = arrays_for(limit, self._board, self._first, self._heuristic)
        for message in self._loop.run(self.space, *arrays):
            if message == SUCCESS:
                yield tuple(frames[1 : control[DEPTH] + 1, loops.GAP].tolist())
            else:
                self._heuristic.verify(int(control[loops.BLOCK]))
        self._needed = int(control[loops.NEEDED])

    def next_limit(self, limit: int) -> int:
        """The least bound beyond the limit."""
        return self._needed


def arrays_for(limit: int, board: Ints, first: Ints, heuristic: Heuristic) -> tuple[Ints, Ints, Ints, Ints, TileTables]:
    """What a search within a limit works in. first: the row of the board."""
    control = np.zeros(loops.COUNTS, np.int64)
    control[loops.LIMIT], control[loops.NEEDED] = limit, limit + 2 * SLICE
    frames = np.zeros((limit + 2, len(first)), np.int64)
    frames[0] = first
    return control, frames, np.zeros((limit + 2, loops.DIRECTIONS, loops.KID), np.int64), board, heuristic.tables


class TileSearcher:
    """Searches positions of any board of sliding tiles. Threads may share it."""

    def __init__(self, data_dir: Path) -> None:
        """Compile the search, or take it from the compiler's cache. Raises OSError."""
        keep_code(data_dir)
        heuristic, board = Conflicts(2, 2), np.array([1, 2, 3, 0])
        arrays = arrays_for(0, board, heuristic.first(board.tolist()), heuristic)
        self._loop = SearchLoop(SHARED.loop(loops.deepen), SLICE, *arrays)

    def begin(
        self, rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget = UNLIMITED
    ) -> TileSearch:
        """A search of a position."""
        return TileSearch(self._loop, rules, heuristic, position, budget)

    def some_line(self, rules: SlidingPuzzle, position: Position, seconds: float) -> tuple[Line, str]:
        """A solution of a solvable position, not a shortest one, and how it was found; it takes no time to speak of."""
        return row_by_row.solution(rules.rows, rules.cols, rules.tiles(position)), "row by row"

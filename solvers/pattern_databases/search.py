"""IDA* for sliding tiles: the fewest moves of one position, by a heuristic that is updated slide by slide.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27, 1985.
Memory is that of one line. It is several times as fast as `solvers/pathfinding`, which knows nothing of tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from puzzles.base import Position
from puzzles.grid import neighbours
from puzzles.sliding import SlidingPuzzle
from solvers.pathfinding.choose import never_solved
from solvers.pathfinding.deepening import INFINITE, AllFound
from solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult, Space
from solvers.pattern_databases.heuristics import Heuristic


@lru_cache(maxsize=16)
def slides(rows: int, cols: int) -> list[list[list[int]]]:
    """For each cell of the gap, and the cell it came from (or itself), the cells of the tiles that may slide."""
    cells = range(rows * cols)
    beside = [neighbours(cell, rows, cols) for cell in cells]
    return [[[cell for cell in beside[gap] if cell != last] for last in cells] for gap in cells]


class TileSearch:
    """One search of one position; `space` counts what it spends."""

    def __init__(self, rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget) -> None:
        self.space = Space(rules, budget, heuristic.name)
        self.heuristic = heuristic
        self.board = list(rules.tiles(position))
        self.slides = slides(rules.rows, rules.cols)
        self.needed = 0

    def lines(self, most: int | None = None) -> Iterator[Line]:
        """All shortest solutions of a solvable position, if they have at most `most` moves.

        Raises Unfinished, TableCorrupt.
        """
        state, limit = self.heuristic.first(self.board)
        if limit == 0:
            yield ()
            return
        found = False
        while not found and (most is None or limit <= most):
            self.space.bound = limit
            for line in self._within(state, limit):
                found = True
                yield line
            limit = self.needed

    def _within(self, first: object, limit: int) -> Iterator[Line]:
        """All solutions with exactly `limit` moves, none being shorter; sets `needed`, the next limit to try."""
        space, after, board = self.space, self.heuristic.after, self.board
        gap = board.index(0)
        needed = INFINITE
        line: list[int] = []  # the cells that the gap moves to
        space.spend(len(self.slides[gap][gap]))
        stack = [(first, gap, iter(self.slides[gap][gap]))]
        while stack:
            state, gap, waiting = stack[-1]
            made = len(stack)
            for cell in waiting:
                child, least = after(state, board[cell], cell, gap)
                if made + least > limit:
                    if made + least < needed:
                        needed = made + least
                elif least == 0:
                    yield (*line, cell)
                else:
                    line.append(cell)
                    board[gap] = board[cell]
                    board[cell] = 0
                    further = self.slides[cell][gap]
                    space.spend(len(further))
                    stack.append((child, cell, iter(further)))
                    break
            else:
                stack.pop()
                if stack:
                    last = stack[-1][1]
                    board[gap] = board[last]
                    board[last] = 0
                    line.pop()
        self.needed = needed


def shortest(
    rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget = UNLIMITED
) -> SearchResult:
    """A shortest solution, or a proof that there is none. Raises Unfinished, TableCorrupt."""
    return every_shortest(rules, heuristic, position, budget).first


def every_shortest(
    rules: SlidingPuzzle, heuristic: Heuristic, position: Position, budget: Budget = UNLIMITED
) -> AllFound:
    """All shortest solutions, or a proof that there are none. Raises Unfinished, TableCorrupt."""
    if (seen := never_solved(rules, position)) is not None:
        return AllFound(seen, iter(()))
    search = TileSearch(rules, heuristic, position, budget)
    lines = search.lines()
    line = next(lines)
    return AllFound(search.space.found(line), _with(line, lines))


def _with(first: Line, others: Iterator[Line]) -> Iterator[Line]:
    yield first
    yield from others


def solved_within(
    rules: SlidingPuzzle, heuristic: Heuristic, position: Position, most: int, budget: Budget = UNLIMITED
) -> bool:
    """Whether a solvable position can be solved in at most `most` moves. Raises Unfinished, TableCorrupt."""
    return next(TileSearch(rules, heuristic, position, budget).lines(most), None) is not None

"""Solves any board of sliding tiles at once, as people do: row by row, then column by column.

The length of its solution grows with the third power of the sides, as that of shortest solutions: D. Ratner and M.
Warmuth, "The (n^2-1)-puzzle and related relocation problems", Journal of Symbolic Computation 10, 1990.
"""

from collections import deque
from collections.abc import Collection, Sequence

from perfect_play.puzzles.grid import neighbors

LAST = 6
"""Cells of the block of two rows or two columns that is left at the end."""


class Slider:
    """A board with some cells done for good; `line` collects the cells of the tiles that were slid."""

    def __init__(self, rows: int, cols: int, board: Sequence[int]) -> None:
        self.board = list(board)
        self.adjacent = [neighbors(cell, rows, cols) for cell in range(rows * cols)]
        self.line: list[int] = []

    def bring(self, goals: dict[int, int], cells: Collection[int]) -> None:
        """Bring tiles to their goals ({tile: cell}) by the fewest slides within these cells.

        States are the gap's cell and those of the tiles: `len(cells)` to the power of `len(goals) + 1` at most.
        """
        tiles, target = list(goals), tuple(goals.values())
        start = (self.board.index(0), *map(self.board.index, tiles))
        came: dict[tuple[int, ...], tuple[int, ...] | None] = {start: None}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            gap, *tile_cells = state
            if (*tile_cells,) == target:
                self._follow(state, came)
                return
            for cell in self.adjacent[gap]:
                after = (cell, *(gap if at == cell else at for at in tile_cells))
                if cell in cells and after not in came:
                    came[after] = state
                    queue.append(after)

    def _follow(self, state: tuple[int, ...], came: dict[tuple[int, ...], tuple[int, ...] | None]) -> None:
        path = []
        while (before := came[state]) is not None:
            path.append((before[0], state[0]))
            state = before
        for gap, cell in reversed(path):
            self.board[gap], self.board[cell] = self.board[cell], 0
            self.line.append(cell)


def layers(rows: int, cols: int) -> list[list[int]]:
    """The cells of each row and column in the order in which they are filled; each ends beside the remaining cells."""
    result: list[list[int]] = []
    top, left = 0, 0
    while min(rows, cols) > 1 and (rows - top) * (cols - left) > LAST:
        if rows - top > 2 and (rows - top >= cols - left or cols - left == 2):
            result.append([top * cols + col for col in range(left, cols)])
            top += 1
        else:
            result.append([row * cols + left for row in range(top, rows)])
            left += 1
    return result


def solution(rows: int, cols: int, board: Sequence[int]) -> tuple[int, ...]:
    """A solution of a solvable board: the cells of the tiles that slide."""
    slider = Slider(rows, cols, board)
    free = set(range(rows * cols))
    for layer in layers(rows, cols):
        *inner_cells, before_last, last = layer
        for cell in inner_cells:
            slider.bring({cell + 1: cell}, free)
            free.remove(cell)
        slider.bring({before_last + 1: before_last}, free)
        if slider.board[last] != last + 1:  # it comes in behind the other
            inner = last + (cols if last == before_last + 1 else 1)
            slider.bring({last + 1: inner}, free - {before_last})
            slider.bring({before_last + 1: before_last, last + 1: last}, free)
        free -= {before_last, last}
    slider.bring({cell + 1: cell for cell in sorted(free) if cell != rows * cols - 1}, free)
    return tuple(slider.line)

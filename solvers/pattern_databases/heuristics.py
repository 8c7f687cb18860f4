"""Heuristics for sliding tiles: lower bounds on the moves a board needs, updated slide by slide.

A state holds all that the update after one more slide needs; it is never changed, so a search may keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from puzzles.sliding import steps_aside
from solvers.pattern_databases.file import BLOCK, PatternFile
from solvers.pattern_databases.numbering import Edges, numbering

State = Any


class Heuristic(Protocol):
    """An admissible heuristic: never more than the fewest moves, and 0 only if the puzzle is solved.

    A slide changes it by an odd number, as it changes the distances.
    """

    name: str

    def first(self, board: Sequence[int]) -> tuple[State, int]:
        """The state of a board, and the lower bound on its moves. Raises TableCorrupt."""

    def after(self, state: State, tile: int, source: int, target: int) -> tuple[State, int]:
        """The same after a slide of `tile` from cell `source` to the gap at `target`. Raises TableCorrupt."""


@lru_cache(maxsize=16)
def distances(rows: int, cols: int) -> list[list[int]]:
    """For every tile and cell, the cell's distance from the tile's home; 0 for tile 0, the gap."""
    spots = [divmod(cell, cols) for cell in range(rows * cols)]
    far = [[abs(row - home) + abs(col - home_col) for row, col in spots] for home, home_col in spots[:-1]]
    return [[0] * len(spots), *far]


class Conflicts:
    """Linear conflicts: the tiles' distances from home, plus two moves for each tile that must leave its line.

    Also consistent. O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields powerful
    admissible heuristics", Information Sciences 63, 1992. A state is the sum, and for every row and every column the
    tiles in it, four bits each. The conflicts of each line of tiles are cached.
    """

    name = "IDA* with linear conflicts"

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self._far = distances(rows, cols)
        self._known: list[dict[int, int]] = [{} for _ in range(rows + cols)]

    def first(self, board: Sequence[int]) -> tuple[State, int]:
        """As of any heuristic."""
        lines = [0] * (self.rows + self.cols)
        least = 0
        for cell, tile in enumerate(board):
            row, col = divmod(cell, self.cols)
            lines[row] |= tile << 4 * col
            lines[self.rows + col] |= tile << 4 * row
            least += self._far[tile][cell]
        least += sum(self._aside(line, tiles) for line, tiles in enumerate(lines))
        return (least, lines), least

    def after(self, state: State, tile: int, source: int, target: int) -> tuple[State, int]:
        """As of any heuristic."""
        least, lines = state
        far, cols = self._far[tile], self.cols
        least += far[target] - far[source]
        (row, col), (to_row, to_col) = divmod(source, cols), divmod(target, cols)
        lines = lines[:]
        if row == to_row:
            lines[row] += (tile << 4 * to_col) - (tile << 4 * col)  # their order does not change
            one, other, change = self.rows + col, self.rows + to_col, tile << 4 * row
        else:
            lines[self.rows + col] += (tile << 4 * to_row) - (tile << 4 * row)
            one, other, change = row, to_row, tile << 4 * col
        for line, more in ((one, -change), (other, change)):
            known = self._known[line]
            before = lines[line]
            lines[line] = now = before + more
            least += known[now] if now in known else self._aside(line, now)
            least -= known[before] if before in known else self._aside(line, before)
        return (least, lines), least

    def _aside(self, line: int, tiles: int) -> int:
        """The extra moves that the tiles of a line need to pass each other."""
        is_row = line < self.rows
        homes = []
        for place in range(self.cols if is_row else self.rows):
            tile = tiles >> 4 * place & 15
            if tile:
                row, col = divmod(tile - 1, self.cols)
                if is_row and row == line:
                    homes.append(col)
                elif not is_row and col == line - self.rows:
                    homes.append(row)
        self._known[line][tiles] = needed = steps_aside(homes)
        return needed


class Patterns:
    """Pattern databases: the bound for a board and, if it is square, for its mirror image; the larger of the two.

    R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002. As the place of
    the gap is ignored, a slide can change the bound by more than 1. A state is a list: the distances, which the board
    and its image share; what the patterns of each need beyond them; and for each pattern of each, its combination, its
    order, and what it needs.
    """

    name = "IDA* with pattern databases"

    def __init__(self, file: PatternFile) -> None:
        rows, cols = file.rules.rows, file.rules.cols
        self._file = file
        self._far = distances(rows, cols)
        self._edges = edges = Edges(rows, cols)
        self._views: list[tuple[int, int, bool]] = []
        """For each three entries of a state from index 3 on: the pattern, the index of its sum, and if mirrored."""
        looked_up: list[list[tuple[Any, ...]]] = [[] for _ in self._far]
        """For every tile, what a slide of it looks up, for the board and for its image."""
        for mirrored in (False, True) if rows == cols else (False,):
            for number, pattern in enumerate(file.patterns):
                numbers, start = numbering(rows, cols, len(pattern.tiles)), file.starts[number]
                parts = (numbers.to, numbers.turn, numbers.turns, numbers.orders, start, file.first + start * BLOCK)
                for tile in pattern.tiles:
                    own = edges.transposed(tile - 1) + 1 if mirrored else tile
                    looked_up[own].append((1 + mirrored, 3 + 3 * len(self._views), mirrored, *parts))
                self._views.append((number, 1 + mirrored, mirrored))
        self.after = _after(file, edges, self._far, looked_up)

    def first(self, board: Sequence[int]) -> tuple[State, int]:
        """As of any heuristic."""
        edges = self._edges
        where = {tile: cell for cell, tile in enumerate(board)}
        state = [sum(self._far[tile][cell] for cell, tile in enumerate(board)), 0, 0]
        for number, total, mirrored in self._views:
            tiles = self._file.patterns[number].tiles
            if mirrored:
                cells = [edges.transposed(where[edges.transposed(tile - 1) + 1]) for tile in tiles]
            else:
                cells = [where[tile] for tile in tiles]
            numbers = numbering(edges.rows, edges.cols, len(tiles))
            place, order = numbers.number(cells)
            more = self._file.more(number, place * numbers.orders + order)
            state += [place, order, more]
            state[total] += more
        return state, state[0] + 2 * max(state[1], state[2])


def _after(
    file: PatternFile, edges: Edges, far: list[list[int]], looked_up: list[list[tuple[Any, ...]]]
) -> Callable[[State, int, int, int], tuple[State, int]]:
    """`Patterns.after` as a closure over all that it looks up, because most of a search's time is spent here."""
    slides: list[dict[tuple[int, int], tuple[int, list[tuple[Any, ...]]]]] = [{} for _ in far]
    """For every tile and slide: the change of its distance, and what is looked up, the slide's edge first."""
    for tile, views in enumerate(looked_up):
        for source, target in edges.pairs:
            turned = edges.transposed(source), edges.transposed(target)
            looked = [(edges.number[turned if view[2] else (source, target)], *view[:2], *view[3:]) for view in views]
            slides[tile][source, target] = far[tile][target] - far[tile][source], looked
    width, checked, check, data = len(edges.pairs), file.checked, file.check, file.data

    def after(state: State, tile: int, source: int, target: int) -> tuple[State, int]:
        change, views = slides[tile][source, target]
        state = state[:]
        state[0] += change
        for edge, total, at, to, turn, turns, orders, start, first in views:
            edge += state[at] * width
            state[at] = place = to[edge]
            state[at + 1] = order = turns[turn[edge]][state[at + 1]]
            number = place * orders + order
            if not checked[start + (number >> 17)]:
                check(start + (number >> 17))
            more = data[first + (number >> 1)] >> ((number & 1) << 2) & 15
            state[total] += more - state[at + 2]
            state[at + 2] = more
        board, image = state[1], state[2]
        return state, state[0] + 2 * (board if board > image else image)

    return after

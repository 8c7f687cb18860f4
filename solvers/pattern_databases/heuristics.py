"""Heuristics for sliding tiles: lower bounds on the moves a board needs, as the compiled search keeps them.

`tables` is all that the search looks up while it updates the bound slide by slide (`tile_loops.deepen`).
"""

from collections.abc import Sequence

import numpy as np

from perfect_play.puzzles.grid import neighbors
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.pattern_databases.pattern_file import PatternFile
from perfect_play.solvers.pattern_databases.pattern_numbering import Edges, numbering
from perfect_play.solvers.pattern_databases.tile_loops import BOUND, DISTANCE, SUMS, VIEWS, TileTables, line_conflicts


def distances(rows: int, cols: int) -> Ints:
    """For every tile and cell, the cell's distance from the tile's home; 0 for tile 0, the gap."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    result = abs(row[:, None] - row) + abs(col[:, None] - col)
    return np.vstack([np.zeros_like(result[:1]), result[:-1]])


class Heuristic:
    """An admissible heuristic: never more than the fewest moves, and 0 only if the puzzle is solved.

    A slide changes it by an odd number, as it changes the distances. columns: of a row of the search.
    """

    name: str
    columns: int
    tables: TileTables

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells = cells = rows * cols
        adjacent = [neighbors(cell, rows, cols) for cell in range(cells)]
        self.adjacent = np.array([(row + [-1] * 4)[:4] for row in adjacent])
        self.distances = distances(rows, cols)

    def first(self, board: Sequence[int]) -> Ints:
        """The row of the search for a board, int64 (columns,): BOUND, and what the heuristic keeps.

        Raises BadFile.
        """
        raise NotImplementedError

    def verify(self, block: int) -> None:
        """Verify a block of the pattern databases. Raises BadFile."""
        raise NotImplementedError


class Conflicts(Heuristic):
    """Linear conflicts: the tiles' distances from home, plus two moves for each tile that must leave its line.

    Also consistent. O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields powerful
    admissible heuristics", Information Sciences 63, 1992.
    """

    name = "IDA* with linear conflicts"
    columns = VIEWS

    def __init__(self, rows: int, cols: int) -> None:
        super().__init__(rows, cols)
        spots = np.array([(-1, -1), *(divmod(home, cols) for home in range(self.cells - 1))])
        homes, longest = np.stack([spots, spots[:, ::-1]]), np.zeros(max(rows, cols), np.int64)
        empty = np.zeros((0, 0), np.int64), np.zeros((0, 0, 0), np.int64)
        self.tables = TileTables(
            self.adjacent, self.distances, homes, longest, rows, cols, 0, 0, *_looked_up(*empty, [])
        )

    def first(self, board: Sequence[int]) -> Ints:
        """As in any `Heuristic`."""
        rows, cols = self.rows, self.cols
        homes, longest = self.tables.homes, self.tables.longest
        row = np.zeros(self.columns, np.int64)
        row[DISTANCE] = row[BOUND] = self.distances[list(board), range(self.cells)].sum()
        for line in range(rows):
            row[BOUND] += line_conflicts(board, line * cols, 1, cols, homes[0], line, longest)
        for line in range(cols):
            row[BOUND] += line_conflicts(board, line, cols, rows, homes[1], line, longest)
        return row


class Patterns(Heuristic):
    """Pattern databases: the bound for a board and, if it is square, for its mirror image; the larger of the two.

    R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002. As the place of
    the gap is ignored, a slide can change the bound by more than 1.
    """

    name = "IDA* with pattern databases"

    def __init__(self, file: PatternFile) -> None:
        rows, cols = _size(file)
        super().__init__(rows, cols)
        self._file = file
        self._edges = edges = Edges(rows, cols)
        self.images = 2 if rows == cols else 1
        self.columns = VIEWS + 3 * self.images * len(file.patterns)
        views = np.zeros((self.images, self.cells), np.int64)
        slides = np.zeros((self.images, self.cells, self.cells), np.int64)
        for image in range(self.images):
            for number, pattern in enumerate(file.patterns):
                views[image, [self._tile_in(tile, image) for tile in pattern.tiles]] = (
                    image * len(file.patterns) + number
                )
            for source, target in edges.pairs:
                turned = (edges.transposed(source), edges.transposed(target)) if image else (source, target)
                slides[image, source, target] = edges.number[turned]
        size = (rows, cols, self.images, len(edges.pairs))
        empty = np.zeros((2, 0, 2), np.int64), np.zeros(0, np.int64)
        self.tables = TileTables(
            self.adjacent, self.distances, *empty, *size, *_looked_up(views, slides, [file] * self.images)
        )

    def _tile_in(self, tile: int, image: int) -> int:
        """The tile of the board that this one is in the image."""
        return self._edges.transposed(tile - 1) + 1 if image else tile

    def first(self, board: Sequence[int]) -> Ints:
        """As in any `Heuristic`."""
        edges, patterns = self._edges, self._file.patterns
        cell_of = {tile: cell for cell, tile in enumerate(board)}
        row = np.zeros(self.columns, np.int64)
        row[DISTANCE] = self.distances[list(board), range(self.cells)].sum()
        for image in range(self.images):
            for number, pattern in enumerate(patterns):
                cells = [cell_of[self._tile_in(tile, image)] for tile in pattern.tiles]
                numbers = numbering(edges.rows, edges.cols, len(pattern.tiles))
                place, order = numbers.number([edges.transposed(cell) for cell in cells] if image else cells)
                excess = self._file.excess(number, place * numbers.orders + order)
                at = VIEWS + 3 * (image * len(patterns) + number)
                row[at : at + 3] = place, order, excess
                row[SUMS + image] += excess
        row[BOUND] = row[DISTANCE] + 2 * row[SUMS : SUMS + 2].max()
        return row

    def verify(self, block: int) -> None:
        """As in any `Heuristic`."""
        self._file.check(block)


def _size(file: PatternFile) -> tuple[int, int]:
    """The rows and columns of the board whose databases a file has."""
    assert isinstance(file.rules, SlidingPuzzle)
    return file.rules.rows, file.rules.cols


def _looked_up(views: Ints, slides: Ints, files: Sequence[PatternFile]) -> tuple[Ints, ...]:
    """The last arrays of `tables`: lookups for the patterns of a file, which is given once for each image."""
    starts: list[tuple[int, ...]] = []
    steps: list[Ints] = []
    turns = [np.zeros(0, np.uint16)]
    placed: dict[int, tuple[int, ...]] = {}
    for file in files:
        for number, pattern in enumerate(file.patterns):
            numbers = numbering(*_size(file), len(pattern.tiles))
            if numbers.tiles not in placed:
                placed[numbers.tiles] = sum(map(len, steps)), sum(map(len, turns))
                steps.append(numbers.steps.reshape(-1))
                turns += map(np.asarray, numbers.turns)
            part = file.pattern_parts[number]
            starts.append((*placed[numbers.tiles], numbers.orders, part.block, part.first))
    checked = np.frombuffer(files[0].checked, np.uint8) if files else np.zeros(1, np.uint8)
    data = np.frombuffer(files[0].data if files else b"0", np.uint8)
    start_rows = np.array(starts, np.int64).reshape(-1, 5)
    if len(steps) != 1:  # a single one is large, and is not copied
        steps = [np.concatenate([np.zeros(0, np.int32), *steps])]
    return views, slides, start_rows, steps[0], np.concatenate(turns), checked, data

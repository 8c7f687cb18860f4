"""The process that builds pattern databases or, for cubes, tables of distances: arguments DATA_DIR ID VARIANT.

Breadth first from the goal over the places of the tiles of one pattern and the region of free cells that the gap is in;
only slides of the pattern's tiles count (R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial
Intelligence 134, 2002). For each place of the tiles, the fewest slides are kept, wherever the gap is. A slide changes
the color of the cell under a tile, as on a chessboard, so combinations of cells have two colors, and one step never
reads what it writes. A fourth argument limits the tiles of a pattern. Reports progress as lines of JSON, and ends with
its parent.
"""

import errno
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import permutations
from math import comb, perm
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba.core.errors import NumbaError

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.arrays import Int64s, Uint8s
from perfect_play.solvers.locks import take_lock
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.compiler import Copies, keep_code
from perfect_play.solvers.native.launch import COMPILER_BYTES
from perfect_play.solvers.native.memory import require_free
from perfect_play.solvers.native.worker_process import end_with_parent, report, reporting_errors
from perfect_play.solvers.pattern_databases import distances, pattern_loops
from perfect_play.solvers.pattern_databases.distances import CubeNumbering
from perfect_play.solvers.pattern_databases.pattern_file import Pattern, partition, path_of, publish_patterns
from perfect_play.solvers.pattern_databases.pattern_numbering import Edges, PatternNumbering, numbering

CUBES = 8_624_101_830
"""All cubes that are found: those up to 7 turns away without tetrads, and up to 11 with them."""
BYTES = 3  # of memory per place of a pattern: two of bits, one of slides
COMBINATION_BYTES = 1000  # of memory per combination of cells, while its steps and regions are computed


LOOPS = Copies(countless=False).loops(pattern_loops)


def regions(numbers: PatternNumbering) -> Uint8s:
    """For each combination of cells, the number of each free cell's region, from 0; 255 for cells that are not free.

    Each cell gets the least number of a cell in its region, from neighbor to neighbor; those numbers are then counted.
    """
    cells = numbers.edges.cells
    free = (numbers.cells_of[:, None] >> np.arange(cells) & 1) == 0
    lowest = np.where(free, np.arange(cells, dtype=np.uint8), np.uint8(255))
    before = None
    while before is None or (lowest != before).any():
        before = lowest.copy()
        for source, target in numbers.edges.pairs:
            lesser = np.minimum(lowest[:, target], lowest[:, source])
            lowest[:, target] = np.where(free[:, target], lesser, 255)
    number = (lowest == np.arange(cells)).cumsum(axis=1, dtype=np.uint8) - 1
    return np.where(free, np.take_along_axis(number, np.where(free, lowest, 0), axis=1), np.uint8(255))


class PatternBuilder:
    """Builds one pattern's database: a row for each combination of cells, a byte for each order of the tiles."""

    def __init__(self, edges: Edges, tiles: Sequence[int]) -> None:
        self.tiles = tiles
        self.numbers = numbers = numbering(edges.rows, edges.cols, len(tiles))
        rows = len(numbers.cells_of)
        turns = np.array([np.frombuffer(turn, np.uint16) for turn in numbers.turns])
        sources, ends = np.array(edges.pairs, np.int64).T.copy()
        self.tables = pattern_loops.SlideTables(numbers.steps, turns, regions(numbers), sources, ends, numbers.orders)
        self.cells = np.nonzero(numbers.cells_of[:, None] >> np.arange(edges.cells) & 1)[1].reshape(rows, -1)
        self.colors = (self.cells // edges.cols + self.cells % edges.cols).sum(axis=1) & 1
        shape = rows, -(-numbers.orders // 8) * 8
        self.opened, self.closed = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        self.slides = np.full(shape, pattern_loops.UNREACHED, np.uint8)
        self.row_bits = np.zeros(rows, np.uint8)
        homes = [tile - 1 for tile in tiles]
        place, order = numbers.number(homes)
        bit = 1 << int(self.tables.region[place, edges.cells - 1])
        self.opened[place, order] = self.closed[place, order] = self.row_bits[place] = bit
        self.slides[place, order] = 0
        self.first = int(self.colors[place])
        self.edges = edges

    def fill(self, pool: ThreadPoolExecutor, tell: Callable[[int], None]) -> None:
        """Search level by level until nothing new is found; `tell` is called with the number of orders found."""
        depth = total = 0
        while self.row_bits.any():
            depth += 1
            targets = np.flatnonzero(self.colors == (self.first + depth) % 2)
            total += sum(self._shared(pool, targets, partial(self._pull, depth)))
            self.row_bits[self.colors != (self.first + depth) % 2] = 0  # they have been read, and will be written next
            tell(total)

    def _pull(self, depth: int, targets: Int64s) -> int:
        rows = pattern_loops.SearchRows(self.opened, self.closed, self.slides, self.row_bits)
        count: int = LOOPS.pull(targets, depth, self.tables, rows)
        return count

    def pack(self, pool: ThreadPoolExecutor) -> tuple[Uint8s, list[int]]:
        """The packed database, four bits a place, and the number of places that need 0, 1, 2, ... slides."""
        orders, tiles = self.numbers.orders, self.tiles
        perms = np.array(list(permutations(range(len(tiles)))), np.uint8)
        cells = range(self.edges.cells)
        homes = [divmod(tile - 1, self.edges.cols) for tile in tiles]
        spots = [divmod(cell, self.edges.cols) for cell in cells]
        distances = np.array([[abs(r - row) + abs(c - col) for r, c in spots] for row, col in homes], np.int64)
        packed = self.closed.reshape(-1)[: self.numbers.size // 2]
        counts: list[Int64s] = []

        def part(rows: Int64s) -> int:
            histogram = np.zeros(256, np.int64)
            counts.append(histogram)
            count: int = LOOPS.pack(rows, self.slides, packed, perms, self.cells, distances, histogram)
            return count

        assert orders % 2 == 0, "a row is whole bytes"
        self._shared(pool, np.arange(len(self.cells)), part)
        total = np.sum(counts, axis=0)[: pattern_loops.UNREACHED]
        return packed, total[: np.flatnonzero(total)[-1] + 1].tolist()

    @staticmethod
    def _shared(pool: ThreadPoolExecutor, rows: Int64s, function: Callable[[Int64s], int]) -> list[int]:
        """Call `function` on chunks of `rows`, on all cores."""
        return list(pool.map(function, np.array_split(rows, min(len(rows), 256)))) if len(rows) else []


def build(rules: SlidingPuzzle, largest: int | None) -> Iterator[tuple[Pattern, memoryview]]:
    """The databases of all patterns of a board, one after the other, each with its packed data.

    largest: the most tiles of a pattern; None: the default.
    """
    edges = Edges(rules.rows, rules.cols)
    before = 0
    with ThreadPoolExecutor(cores()) as pool:
        for tiles in partition(edges.rows, edges.cols, largest):
            builder = PatternBuilder(edges, tiles)
            finished = before
            builder.fill(pool, lambda total, finished=finished: report(positions=finished + total))  # type: ignore[misc]
            before += builder.numbers.size
            packed, counts = builder.pack(pool)
            yield Pattern(tiles, tuple(counts)), packed.data
            del builder, packed


class Needs(NamedTuple):
    """The places of all patterns of a variant, and the bytes of memory and disk that their databases take."""

    places: int
    memory: int
    disk: int


def needs_of(rules: SlidingPuzzle, largest: int | None) -> Needs:
    """What the databases of a board need."""
    cells, patterns = rules.rows * rules.cols, partition(rules.rows, rules.cols, largest)
    sizes, largest_pattern = [perm(cells, len(tiles)) for tiles in patterns], max(map(len, patterns))
    return Needs(sum(sizes), BYTES * max(sizes) + COMBINATION_BYTES * comb(cells, largest_pattern), sum(sizes) // 2)


def needs_of_cubes() -> Needs:
    """The cubes to find, and the memory and disk that the tables of distances take."""
    small, large = CubeNumbering(tetrads=False), CubeNumbering(tetrads=True)
    return Needs(CUBES, large.bytes + 2 * large.blocks, 2 * small.bytes + large.bytes)


def build_and_publish(
    data_dir: Path, rules: Rules, needs: Needs, patterns: Iterable[tuple[Pattern, memoryview]]
) -> None:
    """Publish all databases of a variant, which are built as they are read. Raises OSError, MemoryError."""
    begun = time.perf_counter()
    lock = take_lock(data_dir / "cache" / f"{rules.id}.{rules.variant.id}.patterns.lock")  # held until the process ends
    if lock is None:
        raise BlockingIOError(errno.EAGAIN, f"the pattern databases of {rules.full_id} are already being built")
    memory = COMPILER_BYTES + needs.memory
    report(expected=needs.places, memory=memory, disk=needs.disk)
    require_free(rules, memory, needs.disk, data_dir)
    keep_code(data_dir)
    path = path_of(data_dir / "tables", rules)
    publish_patterns(path, rules, patterns, lambda: time.perf_counter() - begun)
    report(done=True, size=path.stat().st_size, seconds=time.perf_counter() - begun)


def main() -> int:
    """Run the process; return the exit code: 0 if the databases are published, else 1, with an `error` reported."""
    data_dir, puzzle_id, variant_id, *options = sys.argv[1:]
    end_with_parent()
    rules = registry.load(puzzle_id, variant_id)
    if isinstance(rules, SlidingPuzzle):
        largest = int(options[0]) if options else None
        needs, patterns = needs_of(rules, largest), build(rules, largest)
    else:
        needs, patterns = needs_of_cubes(), distances.build(lambda count: report(positions=count))
    return reporting_errors(partial(build_and_publish, Path(data_dir), rules, needs, patterns), (NumbaError,))


if __name__ == "__main__":
    sys.exit(main())

"""Builds tables of distances for Rubik's Cube, and reads them into memory.

For each cube a table says how many turns bring its numbers of the first phase to 0, and its tetrads home if these are
included: a lower bound on the turns that solve it. There are three, in one file: TINY and SMALL, without tetrads, and
LARGE, with them, named for the distance up to which a table has 0.
"""

import mmap
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.arrays import Uint8s
from perfect_play.solvers.machine import cores, free_memory
from perfect_play.solvers.native.compiler import SHARED
from perfect_play.solvers.native.memory import in_bytes
from perfect_play.solvers.pattern_databases import coordinates, symmetries
from perfect_play.solvers.pattern_databases import distance_loops as loops
from perfect_play.solvers.pattern_databases.distance_loops import BLOCK, FLIPS, LARGE, SMALL, TINY, TWISTS
from perfect_play.solvers.pattern_databases.pattern_file import Pattern, PatternFile
from perfect_play.solvers.tables.reader import TableMissing


class CubeNumbering:
    """The numbers of cubes, with or without the tetrads."""

    def __init__(self, tetrads: bool) -> None:
        middles = len(coordinates.middle_places())
        tetrad, middle = np.divmod(np.arange(middles * (len(coordinates.tetrad_places()) if tetrads else 1)), middles)
        after, alike = coordinates.middles()[middle], symmetries.middles()[:, middle]
        if tetrads:
            after = after + coordinates.tetrads()[tetrad] * middles
            alike = alike + symmetries.tetrads()[:, tetrad] * middles
        self.parts, classes = np.unique(alike.min(axis=0), return_inverse=True)
        """The first part of each class."""
        symmetry = alike.argmin(axis=0)
        self.places = symmetry | classes << 4 | symmetries.flips_elsewhere()[symmetry, middle].astype(np.int64) << 16
        """For each part, the symmetry that makes it the first of its class, the class from bit 4 on, and from bit 16 on
        what to add to the flips then, by exclusive or: int64 (parts,)."""
        self.codes = self.places[after[self.parts]].reshape(-1)
        """The same for the part after each turn of the first of each class: int64 (classes * 18,)."""
        self.blocks = len(self.parts) * FLIPS
        self.size = self.blocks * TWISTS
        """The number of cubes, some of which are the same by a symmetry of their part."""
        self.bytes = -(-self.blocks * BLOCK // 8) * 8
        """The size of a table."""


FEWER = 4  # with fewer unknown cubes than this for each of the latest, it is the unknown ones whose neighbors are read
CHUNKS = 512
HUGE = 1 << 21  # bytes of a huge page


class DistanceBuilder:
    """Makes one table. table: uint8 (bytes,). counts: how many cubes have each distance, as far as they are found."""

    def __init__(self, numbering: CubeNumbering) -> None:
        self.numbering = numbering
        self.table = np.full(numbering.bytes, 255, np.uint8)
        self.table[0] ^= loops.UNKNOWN ^ loops.LATEST
        self.latest = np.zeros(numbering.blocks, np.uint8)
        self.latest[0] = 1
        self.counts = [1]
        alike, turned = symmetries.twists(), coordinates.twists()
        self.forward = np.zeros((len(alike), loops.TURNS, 4 * loops.BLOCK), np.uint16)
        self.forward[:, :, : loops.TWISTS] = alike[:, turned].transpose(0, 2, 1)
        self.backward = np.zeros_like(self.forward)
        self.backward[:, :, : loops.TWISTS] = np.argsort(self.forward[:, :, : loops.TWISTS], axis=2)
        kinds = len(alike) * loops.TURNS, 4 * loops.BLOCK
        self.forward, self.backward = self.forward.reshape(kinds), self.backward.reshape(kinds)
        self.effects = loops.Effects(numbering.codes, coordinates.flips().reshape(-1), symmetries.flips().reshape(-1))

    def fill(self, bound: int, tell: Callable[[int], None] = lambda total: None) -> None:
        """Search on until the table has 0 for distances of at most `bound`, 1 and 2 for the next ones, and else 3.

        tell: called with the number of cubes found so far.
        """
        with ThreadPoolExecutor(cores()) as pool:
            while len(self.counts) < bound + 3:
                if len(self.counts) > 1:
                    packed = self.table.view(np.int64)
                    list(pool.map(SHARED.loop(loops.age), np.array_split(packed, CHUNKS)))
                new = np.zeros_like(self.latest)
                remaining = self.numbering.size - sum(self.counts)
                step = self._pull if FEWER * self.counts[-1] > remaining else self._push
                bounds = np.linspace(0, self.numbering.blocks, CHUNKS + 1).astype(np.int64)
                total, before = 0, sum(self.counts)
                for count in pool.map(partial(step, new), bounds[:-1], bounds[1:]):
                    total += count
                    tell(before + total)
                self.counts.append(total)
                self.latest = new

    def _push(self, new: Uint8s, first: int, end: int) -> int:
        scratch = np.zeros(4 * loops.BLOCK, np.uint8)
        count: int = SHARED.loop(loops.push)(
            first, end, self.table, self.latest, new, self.effects, self.backward, scratch
        )
        return count

    def _pull(self, new: Uint8s, first: int, end: int) -> int:
        scratch = np.zeros((2, loops.TURNS), np.int64)
        count: int = SHARED.loop(loops.pull)(first, end, self.table, new, self.effects, self.forward, scratch)
        return count


def build(tell: Callable[[int], None]) -> Iterator[tuple[Pattern, memoryview]]:
    """Yield the tables TINY, SMALL and LARGE as they are built, each with its data, which is valid until the next.

    tell: called with the number of cubes found so far.
    """
    before = 0

    def report(count: int) -> None:
        tell(before + count)

    for tetrads, bounds in ((False, (TINY, SMALL)), (True, (LARGE,))):
        builder = DistanceBuilder(CubeNumbering(tetrads))
        for bound in bounds:
            builder.fill(bound, report)
            yield Pattern((), tuple(builder.counts)), builder.table.data
        before = sum(builder.counts)
        del builder


class DistanceTables(NamedTuple):
    """The tables of distances: LARGE, uint8 (bytes,), and TINY and SMALL, uint8 (2, bytes)."""

    large: Uint8s
    small: Uint8s


def read(path: Path, rules: Rules) -> DistanceTables:
    """The tables of a file, verified, in memory of this process. Raises TableMissing, BadFile."""
    file = PatternFile(path, rules)
    sizes = [CubeNumbering(tetrads).bytes for tetrads in (False, False, True)]
    if [part.length for part in file.pattern_parts] != sizes:
        raise file.bad("its tables have other sizes")
    if sum(sizes) > free_memory():
        size = in_bytes(sum(sizes))
        raise TableMissing(f"The pattern databases of {rules.full_id} take {size} of memory, more than is free.")
    tables = DistanceTables(_huge_pages(sizes[2]), np.empty((2, sizes[0]), np.uint8))
    for number, table in enumerate((*tables.small, tables.large)):
        file.read(str(number), table)
    return tables


def _huge_pages(size: int) -> Uint8s:
    """Memory in huge pages, if there are such: random look-ups in small pages take 1.5 times as long."""
    memory = mmap.mmap(-1, size + HUGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    buffer = np.frombuffer(memory, np.uint8)
    first = -buffer.ctypes.data % HUGE
    return buffer[first : first + size]

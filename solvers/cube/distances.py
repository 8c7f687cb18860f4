"""Builds tables of distances for Rubik's Cube, and reads them into memory.

For each cube a table says how many turns bring its numbers of the first phase to 0, and its tetrads home if these are
included: a lower bound on the turns that solve it. There are three, in one file: LEAST and SMALL, without tetrads, and
LARGE, with them, named for the distance up to which a table has 0.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from puzzles.base import Rules
from solvers.cube import coordinates, symmetries
from solvers.cube import distance_loops as loops
from solvers.cube.distance_loops import LARGE, LEAST, SMALL
from solvers.cube.numbering import Numbering
from solvers.machine import cores, free_memory
from solvers.native.compiled_modules import load
from solvers.native.memory import in_bytes
from solvers.native.specialize import module_of_loops
from solvers.pattern_databases.file import Pattern, PatternFile
from solvers.tables.reader import TableMissing

Numbers = Any
FEWER = 4  # with fewer unknown cubes than this for each of the latest, it is the unknown ones whose neighbors are read
CHUNKS = 512
HUGE = 1 << 21  # bytes of a huge page


def compiled(cache: Path) -> ModuleType:
    """The loops, compiled or taken from the cache."""
    return load(module_of_loops("distances", loops, entries=("push", "pull", "age")), cache)


class Builder:
    """Makes one table. table: uint8 (bytes,). counts: how many cubes have each distance, as far as they are found."""

    def __init__(self, numbering: Numbering, module: ModuleType) -> None:
        self.numbering, self.module = numbering, module
        self.table = np.full(numbering.bytes, 255, np.uint8)
        self.table[0] ^= loops.UNKNOWN ^ loops.LATEST
        self.latest = np.zeros(numbering.blocks, np.uint8)
        self.latest[0] = 1
        self.counts = [1]
        alike, made = symmetries.twists(), coordinates.twists()
        self.ahead = np.zeros((len(alike), loops.TURNS, 4 * loops.BLOCK), np.uint16)
        self.ahead[:, :, : loops.TWISTS] = alike[:, made].transpose(0, 2, 1)
        self.back = np.zeros_like(self.ahead)
        self.back[:, :, : loops.TWISTS] = np.argsort(self.ahead[:, :, : loops.TWISTS], axis=2)
        kinds = len(alike) * loops.TURNS, 4 * loops.BLOCK
        self.ahead, self.back = self.ahead.reshape(kinds), self.back.reshape(kinds)
        self.effects = numbering.codes, coordinates.flips().reshape(-1), symmetries.flips().reshape(-1)

    def fill(self, least: int, tell: Callable[[int], None] = lambda found: None) -> None:
        """Search on until the table has 0 for distances of at most `least`, 1 and 2 for the next ones, and else 3.

        tell: called with the number of cubes found so far.
        """
        with ThreadPoolExecutor(cores()) as pool:
            while len(self.counts) < least + 3:
                if len(self.counts) > 1:
                    words = self.table.view(np.int64)
                    list(pool.map(self.module.age, np.array_split(words, CHUNKS)))
                new = np.zeros_like(self.latest)
                left = self.numbering.size - sum(self.counts)
                step = self._pull if FEWER * self.counts[-1] > left else self._push
                bounds = np.linspace(0, self.numbering.blocks, CHUNKS + 1).astype(np.int64)
                found, before = 0, sum(self.counts)
                for count in pool.map(partial(step, new), bounds[:-1], bounds[1:]):
                    found += count
                    tell(before + found)
                self.counts.append(found)
                self.latest = new

    def _push(self, new: Numbers, first: int, end: int) -> int:
        room = np.zeros(4 * loops.BLOCK, np.uint8)
        done: int = self.module.push(first, end, self.table, self.latest, new, *self.effects, self.back, room)
        return done

    def _pull(self, new: Numbers, first: int, end: int) -> int:
        rooms = np.zeros((2, loops.TURNS), np.int64)
        done: int = self.module.pull(first, end, self.table, new, *self.effects, self.ahead, *rooms)
        return done


def build(module: ModuleType, tell: Callable[[int], None]) -> Iterator[tuple[Pattern, memoryview]]:
    """Yield the tables LEAST, SMALL and LARGE as they are built, each with its data, which is valid until the next.

    tell: called with the number of cubes found so far.
    """
    before = 0

    def told(found: int) -> None:
        tell(before + found)

    for tetrads, bounds in ((False, (LEAST, SMALL)), (True, (LARGE,))):
        builder = Builder(Numbering(tetrads), module)
        for least in bounds:
            builder.fill(least, told)
            yield Pattern((), tuple(builder.counts)), builder.table.data
        before = sum(builder.counts)
        del builder


class Tables(NamedTuple):
    """The tables of distances: LARGE, uint8 (bytes,), and LEAST and SMALL, uint8 (2, bytes)."""

    large: Numbers
    small: Numbers


def read(path: Path, rules: Rules) -> Tables:
    """The tables of a file, verified, in memory of this process. Raises TableMissing, TableCorrupt."""
    file = PatternFile(path, rules)
    sizes = [Numbering(tetrads).bytes for tetrads in (False, False, True)]
    if [file.size(i) for i in range(len(file.patterns))] != sizes:
        raise file.corrupt("its tables have other sizes")
    if sum(sizes) > free_memory():
        size = in_bytes(sum(sizes))
        raise TableMissing(f"The pattern databases of {rules.full_id} take {size} of memory, more than is free.")
    tables = Tables(_room(sizes[2]), np.empty((2, sizes[0]), np.uint8))
    for i, table in enumerate((*tables.small, tables.large)):
        file.copy(i, table)
    return tables


def _room(size: int) -> Numbers:
    """Memory in huge pages, if there are such: random look-ups in small pages take 1.5 times as long."""
    room = mmap.mmap(-1, size + HUGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        room.madvise(mmap.MADV_HUGEPAGE)
    whole = np.frombuffer(room, np.uint8)
    first = -whole.ctypes.data % HUGE
    return whole[first : first + size]

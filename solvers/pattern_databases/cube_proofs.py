"""Searches of Rubik's Cube with tables of distances, by IDA*: fewest turns are proved in seconds.

Batches of 32 cubes are expanded together, so that the processor waits for memory once for many, and the tables are
copied into huge pages: in small ones look-ups take 1.5 to 2.5 times as long. Distances modulo three would say nothing
of the inverse, and three times as many cubes would have to be searched.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.twisty.cubes import Pieces, pieces_of, turned_around
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.native.compiler import SHARED
from perfect_play.solvers.native.search import SearchLoop
from perfect_play.solvers.pathfinding.space import Line, Space
from perfect_play.solvers.pattern_databases import coordinates, proof_loops, symmetries
from perfect_play.solvers.pattern_databases import phase_loops as plain
from perfect_play.solvers.pattern_databases.distance_loops import TURNS
from perfect_play.solvers.pattern_databases.distances import CubeNumbering, DistanceTables
from perfect_play.solvers.pattern_databases.proof_loops import ProofRoot, ProofScratch, ProofTables

METHOD = "IDA* with tables of distances"
SLICE = 200_000
"""Cubes between looks at the clock, some 20 ms."""
BATCH = 32
"""Cubes that are expanded together."""


def arrays_for(limit: int) -> tuple[Ints, ProofScratch]:
    """`control` and empty arrays for solutions with `limit` turns."""
    control = np.zeros(proof_loops.COUNTS, np.int64)
    control[proof_loops.LIMIT], control[proof_loops.BATCH] = limit, BATCH
    children = TURNS * BATCH
    stack = np.zeros((limit, children + BATCH, proof_loops.NODE), np.int64)
    lanes, results = np.zeros((children, proof_loops.LANE), np.int64), np.zeros((children, 2), np.int64)
    return control, ProofScratch(stack, np.zeros(limit, np.int64), lanes, results)


class Proofs:
    """The compiled search, and what it needs for any cube. Threads may share it."""

    def __init__(self, tables: DistanceTables, tetrads: bool = True) -> None:
        """Compile the search, or take it from the compiler's cache. Raises OSError.

        tetrads: whether they are part of the numbering of `tables.large`.
        """
        self.numbering, small = CubeNumbering(tetrads), CubeNumbering(tetrads=False)
        self.tetrads = int(tetrads)
        axes = coordinates.along_axes()
        to_view = symmetries.turns()[:, axes].transpose(1, 0, 2)  # by axis, symmetry and turn
        allowed = [
            [sum(1 << turned[turn] for turn in range(TURNS) if plain.after(turn, last)) for last in range(-1, TURNS)]
            for turned in to_view.reshape(-1, TURNS).tolist()
        ]
        opposite = np.arange(TURNS) // 3 * 3 + 2 - np.arange(TURNS) % 3
        self.tables = ProofTables(
            *tables,
            self.numbering.codes.astype(np.int32),
            _flat(coordinates.flips(), np.int16),
            _flat(coordinates.twists(), np.int16),
            _flat(symmetries.flips(), np.int16),
            _flat(symmetries.twists(), np.int16),
            _flat(symmetries.composed(), np.uint8),
            _flat(to_view, np.uint8),
            _flat(np.argsort(to_view, axis=2), np.uint8),
            _flat(np.array(allowed), np.int32),
            small.places[self.numbering.parts % proof_loops.MIDDLES].astype(np.int32),
            _flat(coordinates.tetrads() * tetrads, np.uint8),
            _flat(coordinates.middles(), np.int16),
            self.numbering.places.astype(np.int32),
            _flat(axes[:, opposite], np.uint8),
            _flat(coordinates.corners(), np.int32),
        )
        self._alike = symmetries.flips().reshape(-1).tolist(), symmetries.twists().reshape(-1).tolist()
        control, scratch = arrays_for(1)
        root = ProofRoot(0, *[np.zeros(0, np.int16)] * 4)
        self.loop = SearchLoop(SHARED.loop(proof_loops.expand), SLICE, control, root, self.tables, scratch)

    def pack(self, pieces: Pieces) -> int:
        """A cube, packed along an axis."""
        twist, flip, middle = coordinates.phase_one(pieces)
        code = int(self.numbering.places[self.tetrads * coordinates.tetrad(pieces) * proof_loops.MIDDLES + middle])
        packed: int = proof_loops.pack(code, flip, twist, *self._alike)
        return packed | (code & 15) << 2


class CubeProof:
    """The solutions of one cube with a given number of turns. space: counts what the search spends."""

    def __init__(self, proofs: Proofs, position: Position, space: Space) -> None:
        self._proofs = proofs
        self.space = space
        space.method = METHOD
        pieces = pieces_of(position)
        self._edges = pieces.edges
        self._first = np.zeros(proof_loops.NODE, np.int64)
        effects = []
        for axis in range(proof_loops.AXES):
            view = pieces_of(position)
            self._first[axis] = proofs.pack(view)
            inverse = coordinates.inverse_of(view)
            effects.append(
                (
                    coordinates.twists_after(inverse),
                    coordinates.flips_after(inverse),
                    coordinates.tetrads_after(inverse) * proofs.tetrads,
                    coordinates.middles_after(inverse),
                )
            )
            position = turned_around(position)
        by_axis = (np.concatenate(each).astype(np.int16) for each in zip(*effects, strict=True))
        self._root = ProofRoot(coordinates.corner_order(pieces), *by_axis)

    def solutions(self, limit: int) -> Iterator[Line]:
        """All solutions with exactly `limit` moves, none being shorter. Raises UnfinishedSearch."""
        control, scratch = arrays_for(limit)
        scratch.stack[0, 0], scratch.counts[0] = self._first, 1
        for _ in self._proofs.loop.run(self.space, control, self._root, self._proofs.tables, scratch):
            for packed in scratch.results[: control[proof_loops.SOLVED]].tolist():
                turns = [
                    packed[i // proof_loops.PATH_TURNS] >> proof_loops.TURN_BITS * (i % proof_loops.PATH_TURNS) & 31
                    for i in range(limit)
                ]
                if coordinates.edges_solved(self._edges, turns):
                    yield tuple(coordinates.NAMES[turn] for turn in turns)


def _flat(numbers: Ints, kind: type[np.integer[Any]]) -> Ints:
    """The numbers in one row, as small as they can be: all that the loop uses should fit in a core's cache."""
    return np.ascontiguousarray(numbers, kind).reshape(-1)

"""Searches of Rubik's Cube at native speed: a short solution in two phases, and shortest ones by IDA*.

H. Kociemba, "The two-phase algorithm", kociemba.org/cube.htm; R. E. Korf, "Depth-first iterative-deepening: an optimal
admissible tree search", Artificial Intelligence 27, 1985.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.twisty.cubes import CubePuzzle, pieces_of, turned_around
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.locks import deaf_to_ctrl_c
from perfect_play.solvers.native.compiler import SHARED, keep_code
from perfect_play.solvers.pathfinding.choose import never_solved
from perfect_play.solvers.pathfinding.deepening import AllShortest
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult, Space
from perfect_play.solvers.pattern_databases import coordinates, phase_loops
from perfect_play.solvers.pattern_databases.distances import read
from perfect_play.solvers.pattern_databases.pattern_file import path_of
from perfect_play.solvers.pattern_databases.proofs import CubeProof, Proofs, finds
from perfect_play.solvers.tables.connections import Identity, identity_at
from perfect_play.solvers.tables.reader import TableError, TableMissing

METHOD = "IDA* along three axes"
TWO_PHASES = "two phases"
SLICE = 50_000
"""Cubes between looks at the clock, some 10 ms."""

MAX_TURNS, MAX_SECOND = 30, 10
"""Turns of the longest solution looked for, and of its second phase."""

PROOF_DEPTH = 13
"""Fewer turns are proved in a fraction of a second without tables of distances, which take seconds to be read."""

GOOD = 20
"""A solution of at most this many turns is not improved, since some cubes need as many."""

_compiling = threading.Lock()
Opened = tuple[Proofs | None, TableError | None]


class SearchTables:
    """The compiled loops, and the fewest turns that pairs of numbers need: 4 MB, made in a second."""

    def __init__(self) -> None:
        """Compile the loops, or take them from the compiler's cache. Raises OSError."""
        with deaf_to_ctrl_c():  # an interrupted compiler prints a traceback
            self.loops = SHARED.loops(phase_loops)
            every = np.arange(phase_loops.TURNS)
            first = coordinates.twists(), coordinates.flips(), coordinates.middles()
            second = coordinates.corners(), coordinates.outer_edges(), coordinates.middle_edges()
            by_twist, by_flip = (self._needs(effects, first[2], every) for effects in first[:2])
            by_corner, by_edge = (self._needs(effects, second[2], coordinates.SECOND_PHASE) for effects in second[:2])
            self.phases = phase_loops.PhaseTables(
                np.array([pieces.edges for pieces in coordinates.AFTER_TURN]),
                coordinates.along_axes(),
                *first,
                by_twist,
                by_flip,
                *second,
                by_corner,
                by_edge,
                coordinates.SECOND_PHASE,
            )
            TwoPhases(self, np.zeros(3, np.int64), 0, np.arange(12)).go_on(0, 0, 0)
            rows, control = np.zeros((1, phase_loops.WIDE), np.int64), np.zeros(phase_loops.COUNTS, np.int64)
            self.loops.deepen(0, control, rows, self.phases)

    def _needs(self, first: Ints, second: Ints, turns: Ints) -> Ints:
        distances = np.full(len(first) * len(second), -1, np.int8)
        self.loops.fill(distances, first, second, turns)
        return distances


@cache
def _tables() -> SearchTables:
    return SearchTables()


class TwoPhases:
    """The solutions of one cube in two phases. numbers: of the first phase. corner: the order of its corners."""

    def __init__(self, tables: SearchTables, numbers: Ints, corner: int, edges: Ints) -> None:
        self._tables, self._numbers, self._corner = tables, numbers, corner
        self._order = np.stack([edges, edges, edges]).astype(np.int64)
        self._line = np.zeros(MAX_TURNS, np.int64)
        self._scratch = np.zeros((MAX_SECOND + 2, 4), np.int64)

    @classmethod
    def of(cls, tables: SearchTables, pieces: Any) -> TwoPhases:
        """The solutions of a cube with these pieces."""
        numbers = np.array(coordinates.phase_one(pieces))
        return cls(tables, numbers, coordinates.corner_order(pieces), np.array(pieces.edges))

    def begin(self, limit: int) -> None:
        """Look for solutions with this many turns in the first phase."""
        self._control = np.zeros(phase_loops.COUNTS, np.int64)
        self._control[phase_loops.LIMIT] = limit
        self._rows = np.zeros((limit + 1, phase_loops.COLUMNS), np.int64)
        self._rows[0, : len(self._numbers)] = self._numbers
        self._rows[0, phase_loops.TURN] = phase_loops.ABSENT

    def go_on(self, nodes: int, max_turns: int, limit: int | None = None) -> int:
        """Search about `nodes` cubes at most; return PAUSED, ENDED or SUCCESS.

        max_turns: turns of the second phase. limit: start over with this many turns in the first phase.
        """
        if limit is not None:
            self.begin(limit)
        ended: int = self._tables.loops.two_phases(
            nodes, max_turns, self._control, self._rows, self._line, self._scratch, self._order, self._corner,
            self._tables.phases,
        )  # fmt: skip
        return ended

    def solution(self) -> list[int]:
        """The turns of the solution that was found."""
        first = self._rows[1 : self._control[phase_loops.LIMIT] + 1, phase_loops.TURN]
        return [*first.tolist(), *self._line[: self._control[phase_loops.SECOND]].tolist()]


class CubeSearch:
    """All shortest solutions of one cube; `space` counts what the search spends."""

    def __init__(
        self,
        tables: SearchTables,
        rules: CubePuzzle,
        position: Position,
        budget: Budget,
        proofs: Callable[[bool], Proofs | None],
    ) -> None:
        """proofs: returns the search that uses tables of distances, or None; it is told whether to wait for them."""
        self._tables, self._proofs, self._position = tables, proofs, position
        self.space = Space(rules, budget, METHOD)
        self._edges = pieces_of(position).edges
        self._first = np.zeros(phase_loops.WIDE, np.int64)
        self._first[phase_loops.LAST] = phase_loops.ABSENT
        self._first[phase_loops.CORNER] = coordinates.corner_order(pieces_of(position))
        for axis in range(phase_loops.AXES):
            self._first[3 * axis : 3 * axis + 3] = coordinates.phase_one(pieces_of(position))
            position = turned_around(position)

    def lines(self, max_moves: int | None = None) -> Iterator[Line]:
        """All shortest solutions of a solvable but unsolved cube, if they have at most `max_moves` moves.

        Raises Unfinished.
        """
        limit, solved, solutions = 1, False, self._solutions
        while not solved and (max_moves is None or limit <= max_moves):
            self.space.bound = limit
            if limit >= PROOF_DEPTH and solutions == self._solutions:
                proofs = self._proofs(self.space.unhurried)
                if proofs is not None:
                    solutions = CubeProof(proofs, self._position, self.space).solutions
            for line in solutions(limit):
                solved = True
                yield line
            limit += 1

    def _solutions(self, limit: int) -> Iterator[Line]:
        """All solutions with exactly `limit` moves, none being shorter."""
        rows = np.zeros((limit + 1, phase_loops.WIDE), np.int64)
        rows[0] = self._first
        control = np.zeros(phase_loops.COUNTS, np.int64)
        control[phase_loops.LIMIT] = limit
        deepen = self._tables.loops.deepen
        for _ in finds(self.space, control, SLICE, lambda nodes: deepen(nodes, control, rows, self._tables.phases)):
            turns = rows[1 : control[phase_loops.DEPTH] + 1, phase_loops.LAST].tolist()
            if coordinates.edges_solved(self._edges, turns):
                yield tuple(coordinates.NAMES[turn] for turn in turns)


class CubeSearcher:
    """Searches cubes. Threads may share it."""

    def __init__(self, data_dir: Path) -> None:
        """Compile the loops, or take them from the compiler's cache, and make the tables. Raises OSError."""
        with _compiling:
            keep_code(data_dir)
            self._tables = _tables()
        self._data_dir = data_dir
        self._lock = threading.Lock()
        self._opened: tuple[Identity | None, Future[Opened]] | None = None

    def proofs(self, rules: CubePuzzle, wait: bool = False) -> tuple[Proofs | None, TableError | None]:
        """The search with tables of distances, or None and the reason why; the file is read again when it changes.

        wait: whether to wait for a file that is being read, which takes seconds; else there is neither until then.
        """
        path = path_of(self._data_dir / "tables", rules)
        identity = identity_at(path)
        with self._lock:
            if self._opened is None or self._opened[0] != identity:
                self._opened = identity, Future()
                threading.Thread(target=self._open, args=(rules, path, self._opened[1]), daemon=True).start()
            future = self._opened[1]
        return future.result() if wait or identity is None or future.done() else (None, None)

    def _open(self, rules: CubePuzzle, path: Path, future: Future[Opened]) -> None:
        try:
            tables = read(path, rules)
            with _compiling:
                future.set_result((Proofs(tables), None))
        except TableError as error:
            future.set_result((None, error))
        except (OSError, MemoryError) as error:
            message = f"The pattern databases of {rules.full_id} cannot be read: {error}."
            future.set_result((None, TableMissing(message)))
        finally:
            future.cancel()  # unless it has a result: then nobody waits for ever

    def _search(self, rules: CubePuzzle, position: Position, budget: Budget) -> CubeSearch:
        return CubeSearch(self._tables, rules, position, budget, lambda wait: self.proofs(rules, wait)[0])

    def every_shortest(self, rules: CubePuzzle, position: Position, budget: Budget = UNLIMITED) -> AllShortest:
        """All shortest solutions, or a proof that there are none. Raises Unfinished."""
        if (result := never_solved(rules, position)) is not None:
            return AllShortest(result, iter(()))
        search = self._search(rules, position, budget)
        if rules.primitive(position) is not None:
            return AllShortest(search.space.solution(()), iter([()]))
        lines = search.lines()
        line = next(lines)
        return AllShortest(search.space.solution(line), chain([line], lines))

    def shortest(self, rules: CubePuzzle, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
        """A shortest solution, or a proof that there is none. Raises Unfinished."""
        return self.every_shortest(rules, position, budget).first

    def solved_within(self, rules: CubePuzzle, position: Position, max_moves: int, budget: Budget = UNLIMITED) -> bool:
        """Whether a solvable cube can be solved in at most `max_moves` moves. Raises Unfinished."""
        if rules.primitive(position) is not None:
            return True
        return next(self._search(rules, position, budget).lines(max_moves), None) is not None

    def some_line(self, rules: CubePuzzle, position: Position, seconds: float) -> tuple[Line, str]:
        """A solution of a solvable cube, the shorter the more time there is, and how it was found.

        The cube is solved along each axis, and so is its inverse.
        """
        deadline = Deadline(seconds)
        if rules.primitive(position) is not None:
            return (), TWO_PHASES
        searches = list(self._six(position))
        best: Line | None = None
        for limit in range(1, MAX_TURNS):
            for search, named in searches:
                begin: int | None = limit
                while True:
                    max_turns = MAX_SECOND if best is None else min(MAX_SECOND, len(best) - 1 - limit)
                    if max_turns < 0 or (best is not None and (len(best) <= GOOD or deadline.passed)):
                        break
                    ended = search.go_on(SLICE, max_turns, begin)
                    begin = None
                    if ended == phase_loops.SUCCESS:
                        best = named(search.solution())
                    elif ended == phase_loops.ENDED:
                        break
        assert best is not None, "a cube that can be solved is solved in two phases"
        return best, TWO_PHASES

    def _six(self, position: Position) -> Iterator[tuple[TwoPhases, Callable[[list[int]], Line]]]:
        """The searches of the cube and of its inverse along each axis, and the lines that their turns stand for."""
        around = coordinates.around()
        turns: Ints = np.arange(phase_loops.TURNS)
        for _ in range(phase_loops.AXES):
            pieces, names = pieces_of(position), [coordinates.NAMES[turn] for turn in np.argsort(turns)]
            yield TwoPhases.of(self._tables, pieces), partial(_named, names)
            yield TwoPhases.of(self._tables, coordinates.inverse_of(pieces)), partial(_undone, names)
            position, turns = turned_around(position), around[turns]


def _named(names: list[str], turns: list[int]) -> Line:
    return tuple(names[turn] for turn in turns)


def _undone(names: list[str], turns: list[int]) -> Line:
    return tuple(names[turn // 3 * 3 + 2 - turn % 3] for turn in reversed(turns))

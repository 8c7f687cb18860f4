"""Searches of Rubik's Cube at native speed: a short solution in two phases, and shortest ones by IDA*.

H. Kociemba, "The two-phase algorithm", kociemba.org/cube.htm; R. E. Korf, "Depth-first iterative-deepening: an optimal
admissible tree search", Artificial Intelligence 27, 1985.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.twisty.cubes import SOLVED, CubePuzzle, Pieces, pieces_of, turned_around
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.budget import Deadline, Meter, SearchStopped
from perfect_play.solvers.locks import deaf_to_ctrl_c
from perfect_play.solvers.native.compiler import SHARED, keep_code
from perfect_play.solvers.native.search import DEPTH, SearchLoop
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line
from perfect_play.solvers.pattern_databases import coordinates, phase_loops
from perfect_play.solvers.pattern_databases.compiled_deepening import CompiledDeepening
from perfect_play.solvers.pattern_databases.cube_proofs import CubeProof, Proofs
from perfect_play.solvers.pattern_databases.distances import read
from perfect_play.solvers.pattern_databases.pattern_file import path_of
from perfect_play.solvers.tables.reader import TableError, TableMissing
from perfect_play.solvers.tables.sealed_file import CurrentFile

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

Opened = tuple[Proofs | None, TableError | None]


class SearchTables:
    """The compiled loops, and the fewest turns that pairs of numbers need: 4 MB, made in a second."""

    def __init__(self) -> None:
        """Compile the loops, or take them from the compiler's cache. Raises OSError."""
        with deaf_to_ctrl_c():  # an interrupted compiler prints a traceback
            self._loops = SHARED.loops(phase_loops)
            first = coordinates.twists(), coordinates.flips(), coordinates.middles()
            second = coordinates.corners(), coordinates.outer_edges(), coordinates.middle_edges()
            self.phases = phase_loops.PhaseTables(
                np.array([pieces.edges for pieces in coordinates.AFTER_TURN]),
                coordinates.along_axes(),
                self._phase(*first, np.arange(phase_loops.TURNS)),
                self._phase(*second, coordinates.SECOND_PHASE),
            )
        control, rows = np.zeros(phase_loops.COUNTS, np.int64), np.zeros((1, phase_loops.WIDE), np.int64)
        self.deepen = SearchLoop(self._loops.deepen, SLICE, control, rows, self.phases)
        self.two_phases = SearchLoop(self._loops.two_phases, SLICE, *TwoPhases(self, pieces_of(SOLVED)).arrays(0))

    def _phase(self, first: Ints, second: Ints, third: Ints, turns: Ints) -> phase_loops.Phase:
        by_first, by_second = (np.full(len(effects) * len(third), -1, np.int8) for effects in (first, second))
        self._loops.fill(by_first, first, third, turns)
        self._loops.fill(by_second, second, third, turns)
        return phase_loops.Phase(first, second, third, by_first, by_second, turns)


@cache
def _tables() -> SearchTables:
    return SearchTables()


class TwoPhases:
    """The solutions of one cube in two phases."""

    def __init__(self, tables: SearchTables, pieces: Pieces) -> None:
        self._tables, self._pieces = tables, pieces
        self._order = np.stack([np.array(pieces.edges)] * 3).astype(np.int64)
        self._second_rows = np.zeros((MAX_SECOND + 1, phase_loops.COLUMNS), np.int64)

    def arrays(self, limit: int) -> tuple[Any, ...]:
        """What the search for solutions with this many turns in the first phase works in."""
        control = np.zeros(phase_loops.COUNTS, np.int64)
        control[phase_loops.LIMIT], control[phase_loops.MAX_SECOND] = limit, MAX_SECOND
        control[phase_loops.START_CORNER] = coordinates.corner_order(self._pieces)
        rows = np.zeros((limit + 1, phase_loops.COLUMNS), np.int64)
        rows[0, :3] = coordinates.phase_one(self._pieces)
        rows[0, phase_loops.TURN] = phase_loops.ABSENT
        return control, rows, self._second_rows, self._order, self._tables.phases

    def solutions(self, limit: int, max_turns: int | None, go_on: Callable[[], bool]) -> Iterator[list[int]]:
        """Solutions with this many turns in the first phase, each shorter than the one before. Raises SearchStopped.

        max_turns: the most turns of the first solution. None: any number.
        """
        arrays = control, rows, second_rows, *_ = self.arrays(limit)
        if max_turns is not None:
            control[phase_loops.MAX_SECOND] = min(MAX_SECOND, max_turns - limit)
        search = self._tables.two_phases.run(Meter(go_on), *arrays)
        while control[phase_loops.MAX_SECOND] >= 0 and next(search, None) is not None:
            second = int(control[phase_loops.SECOND])
            yield [
                *rows[1 : limit + 1, phase_loops.TURN].tolist(),
                *second_rows[1 : second + 1, phase_loops.TURN].tolist(),
            ]
            control[phase_loops.MAX_SECOND] = second - 1


class CubeSearch(CompiledDeepening):
    """A search of one cube."""

    def __init__(
        self,
        tables: SearchTables,
        rules: CubePuzzle,
        position: Position,
        budget: Budget,
        proofs: Callable[[bool], Proofs | None],
    ) -> None:
        """proofs: returns the search that uses tables of distances, or None; it is told whether to wait for them."""
        super().__init__(rules, position, budget, METHOD)
        self._tables, self._proofs = tables, proofs
        self._proof: CubeProof | None = None

    def first_limit(self) -> int:
        """One move, unless the cube is solved."""
        position, self._edges = self.position, pieces_of(self.position).edges
        self._first = np.zeros(phase_loops.WIDE, np.int64)
        self._first[phase_loops.LAST] = phase_loops.ABSENT
        self._first[phase_loops.CORNER] = coordinates.corner_order(pieces_of(position))
        for axis in range(phase_loops.AXES):
            self._first[3 * axis : 3 * axis + 3] = coordinates.phase_one(pieces_of(position))
            position = turned_around(position)
        return 0 if self.space.solved(self.position) else 1

    def solutions(self, limit: int) -> Iterator[Line]:
        """All solutions with exactly `limit` moves, none being shorter."""
        if limit >= PROOF_DEPTH and self._proof is None and (proofs := self._proofs(self.space.unhurried)) is not None:
            self._proof = CubeProof(proofs, self.position, self.space)
        if self._proof is not None:
            yield from self._proof.solutions(limit)
            return
        rows = np.zeros((limit + 1, phase_loops.WIDE), np.int64)
        rows[0] = self._first
        control = np.zeros(phase_loops.COUNTS, np.int64)
        control[phase_loops.LIMIT] = limit
        for _ in self._tables.deepen.run(self.space, control, rows, self._tables.phases):
            turns = rows[1 : control[DEPTH] + 1, phase_loops.LAST].tolist()
            if coordinates.edges_solved(self._edges, turns):
                yield tuple(coordinates.NAMES[turn] for turn in turns)


class CubeSearcher:
    """Searches cubes. Threads may share it."""

    def __init__(self, data_dir: Path) -> None:
        """Compile the loops, or take them from the compiler's cache, and make the tables. Raises OSError."""
        keep_code(data_dir)
        self._tables = _tables()
        self._data_dir = data_dir
        self._lock = threading.Lock()
        self._file: CurrentFile[Future[Opened]] | None = None

    def proofs(self, rules: CubePuzzle, wait: bool = False) -> tuple[Proofs | None, TableError | None]:
        """The search with tables of distances, or None and the reason why; the file is read again when it changes.

        wait: whether to wait for a file that is being read, which takes seconds; else there is neither until then.
        """
        path = path_of(self._data_dir / "tables", rules)
        with self._lock:
            self._file = self._file or CurrentFile(path, partial(self._opening, rules, path))
        future = self._file.content()
        return future.result() if wait or future.done() or not path.exists() else (None, None)

    def _opening(self, rules: CubePuzzle, path: Path) -> Future[Opened]:
        future: Future[Opened] = Future()
        threading.Thread(target=self._open, args=(rules, path, future), daemon=True).start()
        return future

    def _open(self, rules: CubePuzzle, path: Path, future: Future[Opened]) -> None:
        try:
            tables = read(path, rules)
            future.set_result((Proofs(tables), None))
        except TableError as error:
            future.set_result((None, error))
        except (OSError, MemoryError) as error:
            message = f"The pattern databases of {rules.full_id} cannot be read: {error}."
            future.set_result((None, TableMissing(message)))
        finally:
            future.cancel()  # unless it has a result: then nobody waits for ever

    def begin(self, rules: CubePuzzle, position: Position, budget: Budget = UNLIMITED) -> CubeSearch:
        """A search of a cube."""
        return CubeSearch(self._tables, rules, position, budget, lambda wait: self.proofs(rules, wait)[0])

    def some_line(self, rules: CubePuzzle, position: Position, seconds: float) -> tuple[Line, str]:
        """A solution of a solvable cube, the shorter the more time there is, and how it was found.

        The cube is solved along each axis, and so is its inverse.
        """
        deadline = Deadline(seconds)
        if rules.primitive(position) is not None:
            return (), TWO_PHASES
        searches = list(self._six(position))
        best: Line | None = None

        def go_on() -> bool:
            return best is None or (len(best) > GOOD and not deadline.passed)

        with suppress(SearchStopped):
            for limit in range(1, MAX_TURNS):
                for search, named in searches:
                    for turns in search.solutions(limit, None if best is None else len(best) - 1, go_on):
                        best = named(turns)
        assert best is not None, "a cube that can be solved is solved in two phases"
        return best, TWO_PHASES

    def _six(self, position: Position) -> Iterator[tuple[TwoPhases, Callable[[list[int]], Line]]]:
        """The searches of the cube and of its inverse along each axis, and the lines that their turns stand for."""
        around = coordinates.around()
        turns: Ints = np.arange(phase_loops.TURNS)
        for _ in range(phase_loops.AXES):
            pieces, names = pieces_of(position), [coordinates.NAMES[turn] for turn in np.argsort(turns)]
            yield TwoPhases(self._tables, pieces), partial(_turn_names, names)
            yield TwoPhases(self._tables, coordinates.inverse_of(pieces)), partial(_undone, names)
            position, turns = turned_around(position), around[turns]


def _turn_names(names: list[str], turns: list[int]) -> Line:
    return tuple(names[turn] for turn in turns)


def _undone(names: list[str], turns: list[int]) -> Line:
    return tuple(names[turn // 3 * 3 + 2 - turn % 3] for turn in reversed(turns))

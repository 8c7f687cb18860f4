"""Proves the gains of boards of a sowing game, a slice at a time, so that the search can be stopped."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from perfect_play.puzzles.sowing import SowingGame
from perfect_play.solvers.arrays import Int8s, Int64s
from perfect_play.solvers.budget import SearchStopped, in_time
from perfect_play.solvers.native.search import SearchLoop
from perfect_play.solvers.proving import sowing_loops
from perfect_play.solvers.proving.endgame_file import (
    Board,
    SowingLoops,
    boards_up_to,
    path_of,
    read_endgames,
    stones_within,
)
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import BadFile, CurrentFile

ENTRIES = 8_388_593
"""Entries of a transposition table, of eight bytes each; a prime number."""

SLICE = 100_000
"""Boards between looks at the clock, some 30 ms."""

IN_MEMORY = 3_000_000
"""The most boards of endgames that are made in memory if there is no file, in a second."""


class Endgames(NamedTuple):
    """The gains of boards of at most `stones` stones, and the transposition table of the searches that use them.

    fault: why a file of endgames is not used, in a sentence.
    """

    stones: int
    gains: Int8s
    table: Int64s
    fault: str = ""


class Sower:
    """Searches boards of one number of pits. Threads may share it."""

    def __init__(self, rules: SowingGame, data_dir: Path, entries: int = ENTRIES) -> None:
        """Compile the loops, and open the endgames or make small ones. Raises OSError."""
        self.sowing = SowingLoops(rules, data_dir)
        self._path, self._entries = path_of(data_dir / "tables", rules), entries
        self._file = CurrentFile(self._path, self._opened)
        arrays = self._arrays(self.endgames, (0,) * 2 * rules.pits, 0)
        self.loop = SearchLoop(self.sowing.loops.search, SLICE, *arrays)

    @property
    def endgames(self) -> Endgames:
        """Those of the file as it is now, or small ones."""
        return self._file.content()

    def _opened(self) -> Endgames:
        table: Int64s = np.zeros(self._entries, np.int64)
        try:
            return Endgames(*read_endgames(self._path, self.sowing), table)
        except (TableMissing, BadFile) as error:
            stones = stones_within(self.sowing.pits, IN_MEMORY)
            gains = np.empty(boards_up_to(self.sowing.pits, stones), np.int8)
            self.sowing.fill(gains, 0, stones)
            gains.flags.writeable = False  # as those of a file: the loop is compiled for no other kind
            return Endgames(stones, gains, table, str(error) if isinstance(error, BadFile) else "")

    def bounds(
        self,
        board: Board,
        middle: int,
        go_on: Callable[[], bool] = in_time,
        start: tuple[int, int] | None = None,
        exact: bool = True,
    ) -> tuple[int, int]:
        """The least and the greatest gain that a board can have, by what is proved while `go_on()` is true.

        middle: the gain to compare with first. start: bounds to start from. exact: whether to go on once it is proved
        on which side of `middle` the gain is, or that it is equal. If the file of endgames changes meanwhile, nothing
        that was proved by it holds, and the search begins again.
        """
        endgames = bounds = None
        while endgames is not (endgames := self.endgames):
            bounds = self._bounds(endgames, board, middle, go_on, start, exact)
        assert bounds is not None
        return bounds

    def _bounds(
        self,
        endgames: Endgames,
        board: Board,
        middle: int,
        go_on: Callable[[], bool],
        start: tuple[int, int] | None,
        exact: bool,
    ) -> tuple[int, int]:
        stones, first = sum(board), middle
        low, high = start or (-stones, stones)
        while low < high and (exact or low <= first <= high):
            alpha = min(max(middle, low), high - 1)
            _, line, *_ = arrays = self._arrays(endgames, board, alpha)
            try:
                self.loop.finish(go_on, *arrays)
            except SearchStopped:
                break
            bound = int(line.frames[0, sowing_loops.GAIN])
            if bound > alpha:  # in the end all stones are stored, so a gain is odd if their number is
                low = middle = bound + (bound - stones) % 2
            else:
                high = bound - (bound - stones) % 2
                middle = high - 1
        return low, high

    def _arrays(
        self, endgames: Endgames, board: Board, alpha: int
    ) -> tuple[Int64s, sowing_loops.LineArrays, Int64s, Int8s, Int64s, Int64s]:
        """What a search for a gain above `alpha`, or of `alpha` at most, works in."""
        rows = (2 * self.sowing.pits + 1) * sum(board) + 2
        control = np.zeros(sowing_loops.COUNTS, np.int64)
        control[sowing_loops.BOUND] = endgames.stones
        frames, boards = np.zeros((rows, sowing_loops.COLUMNS), np.int64), np.zeros((rows + 1, len(board)), np.int64)
        boards[0] = board
        columns = [sowing_loops.NUMBER, sowing_loops.STONES, sowing_loops.ALPHA, sowing_loops.BETA, sowing_loops.NEXT]
        frames[0, columns] = self.sowing.number(board), sum(board), alpha, alpha + 1, -1
        moves = np.zeros((rows, self.sowing.pits, 3), np.int64)
        line = sowing_loops.LineArrays(frames, boards, moves)
        return control, line, endgames.table, endgames.gains, self.sowing.choose, self.sowing.flags

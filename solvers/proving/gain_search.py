"""Proves the gains of boards of a sowing game, a slice at a time, so that the search can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from perfect_play.puzzles.sowing import SowingGame
from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.budget import Stopped, in_time
from perfect_play.solvers.native.search import SearchLoop
from perfect_play.solvers.proving import sowing_loops
from perfect_play.solvers.proving.endgames import (
    Board,
    SowingLoops,
    boards_up_to,
    path_of,
    read_endgames,
    stones_within,
)
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import BadFile

ENTRIES = 8_388_593
"""Entries of a transposition table, of eight bytes each; a prime number."""

SLICE = 100_000
"""Boards between looks at the clock, some 30 ms."""

IN_MEMORY = 3_000_000
"""The most boards of endgames that are made in memory if there is no file, in a second."""


class Sower:
    """Searches boards of one number of pits. Threads may share it.

    stones: those of the largest endgames it has. fault: why a file of endgames is not used, in a sentence.
    """

    def __init__(self, rules: SowingGame, data_dir: Path, entries: int = ENTRIES) -> None:
        """Compile the loops, and open the endgames or make small ones. Raises OSError."""
        self.sowing = SowingLoops(rules, data_dir)
        self.table = np.zeros(entries, np.int64)
        self.fault = ""
        try:
            self.stones, self.gains = read_endgames(path_of(data_dir / "tables", rules), self.sowing)
        except (TableMissing, BadFile) as error:
            self.fault = str(error) if isinstance(error, BadFile) else ""
            self.stones = stones_within(rules.pits, IN_MEMORY)
            self.gains = np.empty(boards_up_to(rules.pits, self.stones), np.int8)
            self.sowing.fill(self.gains, 0, self.stones)
            self.gains.flags.writeable = False  # as those of a file: the loop is compiled for no other kind
        self.loop = SearchLoop(self.sowing.loops.search, SLICE, *self._arrays((0,) * 2 * rules.pits, 0))

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
        on which side of `middle` the gain is, or that it is equal.
        """
        stones, first = sum(board), middle
        low, high = start or (-stones, stones)
        while low < high and (exact or low <= first <= high):
            alpha = min(max(middle, low), high - 1)
            _, frames, *_ = arrays = self._arrays(board, alpha)
            try:
                self.loop.finish(go_on, *arrays)
            except Stopped:
                break
            bound = int(frames[0, sowing_loops.GAIN])
            if bound > alpha:  # in the end all stones are stored, so a gain is odd if their number is
                low = middle = bound + (bound - stones) % 2
            else:
                high = bound - (bound - stones) % 2
                middle = high - 1
        return low, high

    def _arrays(self, board: Board, alpha: int) -> tuple[Ints, ...]:
        """What a search for a gain above `alpha`, or of `alpha` at most, works in."""
        rows = (2 * self.sowing.pits + 1) * sum(board) + 2
        control = np.zeros(sowing_loops.COUNTS, np.int64)
        control[sowing_loops.BOUND] = self.stones
        frames, boards = np.zeros((rows, sowing_loops.COLUMNS), np.int64), np.zeros((rows + 1, len(board)), np.int64)
        boards[0] = board
        columns = [sowing_loops.NUMBER, sowing_loops.STONES, sowing_loops.ALPHA, sowing_loops.BETA, sowing_loops.NEXT]
        frames[0, columns] = self.sowing.number(board), sum(board), alpha, alpha + 1, -1
        moves = np.zeros((rows, self.sowing.pits, 3), np.int64)
        return control, frames, boards, moves, self.table, self.gains, self.sowing.choose, self.sowing.flags

"""The interpreter of PuzzleScript, compiled: once for all scripts, whose rules are data."""

from __future__ import annotations

import numpy as np

from perfect_play.puzzles.puzzlescript import turns
from perfect_play.puzzles.puzzlescript.program import Machine
from perfect_play.solvers.native.compiler import SHARED


def compiled_machine() -> Machine:
    """The interpreter at native speed."""
    return Machine(SHARED.loop(turns.play_move), SHARED.loop(turns.is_won), lambda numbers: np.array(numbers, np.int64))

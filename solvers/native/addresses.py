"""The addresses of the functions of a variant's rules, and what the loops call a kernel with."""

from typing import NamedTuple

import numpy as np

from perfect_play.puzzles.boards.moves import MOST_MOVES
from perfect_play.solvers.arrays import Int64s

SCRATCH_LENGTH = 256 + MOST_MOVES  # of a kernel's argument `scratch`


class KernelAddresses(NamedTuple):
    """The addresses of a kernel's functions, 0 for those that it does not have."""

    children: int = 0
    parents: int = 0
    primitive: int = 0
    margin: int = 0
    alike: int = 0
    within: int = 0


class KernelScratch(NamedTuple):
    """What the loops call a thread's kernel with. rules: its functions. numbers: [SCRATCH_LENGTH] their `scratch`."""

    rules: KernelAddresses
    numbers: Int64s


def kernel_scratch(rules: KernelAddresses) -> KernelScratch:
    """New arrays for a thread."""
    return KernelScratch(rules, np.zeros(SCRATCH_LENGTH, np.int64))


class Addresses(NamedTuple):
    """The addresses of a board game's functions, likewise, and `stuck`, which is a number."""

    outcome: int = 0
    list_moves: int = 0
    make_move: int = 0
    list_unmoves: int = 0
    unmake_move: int = 0
    lead: int = 0
    stuck: int = 0

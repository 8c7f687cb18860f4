"""What the loops of the tier engine are made of: single moves over ranks, and the effect of one result on a parent.

In the subset of Python that Numba compiles, and not run from here; `tiers.py` explains the codes and the arguments.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.native.intrinsics import fetch_add
from solvers.native.loops.arrangements import number_of, rank_of, turn_all

CHUNK = 4096
PENDING = 1 << 15
OPEN = (1 << 16) - 2
HOLE = (1 << 16) - 1
TIE = 2
DRAW = 3


def kernel_list_moves(cells: Any, turn: int, moves: Any) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def kernel_make_move(cells: Any, turn: int, move: int) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def kernel_outcome(cells: Any, turn: int) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def kernel_list_unmoves(cells: Any, turn: int, moves: Any) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def kernel_unmake_move(cells: Any, turn: int, move: int) -> int:
    """Stand-in for the function of the rules; never called."""
    raise NotImplementedError


def material_at(number: int, m: int, t: Any) -> int:
    """The material of a rank, from that of an earlier one."""
    while number >= t.first[m + 1]:
        m += 1
    return m


def neighbor(turn: int, move: int, back: bool, t: Any, s: Any) -> Any:
    """Twice the rank that a move of the position in `s` leads to, plus 1 if the same player is to move there.

    back: whether the move is taken back. Negative if there is no such material.
    """
    for i in range(len(s.cells)):
        s.child[i] = s.cells[i]
    other = kernel_unmake_move(s.child, turn, move) if back else kernel_make_move(s.child, turn, move)
    return 2 * rank_of(s.child, other, t, s.masks) + (other == turn)


def is_new(edge: int, edges: Any, count: int) -> bool:
    """Whether an edge is not among the first `count`."""
    new = True
    for i in range(count):
        new &= edges[i] != edge
    return new


def tell(parent: Any, code: Any, again: bool, level: int, start: int, codes: Any, degree: Any, following: Any) -> None:
    """Tell the parent, by its place, that one of its children has this code; `level` is one more than the child's."""
    known = np.int64(codes[start + parent])
    if known < PENDING or known == HOLE:
        return
    value = code & 3
    if value == TIE:
        if known != OPEN and known & 3 == TIE and (known - PENDING) >> 2 <= level:
            return
        codes[start + parent] = 4 * level + TIE
        following[parent // CHUNK] = 1
    elif (value == 0) == again:
        codes[start + parent] = 4 * level
        following[parent // CHUNK] = 1
    elif fetch_add(degree, parent, np.uint16(65535)) == 1 and (
        known == OPEN or (known & 3 == 1 and (known - PENDING) >> 2 <= level)
    ):
        codes[start + parent] = 4 * level + 1
        following[parent // CHUNK] = 1


def alike(number: int, m: int, t: Any, s: Any) -> int:
    """How many symmetries leave the position in `s`, of this rank, as it is."""
    turn = t.turn[m]
    rank_of(s.cells, turn, t, s.masks)
    own = s.masks[0]
    orbit = t.number[t.orbits[m] + number_of(own[t.piece[m, 0]] & t.inside[0], t.inside[0], t.binomial)]
    same = 0
    for i in range(t.fixing_first[orbit], t.fixing_first[orbit + 1]):
        turn_all(own, s.masks[1], t.fixing[i], t.shown)
        equal = True
        for piece in range(len(own)):
            if s.masks[1, piece] != own[piece]:
                equal = False
        same += equal
    return same

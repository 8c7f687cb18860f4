"""Building blocks of the tier engine's loops: single moves over ranks, and the effect of one result on a parent.

In the subset of Python that Numba compiles, and not run from here; `tiers.py` explains the codes and the arguments. The
rules are called by the addresses in `s.rules`, so that these loops are compiled once for all games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.native.intrinsics import call_2, call_3, fetch_add
from solvers.native.loops.arrangements import child_material, rank_within

CHUNK = 4096
PENDING = 1 << 15
OPEN = (1 << 16) - 2
HOLE = (1 << 16) - 1
TIE = 2
DRAW = 3


def material_at(number: int, m: int, t: Any) -> int:
    """The material of a rank, from that of an earlier one."""
    while number >= t.first[m + 1]:
        m += 1
    return m


def outcome_of(turn: int, s: Any) -> Any:
    """The outcome in `s.cells`; ONGOING if play goes on."""
    return call_2(s.rules.outcome, s.cells, turn)


def list_moves(turn: int, s: Any) -> Any:
    """Write the moves of the position in `s.cells` to `s.moves`; returns how many there are."""
    return call_3(s.rules.list_moves, s.cells, turn, s.moves)


def list_unmoves(turn: int, s: Any) -> Any:
    """The same for moves to take back."""
    return call_3(s.rules.list_unmoves, s.cells, turn, s.moves)


def make_children(rule: int, turn: int, count: int, s: Any) -> None:
    """Write the positions after the first `count` of `s.moves` to `s.children`, and their players to move to `s.turns`.

    rule: the address of `make_move`, or of `unmake_move` to take the moves back. All are made before any is read, since
    reading a word just after one of its bytes was written is slow.
    """
    for i in range(count):
        for word in range(len(s.cell_words)):
            s.children[i, word] = s.cell_words[word]
        s.turns[i] = call_3(rule, s.children[i], turn, s.moves[i])


def child_rank(i: int, t: Any, s: Any) -> Any:
    """The rank of the child with index `i`."""
    return rank_within(child_material(i, t, s), t, s)


def tell(parent: Any, code: Any, again: bool, less: int, level: int, p: Any, flags: Any) -> None:
    """Pass a child's code to its parent, given by place; `level` is one more than the child's.

    less: by how much its degree falls if the child is good for the opponent. flags: those of `level`.
    """
    known = np.int64(p.codes[parent])
    if known < PENDING or known == HOLE:
        return
    value = code & 3
    if value == TIE:
        if known != OPEN and known & 3 == TIE and (known - PENDING) >> 2 <= level:
            return
        p.codes[parent] = 4 * level + TIE
        flags[parent // CHUNK] = 1
    elif (value == 0) == again:
        p.codes[parent] = 4 * level
        flags[parent // CHUNK] = 1
    elif fetch_add(p.degree, parent, np.uint16(65536 - less)) == less and (
        known == OPEN or (known & 3 == 1 and (known - PENDING) >> 2 <= level)
    ):
        p.codes[parent] = 4 * level + 1
        flags[parent // CHUNK] = 1

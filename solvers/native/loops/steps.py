"""Building blocks of the tier engine's loops: moves over ranks, the sweep of one rank, the effect on a parent.

In the subset of Python that Numba compiles, and not run from here; `tiers.py` explains the codes and the arguments. The
rules are called by the addresses in `s.rules`, so that these loops are compiled once for all games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfect_play.puzzles.base import DRAWN, IMPOSSIBLE, LOST, ONGOING, TIED, WON
from perfect_play.solvers.arrays import AnyInt, Int64s, Uint8s
from perfect_play.solvers.native.intrinsics import call_2, call_3, codes_at, fetch_add, prefetch
from perfect_play.solvers.native.loops.arrangement_ranks import child_material, rank_within, unrank_to

if TYPE_CHECKING:
    from perfect_play.solvers.native.arrangement_tables import RankScratch, RankTables
    from perfect_play.solvers.native.tier_engine import Places


CHUNK = 4096
PENDING = 1 << 15
OPEN = (1 << 16) - 2
HOLE = (1 << 16) - 1
TIE = 2
DRAW = 3
NO_LEVEL = (1 << 16) - 1
UNSOLVED = -1  # in `later`: no codes; not an address, as those are even
ON_DISK = -3  # the codes are not in memory
MISSING = -(1 << 62)  # minus a rank: codes that the rank needs are not in memory


def material_at(number: int, m: int, t: RankTables) -> int:
    """The material of a rank, from that of an earlier one."""
    while number >= t.first[m + 1]:
        m += 1
    return m


def outcome_of(turn: int, s: RankScratch) -> Any:
    """The outcome in `s.cells`; ONGOING if play goes on."""
    return call_2(s.rules.outcome, s.cells, turn)


def list_moves(turn: int, s: RankScratch) -> Any:
    """Write the moves of the position in `s.cells` to `s.moves`; returns how many there are."""
    return call_3(s.rules.list_moves, s.cells, turn, s.moves)


def list_unmoves(turn: int, s: RankScratch) -> Any:
    """The same for moves to take back."""
    return call_3(s.rules.list_unmoves, s.cells, turn, s.moves)


def make_children(rule: int, turn: int, count: int, s: RankScratch) -> None:
    """Write the positions after the first `count` of `s.moves` to `s.children`, and their players to move to `s.turns`.

    rule: the address of `make_move`, or of `unmake_move` to take the moves back. All are made before any is read, since
    reading a word just after one of its bytes was written is slow.
    """
    for i in range(count):
        for part in range(len(s.cell_words)):
            s.children[i, part] = s.cell_words[part]
        s.turns[i] = call_3(rule, s.children[i], turn, s.moves[i])


def expand(number: int, m: int, t: RankTables, s: RankScratch) -> Any:
    """Write the children of a rank of material `m`, in which play goes on, to `s`; returns how many there are."""
    turn = t.turn[m]
    unrank_to(number, m, t, s)
    count = list_moves(turn, s)
    make_children(s.rules.make_move, turn, count, s)
    return count


def child_rank(i: int, t: RankTables, s: RankScratch) -> Any:
    """The rank of the child with index `i`."""
    return rank_within(child_material(i, t, s), t, s)


def tell(parent: AnyInt, code: AnyInt, same_player: bool, decrement: int, level: int, p: Places, flags: Uint8s) -> None:
    """Pass a child's code to its parent, given by place; `level` is one more than the child's.

    decrement: by how much its degree falls if the child is good for the opponent. flags: those of `level`.
    """
    current = np.int64(p.codes[parent])
    if current < PENDING or current == HOLE:
        return
    value = code & 3
    if value == TIE:
        if current != OPEN and current & 3 == TIE and (current - PENDING) >> 2 <= level:
            return
        p.codes[parent] = 4 * level + TIE
        flags[parent // CHUNK] = 1
    elif (value == 0) == same_player:
        p.codes[parent] = 4 * level
        flags[parent // CHUNK] = 1
    elif fetch_add(p.degree, parent, np.uint16(65536 - decrement)) == decrement and (
        current == OPEN or (current & 3 == 1 and (current - PENDING) >> 2 <= level)
    ):
        p.codes[parent] = 4 * level + 1
        flags[parent // CHUNK] = 1


def sweep_one(number: int, m: int, lookahead: bool, p: Places, t: RankTables, later: Int64s, s: RankScratch) -> Any:
    """Do what `sweep` says for one rank of material `m`; returns the number of edges from there.

    lookahead: whether to see which moves end play. If it needs codes that are not in memory, it changes nothing but
    `s.ranks[0]`, where it writes their material, and returns MISSING - number.
    """
    place = number - p.start
    if place % CHUNK == 0:
        p.due[place // CHUNK] = NO_LEVEL
    turn = t.turn[m]
    p.degree[place] = 0
    if unrank_to(number, m, t, s) == 0:
        p.codes[place] = HOLE
        return 0
    count, ended, propagated = 0, outcome_of(turn, s), not lookahead
    if ended == IMPOSSIBLE:
        p.codes[place] = HOLE
        return 0
    if ended == ONGOING:
        count = list_moves(turn, s)
        if count == 0:
            ended, propagated = s.rules.stuck, True
    if ended != ONGOING:
        p.codes[place] = 0 if ended == WON else 1 if ended == LOST else DRAW if ended == DRAWN else TIE
        if ended <= LOST and propagated:
            p.due[place // CHUNK] = 0
        return 0
    if count <= 0 or count > len(s.moves):
        return -1 - number
    win, lose, tie, draw = -1, -1, -1, False
    if lookahead:
        count, win, lose, tie = look_ahead(turn, count, s)
        if count < 0:
            return -1 - number
    else:
        make_children(s.rules.make_move, turn, count, s)
    leaving = 0
    for i in range(count):
        material = child_material(i, t, s)
        if material < p.first_material:
            return -1 - number
        if material < p.end_material and len(p.into) == 0:
            continue
        child = rank_within(material, t, s)
        if material < p.end_material:
            s.ranks[count - 1 - i + leaving] = child - p.start
        else:
            if later[material] == ON_DISK:
                s.ranks[0] = material
                return MISSING - number
            if later[material] == UNSOLVED:
                return -1 - number
            address = later[material] + 2 * child
            prefetch(codes_at(address, 1), 0)
            s.ranks[leaving], s.turns[leaving] = address, s.turns[i]
            leaving += 1
    staying = count - leaving
    for i in range(leaving, count if len(p.into) > 0 else leaving):
        fetch_add(p.into, s.ranks[i], 1)
    for i in range(leaving):
        code: Any = np.int64(codes_at(s.ranks[i], 1)[0])
        if code >= PENDING:
            return -1 - number
        value, level = code & 3, (code >> 2) + 1
        if value < TIE:
            if (value == 0) == (s.turns[i] == turn):
                win = level if win < 0 else min(win, level)
            else:
                lose = max(lose, level)
        elif value == TIE:
            tie = level if tie < 0 else min(tie, level)
        else:
            draw = True
    p.degree[place] = staying * t.images
    level = NO_LEVEL
    if win >= 0:
        code, level = PENDING + 4 * win, win
    elif tie >= 0:
        code = PENDING + 4 * tie + TIE
    elif draw:
        code = PENDING + DRAW
    elif lose >= 0:
        code, level = PENDING + 4 * lose + 1, lose
    else:
        code = OPEN
    p.codes[place] = code
    p.due[place // CHUNK] = min(p.due[place // CHUNK], level)
    return staying


def look_ahead(turn: int, count: int, s: RankScratch) -> tuple[int, int, int, int]:
    """Write the positions after the first `count` of `s.moves` in which play goes on to `s.children`; stop at a win.

    Returns how many they are, -1 if the rules contradict themselves, and the levels of a win, a loss and a tie: 1 if a
    move leads there, or -1. After a win, no child matters.
    """
    going_on, lose, tie = 0, -1, -1
    for i in range(count):
        for part in range(len(s.cell_words)):
            s.children[going_on, part] = s.cell_words[part]
        next_turn = call_3(s.rules.make_move, s.children[going_on], turn, s.moves[i])
        ended = (
            call_2(s.rules.outcome, s.children[going_on], next_turn) if next_turn == 1 or next_turn == 2 else IMPOSSIBLE
        )
        if ended == IMPOSSIBLE:
            return -1, -1, -1, -1
        if ended == ONGOING:
            s.turns[going_on] = next_turn
            going_on += 1
        elif ended == TIED:
            tie = 1
        elif (ended == WON) == (next_turn == turn):
            return 0, 1, -1, -1
        else:
            lose = 1
    return going_on, -1, lose, tie

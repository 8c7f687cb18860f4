"""The loops of the forward engine that call the kernel, and some for all engines, in the subset that Numba compiles.

Not run from here: see `dense.py`. `graph.py` explains slots, and has the loops that call no kernel. Codes are those of
`result.py`: for a game, four times the remoteness, plus 0 for a win, 1 for a loss, 2 for a tie, 3 for a draw; for a
puzzle, the remoteness, or `lost`.
"""

from typing import Any, NamedTuple

import numpy as np

from perfect_play.puzzles.base import DRAWN, LOST, ONGOING, WON
from perfect_play.solvers.arrays import Int8s, Int64s, Ints, Uint8s, Uint16s, Uint32s
from perfect_play.solvers.native.intrinsics import fetch_or, prefetch
from perfect_play.solvers.native.loops.graph import BATCH, FULL, WORST, claim
from perfect_play.solvers.native.loops.kernel_free import SAME_PLAYER
from perfect_play.solvers.native.loops.kernels import (
    kernel_alike,
    kernel_children,
    kernel_margin,
    kernel_parents,
    kernel_primitive,
)
from perfect_play.solvers.native.loops.lists import first_slot


class Slots(NamedTuple):
    """What is known by slot. keys, visited: which slots have a position; see `graph.py`. codes: of ended positions."""

    keys: Ints
    visited: Uint8s
    codes: Uint16s


class Listing(NamedTuple):
    """A thread's scratch arrays. children, firsts: for listed children, and for the first slots to try."""

    out: Int64s
    scratch: Any
    children: Int64s
    firsts: Int64s


class Moves(NamedTuple):
    """What `explore` writes.

    counts: the number of moves from each position. edges: the moves, twice the child's slot, plus 1 if the same player
    moves again. new_slots, new_ranks: the slots that were given to children, and the ranks there.
    """

    counts: Uint16s
    edges: Uint32s
    new_slots: Uint32s
    new_ranks: Int64s


def reach(frontier: Ints, size: int, out: Int64s, scratch: Any, children: Int64s) -> int:
    """Write the children of the numbers in `frontier` to `children`; return how many, or -1 - rank if one is out of
    range.

    Each number is twice a rank, plus 1 if the player who did not begin is to move.
    """
    total = 0
    for index in range(len(frontier)):
        number, side = np.int64(frontier[index]) >> 1, np.int64(frontier[index]) & 1
        if kernel_primitive(number, scratch) != ONGOING:
            continue
        count = kernel_children(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            child = out[i] if out[i] >= 0 else ~out[i]
            if child >= size:
                return int(-1 - number)
            children[total] = 2 * child + (side if out[i] < 0 else 1 - side)
            total += 1
    return total


def explore(
    game: bool, lost: int, size: int, frontier: Ints, numbers: Int64s, slots: Slots, listing: Listing, moves: Moves
) -> tuple[int, int]:
    """Write the moves from the positions in the slots `frontier`, and give slots to children that have none.

    Children are listed, BATCH or more, before any is looked up, so that their slots come from memory meanwhile.

    numbers: the ranks of the positions. Returns how many edges and new slots there are; a negative number of edges is
    FULL, if there was no slot for a child after that many new ones, or -1 - rank if one's rank is not below `size`.
    """
    keys, visited, codes = slots.keys, slots.visited, slots.codes
    out, scratch, children, firsts = listing.out, listing.scratch, listing.children, listing.firsts
    counts, edges, new_slots, new_ranks = moves.counts, moves.edges, moves.new_slots, moves.new_ranks
    total, new, index = 0, 0, 0
    while index < len(frontier):
        listed = 0
        while index < len(frontier) and listed < BATCH:
            number = numbers[index]
            ended, count = kernel_primitive(number, scratch), 0
            if ended != ONGOING:
                codes[frontier[index]] = primitive_code(game, lost, ended)
            else:
                count = kernel_children(number, out, scratch)
                if count > len(out):
                    return int(-1 - number), 0
            counts[index] = count
            index += 1
            for i in range(count):
                child = out[i] if out[i] >= 0 else ~out[i]
                if child >= size:
                    return int(-1 - number), 0
                if len(keys) > 0:
                    firsts[listed] = first_slot(child, keys)
                    prefetch(keys, firsts[listed])
                else:
                    prefetch(visited, child)
                children[listed] = out[i]
                listed += 1
        for i in range(listed):
            same_player = children[i] < 0
            slot = number = ~children[i] if same_player else children[i]
            if len(keys) > 0:
                slot, fresh = claim(number, firsts[i], keys)
                if slot < 0:
                    return FULL, new
            else:
                fresh = visited[slot] == 0 and fetch_or(visited, slot, np.uint8(1)) == 0
            if fresh:
                new_slots[new], new_ranks[new] = slot, number
                new += 1
            edges[total] = 2 * slot + (SAME_PLAYER if same_player else 0)
            total += 1
    return total, new


def explore_back(
    level: int, size: int, numbers: Int64s, slots: Slots, listing: Listing, new_slots: Uint32s, new_ranks: Int64s
) -> tuple[int, int]:
    """Give slots to the parents of these ranks that have none, and write both; returns as `explore`, without edges.

    level: their code.
    """
    keys, codes = slots.keys, slots.codes
    out, scratch, parents, firsts = listing.out, listing.scratch, listing.children, listing.firsts
    new, index = 0, 0
    while index < len(numbers):
        listed = 0
        while index < len(numbers) and listed < BATCH:
            number = numbers[index]
            count = kernel_parents(number, out, scratch)
            if count > len(out):
                return int(-1 - number), 0
            index += 1
            for i in range(count):
                if out[i] < 0 or out[i] >= size:
                    return int(-1 - number), 0
                parents[listed], firsts[listed] = out[i], first_slot(out[i], keys)
                prefetch(keys, firsts[listed])
                listed += 1
        for i in range(listed):
            slot, fresh = claim(parents[i], firsts[i], keys)
            if slot < 0:
                return FULL, new
            if fresh:
                codes[slot] = level
                new_slots[new], new_ranks[new] = slot, parents[i]
                new += 1
    return 0, new


def primitive_code(game: bool, lost: int, ended: int) -> int:
    """The code of a position at which play has ended."""
    if not game:
        return 0 if ended == WON else lost
    return 0 if ended == WON else 1 if ended == LOST else 3 if ended == DRAWN else 2


# --- for every rank of a list ---------------------------------------------------------------------


def weigh(ranks: Ints, weights: Ints, scratch: Any) -> None:
    """Write the number of positions that share each of these ranks to `weights`."""
    for index in range(len(ranks)):
        weights[index] = kernel_alike(int(np.int64(ranks[index])), scratch)


def end_margins(slots: Ints, keys: Ints, values: Int8s, scratch: Any) -> int:
    """Write the margins of the ended positions in `slots`: the points by which the player to move has won.

    Returns -1, or the slot of one that does not fit a byte.
    """
    for index in range(len(slots)):
        slot = np.int64(slots[index])
        margin = kernel_margin(np.int64(keys[slot]) - 1 if len(keys) > 0 else slot, scratch)
        if margin <= WORST or margin >= -WORST:
            return int(slot)
        values[slot] = margin
    return -1

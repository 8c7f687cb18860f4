"""The loop of IDA* for Rubik's Cube with tables of distances, compiled by `cube_proofs.py`: many cubes at a time.

A cube is solved no sooner than its numbers of the first phase and its tetrad, along each axis, nor are those of its
inverse: the tables say how soon these can be 0. Looking one up means waiting for memory, so that a batch of cubes is
looked up together. If the bound of the inverse is exactly the turns that remain, then the next turn is a quarter: the
solution of the inverse ends with the opposite turn, and half turns keep those numbers 0. (M. Reid, "New upper bounds",
Cube-Lovers, 7 January 1995; T. Rokicki, nxopt; S. Tronto, "H48", 2024.)

Along one axis a cube is packed into an integer: its bits in the large table, the symmetry that was applied (from bit 2
on), its number of twists (from 6 on) and its block (from 18 on).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from perfect_play.solvers.arrays import Int64s, Ints, Uint8s
from perfect_play.solvers.native.intrinsics import lowest_bit, prefetch
from perfect_play.solvers.native.search import ENDED, EXPANDED, GENERATED, OWN, PAUSED, SUCCESS
from perfect_play.solvers.pattern_databases.distance_loops import (
    BLOCK,
    FLIPS,
    LARGE,
    SMALL,
    TINY,
    TURNS,
    TWISTS,
    neighbor,
)

AXES, TETRADS, MIDDLES = 3, 70, 495
LAST_TURN, PATH, NODE = 3, 4, 6
"""Columns of a cube: itself, packed, by axis; twice its last turn, counted from 1, plus SURE; and all its turns."""
TAG, SURE, LANE = 3, 4, 5
"""Columns of a cube being looked up: itself, packed; its parent and last turn; whether its next turn is a quarter."""
HALVES = 0b010010010010010010
PATH_TURNS, TURN_BITS = 12, 5
LIMIT, BATCH, SOLVED, COUNTS = OWN, OWN + 1, OWN + 2, OWN + 3
"""Of `control`: the turns to search for, cubes at a time, and the number of cubes in `results`."""


class ProofScratch(NamedTuple):
    """What a search works in.

    stack: int64 (LIMIT, 19 * BATCH, NODE), the cubes after each number of turns that are to be expanded; counts: int64
    (LIMIT,), how many. lanes: int64 (18 * BATCH, LANE). results: int64 (18 * BATCH, 2); receives the turns of SOLVED
    cubes, except that edges may still be out of order.
    """

    stack: Int64s
    counts: Int64s
    lanes: Int64s
    results: Int64s


class ProofTables(NamedTuple):
    """What a search looks up, each but the first two in one dimension.

    large: the table LARGE, uint8 (bytes,). small: TINY and SMALL, uint8 (2, bytes). codes, places: of `CubeNumbering`,
    with tetrads. coarse: for each class, that of its part without tetrads. flips, twists, tetrads, middles, corners:
    the effects of turns; flips_alike, twists_alike: of symmetries. composed: the symmetry that equals one after
    another. to_view, from_view: by axis, symmetry and turn, what a turn is there, and back. allowed: by axis, symmetry
    and last turn, those that may follow, as seen there. undone: by axis and turn, the opposite turn as seen there.
    """

    large: Uint8s
    small: Uint8s
    codes: Ints
    flips: Ints
    twists: Ints
    flips_alike: Ints
    twists_alike: Ints
    composed: Ints
    to_view: Ints
    from_view: Ints
    allowed: Ints
    coarse: Ints
    tetrads: Ints
    middles: Ints
    places: Ints
    undone: Ints
    corners: Ints


class ProofRoot(NamedTuple):
    """The cube that is searched: the order of its corners; and by axis, the effects of its inverse."""

    corner: int
    twists: Ints
    flips: Ints
    tetrads: Ints
    middles: Ints


def pack(
    code: int, flip: int, twist: int, flips_alike: Sequence[int] | Ints, twists_alike: Sequence[int] | Ints
) -> Any:
    """A cube along an axis, its symmetry apart. code: its class, as in `CubeNumbering.places`."""
    return neighbor(code, flip, flips_alike) << 18 | twists_alike[(code & 15) * TWISTS + twist] << 6


def packed_after(packed: int, turn: int, t: ProofTables) -> Any:
    """The packed cube after a turn, its bits in the table apart."""
    code = t.codes[(packed >> 29) * TURNS + turn]
    flip, twist = t.flips[(packed >> 18 & FLIPS - 1) * TURNS + turn], t.twists[(packed >> 6 & 4095) * TURNS + turn]
    return pack(code, flip, twist, t.flips_alike, t.twists_alike) | t.composed[(packed & 60) << 2 | code & 15] << 2


def byte_of(packed: int) -> int:
    """Where the bits of a cube are in a table."""
    return (packed >> 18) * BLOCK + (packed >> 8 & 1023)


def bits_of(packed: int, table: Ints) -> Any:
    """The bits of a cube in a table."""
    return table[byte_of(packed)] >> (packed >> 5 & 6) & 3


def max_bits(remaining: int, base: int) -> int:
    """The greatest bits in a table of a cube that `remaining` turns may solve."""
    return min(max(remaining - base, 0), 3)


def expand(nodes: int, control: Int64s, root: ProofRoot, t: ProofTables, s: ProofScratch) -> int:
    """Generate about `nodes` cubes within the limit, going on with what is in `s.stack`.

    Returns SUCCESS, ENDED if nothing within the limit remains, or PAUSED.
    """
    limit, batch = control[LIMIT], control[BATCH]
    begun, ended = control[GENERATED], PAUSED
    while control[GENERATED] - begun < nodes:
        depth = limit - 1
        while depth >= 0 and s.counts[depth] < batch:
            depth -= 1
        if depth < 0:  # few remain anywhere: the first ones make more
            depth = 0
            while depth < limit and s.counts[depth] == 0:
                depth += 1
            if depth == limit:
                ended = ENDED
                break
        size = min(batch, s.counts[depth])
        s.counts[depth] -= size
        base, remaining = s.counts[depth], limit - depth - 1
        rows = s.stack[depth]
        control[EXPANDED] += size

        count = 0
        for k in range(size):
            row = rows[base + k]
            axis = 0
            for candidate in range(1, AXES):
                if row[candidate] & 3 > row[axis] & 3:
                    axis = candidate
            packed = row[axis]
            frame = (axis * 16 + (packed >> 2 & 15)) * TURNS
            turns = t.allowed[frame // TURNS * (TURNS + 1) + (row[LAST_TURN] >> 1)]
            if row[LAST_TURN] & 1:
                turns &= ~HALVES
            while turns:
                turn = lowest_bit(turns)
                turns &= turns - 1
                successor = packed_after(packed, turn, t)
                prefetch(t.large, byte_of(successor))
                s.lanes[count, axis] = successor
                s.lanes[count, TAG] = k << 7 | axis << 5 | t.from_view[frame + turn]
                count += 1
        control[GENERATED] += count

        bound = max_bits(remaining, LARGE)
        for step in range(AXES):
            if step:
                for j in range(count):
                    axis = ((s.lanes[j, TAG] >> 5 & 3) + step) % AXES
                    packed = rows[base + (s.lanes[j, TAG] >> 7), axis]
                    turn = t.to_view[(axis * 16 + (packed >> 2 & 15)) * TURNS + (s.lanes[j, TAG] & 31)]
                    successor = packed_after(packed, turn, t)
                    prefetch(t.large, byte_of(successor))
                    s.lanes[j, axis] = successor
            target = 0
            for j in range(count):
                axis = ((s.lanes[j, TAG] >> 5 & 3) + step) % AXES
                bits = bits_of(s.lanes[j, axis], t.large)
                for i in range(SURE):
                    s.lanes[target, i] = s.lanes[j, i]
                s.lanes[target, axis] |= bits
                s.lanes[target, SURE] = 0
                target += bits <= bound
            count = target

        if LARGE <= remaining <= LARGE + 3:
            for axis in range(AXES):
                for j in range(count):
                    row = rows[base + (s.lanes[j, TAG] >> 7)]
                    twist = flip = tetrad = middle = 0
                    for i in range(depth, -1, -1):
                        turn = row[PATH + i // PATH_TURNS] >> TURN_BITS * (i % PATH_TURNS) & 31
                        if i == depth:
                            turn = s.lanes[j, TAG] & 31
                        turn = t.undone[axis * TURNS + turn]
                        twist, flip = t.twists[twist * TURNS + turn], t.flips[flip * TURNS + turn]
                        tetrad, middle = t.tetrads[tetrad * TURNS + turn], t.middles[middle * TURNS + turn]
                    tetrad, middle = root.tetrads[axis * TETRADS + tetrad], root.middles[axis * MIDDLES + middle]
                    flip, twist = root.flips[axis * FLIPS + flip], root.twists[axis * TWISTS + twist]
                    code = t.places[tetrad * MIDDLES + middle]
                    s.results[j, 0] = pack(code, flip, twist, t.flips_alike, t.twists_alike)
                    prefetch(t.large, byte_of(s.results[j, 0]))
                target = 0
                for j in range(count):
                    bits = bits_of(s.results[j, 0], t.large)
                    for i in range(LANE):
                        s.lanes[target, i] = s.lanes[j, i]
                    s.lanes[target, SURE] |= int(bits > 0 and LARGE + bits == remaining)
                    target += bits <= bound
                count = target
        elif remaining < LARGE:
            nearby = t.small[int(remaining >= SMALL)]
            bound = max_bits(remaining, SMALL if remaining >= SMALL else TINY)
            target = 0
            for j in range(count):
                good = True
                for axis in range(AXES):
                    packed = s.lanes[j, axis]
                    flip, twist = packed >> 18 & FLIPS - 1, packed >> 6 & 4095
                    good &= (
                        bits_of(pack(t.coarse[packed >> 29], flip, twist, t.flips_alike, t.twists_alike), nearby)
                        <= bound
                    )
                for i in range(SURE):
                    s.lanes[target, i] = s.lanes[j, i]
                target += good
            count = target

        solved = 0
        for j in range(count):
            turn, row = s.lanes[j, TAG] & 31, rows[base + (s.lanes[j, TAG] >> 7)]
            at, bit = depth // PATH_TURNS, turn << TURN_BITS * (depth % PATH_TURNS)
            if remaining:
                child = s.stack[depth + 1, s.counts[depth + 1]]
                for axis in range(AXES):
                    child[axis] = s.lanes[j, axis]
                child[LAST_TURN] = turn + 1 << 1 | s.lanes[j, SURE]
                child[PATH], child[PATH + 1] = row[PATH], row[PATH + 1]
                child[PATH + at] |= bit
                s.counts[depth + 1] += 1
            elif s.lanes[j, 0] >> 6 == 0 and s.lanes[j, 1] >> 6 == 0 and s.lanes[j, 2] >> 6 == 0:
                s.results[solved, 0], s.results[solved, 1] = row[PATH], row[PATH + 1]
                s.results[solved, at] |= bit
                corner = root.corner
                for i in range(limit):
                    turn = s.results[solved, i // PATH_TURNS] >> TURN_BITS * (i % PATH_TURNS) & 31
                    corner = t.corners[corner * TURNS + turn]
                solved += corner == 0
        if solved:
            control[SOLVED] = solved
            ended = SUCCESS
            break
    return ended

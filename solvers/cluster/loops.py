"""The inner loops of the shards, compiled by Numba: plain functions over arrays and integers.

A *bit shard* owns `width` ranks, with a bit for each; it is sent their offsets, as numbers or as words of bits. A *run
shard* owns ranks by their hash, and is sent ranks; `width` is 0. A position's *place* is its number in its run shard,
counted as positions are found. A *reference* to a place is twice that place, plus 1 where the same player moves again.
Codes are those of `solvers/result.py`, as in `solvers/native/loops/forward.py`.

The `spread_...` loops write what they send to the rows of an `Outbox`. They stop before a row could overflow, and
return how many of `frontier` are done.
"""

from typing import Any, NamedTuple

import numpy as np

from perfect_play.puzzles.base import ONGOING
from perfect_play.solvers.arrays import Int8s, Int32s, Int64s, Ints, Uint32s, Uint64s
from perfect_play.solvers.native.intrinsics import lowest_bit
from perfect_play.solvers.native.loops.forward import primitive_code
from perfect_play.solvers.native.loops.kernels import kernel_children, kernel_parents, kernel_primitive
from perfect_play.solvers.native.loops.lists import look_up
from perfect_play.solvers.native.reached_graph import ABSENT

GOLDEN = 11400714819323198485  # 2^64 divided by the golden ratio
LOWER = 4294967295  # the lower half of 64 bits


class Division(NamedTuple):
    """How the ranks below `size` are divided among shards. width: of a bit shard, else 0; inverse: 1 / width, or 0."""

    size: int
    shards: int
    width: int
    inverse: float


class Outbox(NamedTuple):
    """What is sent, a row for each shard. fill: how many entries each has. beside: one for each in `buffer`, if any."""

    buffer: Ints
    beside: Ints
    fill: Int64s


class MoveList(NamedTuple):
    """A level whose moves are sent, in the order of its ranks.

    first: the place of the first rank. codes, degree: receive the code of each ended position, and the number of moves
    of each other one.
    """

    ranks: Ints
    first: int
    codes: Ints
    degree: Int32s


class ReverseEdges(NamedTuple):
    """values: by place, to the player to move. The edges into place p are those from into[p] to before into[p + 1]."""

    values: Int8s
    into: Ints
    edges: Uint64s


class PlaceValues(NamedTuple):
    """By place: its code; its value to the player to move; and how many of its moves are not yet known to lose."""

    codes: Ints
    values: Int8s
    degree: Int32s


def owner_of(number: int, division: Division) -> int:
    """The shard that owns a rank: by its range, or by multiplicative hashing (D. E. Knuth, TAOCP 3, 6.4).

    The product is exact below 2^50 ranks, as it is never within a rounding error of a whole number.
    """
    if division.width > 0:
        return int(np.int64((number + 0.5) * division.inverse))
    mixed = np.uint64(number) * np.uint64(GOLDEN)
    return int(np.int64(((mixed >> np.uint64(32)) * np.uint64(division.shards)) >> np.uint64(32)))


# --- finding positions ----------------------------------------------------------------------------


def spread_parents(
    frontier: Ints,
    low: int,
    start: int,
    division: Division,
    mine: int,
    visited: Uint64s,
    outbox: Outbox,
    kernel: tuple[Int64s, Any],
) -> int:
    """Send the parents of the ranks in `frontier`, from index `start`, to their owners; `low` is added to each rank.

    mine: the bit shard that sends, which sends itself nothing that it has `visited`; -1 for a run shard. Returns
    -1 - rank if the kernel writes a number that is out of range there, or too many. kernel: an array with room
    for all moves, and the kernel's scratch.
    """
    buffer, fill, (out, scratch) = outbox.buffer, outbox.fill, kernel
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = low + np.int64(frontier[index])
        count = kernel_parents(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        full = False
        for i in range(count):
            parent = out[i]
            if parent < 0 or parent >= division.size:
                return int(-1 - number)
            owner = owner_of(parent, division)
            offset = parent - owner * division.width
            if owner == mine and (visited[offset >> 6] >> np.uint64(offset & 63)) & np.uint64(1) != np.uint64(0):
                continue
            buffer[owner, fill[owner]] = offset
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return index + 1
    return len(frontier)


def spread_bits(frontier: Ints, low: int, size: int, bitmap: Uint64s, out: Int64s, scratch: Any) -> int:
    """Set the bits, among those of all ranks, of the parents of `frontier`; return as `spread_parents` does."""
    for index in range(len(frontier)):
        number = low + np.int64(frontier[index])
        count = kernel_parents(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            parent = out[i]
            if parent < 0 or parent >= size:
                return int(-1 - number)
            bitmap[parent >> 6] |= np.uint64(1) << np.uint64(parent & 63)
    return len(frontier)


def spread_moves(
    game: bool,
    lost: int,
    level: MoveList,
    start: int,
    division: Division,
    outbox: Outbox,
    out: Int64s,
    scratch: Any,
) -> int:
    """Send the moves of a level, from index `start`: each child, with the reference to its parent beside it.

    Returns -1 - rank as `spread_parents` does.
    """
    frontier, buffer, references, fill = level.ranks, outbox.buffer, outbox.beside, outbox.fill
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = np.int64(frontier[index])
        ended = kernel_primitive(number, scratch)
        if ended != ONGOING:
            level.codes[index] = primitive_code(game, lost, ended)
            continue
        count = kernel_children(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        level.degree[index] = count
        full = False
        for i in range(count):
            same_player = out[i] < 0
            child = ~out[i] if same_player else out[i]
            if child >= division.size:
                return int(-1 - number)
            owner = owner_of(child, division)
            buffer[owner, fill[owner]] = child
            references[owner, fill[owner]] = 2 * (level.first + index) + (1 if same_player else 0)
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return index + 1
    return len(frontier)


def mark(bitmap: Uint64s, offsets: Ints) -> None:
    """Set the bits of `offsets`."""
    for index in range(len(offsets)):
        offset = np.int64(offsets[index])
        bitmap[offset >> 6] |= np.uint64(1) << np.uint64(offset & 63)


def list_bits(bitmap: Uint64s, offsets: Uint32s) -> None:
    """Write the index of each bit that is set to `offsets`."""
    count = 0
    for place in range(len(bitmap)):
        bits = bitmap[place]
        while bits != np.uint64(0):
            offsets[count] = place * 64 + np.int64(lowest_bit(bits))
            bits &= bits - np.uint64(1)
            count += 1


def write_code(codes: Ints, offsets: Ints, code: int) -> None:
    """Write this code at all `offsets`."""
    for index in range(len(offsets)):
        codes[np.int64(offsets[index])] = code


# --- passing values back --------------------------------------------------------------------------


def find_places(ranks: Uint64s, slots: Ints, children: Uint64s, places: Ints, into: Ints) -> int:
    """Write the place of every child, and count it in into[place]; return -1, or the index of a missing child."""
    for index in range(len(children)):
        child: Any = np.int64(children[index])
        place = look_up(ranks, slots, child)
        if place < 0:
            return int(index)
        places[index] = place
        into[place] += 1
    return -1


def fill_edges(places: Ints, references: Uint32s, source: int, into: Ints, edges: Uint64s) -> None:
    """Write each reference, with its shard in the upper half, among the edges of its child: edges[--into[place]]."""
    for index in range(len(places)):
        place = places[index]
        into[place] -= 1
        edges[into[place]] = (np.uint64(source) << np.uint64(32)) | np.uint64(references[index])


def spread_values(reverse: ReverseEdges, frontier: Ints, start: int, edges_done: Int64s, outbox: Outbox) -> int:
    """Send the parents of the places in `frontier`, from index `start`, what the moves there are worth to the player.

    edges_done[0]: how many edges of the first place were sent already, and afterward of the next one.
    """
    values, into, edges = reverse.values, reverse.into, reverse.edges
    buffer, worths, fill = outbox.buffer, outbox.beside, outbox.fill
    capacity = buffer.shape[1]
    edge = edges_done[0]
    for index in range(start, len(frontier)):
        place = frontier[index]
        value = np.int64(values[place])
        for at in range(into[place] + edge, into[place + 1]):
            owner = np.int64(edges[at] >> np.uint64(32))
            reference = np.int64(edges[at] & np.uint64(LOWER))
            if fill[owner] == capacity:
                edges_done[0] = at - into[place]
                return index
            buffer[owner, fill[owner]] = reference >> 1
            worths[owner, fill[owner]] = value if reference & 1 == 1 else -value
            fill[owner] += 1
        edge = 0
    edges_done[0] = 0
    return len(frontier)


def settle(
    game: bool,
    enough: int,
    by_place: PlaceValues,
    places: Ints,
    worths: Int8s,
    level: int,
    decided: Int64s,
    count: int,
) -> int:
    """Apply what moves from `places` are worth; find what they decide: by one worth `enough`, or the last one known.

    Appends the places decided, all at this level, to `decided`, which has `count`; returns its new length.
    """
    codes, values, degree = by_place.codes, by_place.values, by_place.degree
    for index in range(len(places)):
        place = np.int64(places[index])
        if codes[place] != ABSENT:
            continue
        value = np.int64(max(values[place], worths[index]))
        values[place] = value
        degree[place] -= 1
        if value < enough and degree[place] != 0:
            continue
        codes[place] = 4 * level + (0 if value > 0 else 2 if value == 0 else 1) if game else level
        decided[count] = place
        count += 1
    return count

"""The inner loops of the shards, compiled by Numba: plain functions over arrays and integers.

A *bit shard* owns `width` ranks, with a bit for each; it is sent their offsets, as numbers or as words of bits. A *run
shard* owns ranks by their hash, and is sent ranks; `width` is 0. A position's *place* is its number in its run shard,
counted as positions are found. A *reference* to a place is twice that place, plus 1 where the same player moves again.
Codes are those of `solvers/result.py`, as in `solvers/native/loops/forward.py`.

The `spread_...` loops write what they send to the owner's row of `buffer`, and of arrays like it, up to fill[owner].
They stop before a row could overflow, and return how many of `frontier` are done.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfect_play.puzzles.base import ONGOING
from perfect_play.solvers.native.intrinsics import lowest_bit
from perfect_play.solvers.native.loops.forward import primitive_code
from perfect_play.solvers.native.loops.kernels import kernel_children, kernel_parents, kernel_primitive
from perfect_play.solvers.native.loops.slots import look_up

GOLDEN = 11400714819323198485  # 2^64 divided by the golden ratio
LOWER = 4294967295  # the lower half of 64 bits


def owner_of(number: int, shards: int, width: int, inverse: float) -> int:
    """The shard that owns a rank: by its range, or by multiplicative hashing (D. E. Knuth, TAOCP 3, 6.4).

    inverse: 1 / width. The product is exact below 2^50 ranks, as it is never within a rounding error of a whole number.
    """
    if width > 0:
        return int(np.int64((number + 0.5) * inverse))
    mixed = np.uint64(number) * np.uint64(GOLDEN)
    return int(np.int64(((mixed >> np.uint64(32)) * np.uint64(shards)) >> np.uint64(32)))


# --- finding positions ----------------------------------------------------------------------------


def spread_parents(
    frontier: Any,
    low: int,
    start: int,
    size: int,
    shards: int,
    width: int,
    inverse: float,
    mine: int,
    visited: Any,
    out: Any,
    scratch: Any,
    buffer: Any,
    fill: Any,
) -> int:
    """Send the parents of the ranks in `frontier`, from index `start`, to their owners; `low` is added to each rank.

    mine: the bit shard that sends, which sends itself nothing that it has `visited`; -1 for a run shard. Returns
    -1 - rank if the kernel writes a number that is out of range there, or too many.
    """
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = low + np.int64(frontier[index])
        count = kernel_parents(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        full = False
        for i in range(count):
            parent = out[i]
            if parent < 0 or parent >= size:
                return int(-1 - number)
            owner = owner_of(parent, shards, width, inverse)
            offset = parent - owner * width
            if owner == mine and (visited[offset >> 6] >> np.uint64(offset & 63)) & np.uint64(1) != np.uint64(0):
                continue
            buffer[owner, fill[owner]] = offset
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return index + 1
    return len(frontier)


def spread_bits(frontier: Any, low: int, size: int, out: Any, scratch: Any, bitmap: Any) -> int:
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
    frontier: Any,
    first: int,
    start: int,
    size: int,
    shards: int,
    codes: Any,
    degree: Any,
    out: Any,
    scratch: Any,
    buffer: Any,
    references: Any,
    fill: Any,
) -> int:
    """Send the moves from the ranks in `frontier`, from index `start`: each child, and the reference to its parent.

    first: the place of the first of `frontier`. codes, degree: receive the code of each ended position, and the number
    of moves of each other one. Returns -1 - rank as `spread_parents` does.
    """
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = np.int64(frontier[index])
        ended = kernel_primitive(number, scratch)
        if ended != ONGOING:
            codes[index] = primitive_code(game, lost, ended)
            continue
        count = kernel_children(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        degree[index] = count
        full = False
        for i in range(count):
            same_player = out[i] < 0
            child = ~out[i] if same_player else out[i]
            if child >= size:
                return int(-1 - number)
            owner = owner_of(child, shards, 0, 0.0)
            buffer[owner, fill[owner]] = child
            references[owner, fill[owner]] = 2 * (first + index) + (1 if same_player else 0)
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return index + 1
    return len(frontier)


def mark(bitmap: Any, offsets: Any) -> None:
    """Set the bits of `offsets`."""
    for index in range(len(offsets)):
        offset = np.int64(offsets[index])
        bitmap[offset >> 6] |= np.uint64(1) << np.uint64(offset & 63)


def count_bits(bitmap: Any) -> int:
    """The number of bits that are set."""
    count: Any = 0
    for place in range(len(bitmap)):
        bits = bitmap[place]
        bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
        bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
        bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        count += np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))
    return int(count)


def list_bits(bitmap: Any, offsets: Any) -> None:
    """Write the index of each bit that is set to `offsets`."""
    count = 0
    for place in range(len(bitmap)):
        bits = bitmap[place]
        while bits != np.uint64(0):
            offsets[count] = place * 64 + np.int64(lowest_bit(bits))
            bits &= bits - np.uint64(1)
            count += 1


def write_code(codes: Any, offsets: Any, code: int) -> None:
    """Write this code at all `offsets`."""
    for index in range(len(offsets)):
        codes[np.int64(offsets[index])] = code


# --- passing values back --------------------------------------------------------------------------


def find_places(ranks: Any, slots: Any, children: Any, places: Any, into: Any) -> int:
    """Write the place of every child, and count it in into[place]; return -1, or the index of a missing child."""
    for index in range(len(children)):
        child: Any = np.int64(children[index])
        place = look_up(ranks, slots, child)
        if place < 0:
            return int(index)
        places[index] = place
        into[place] += 1
    return -1


def fill_edges(places: Any, references: Any, source: int, into: Any, edges: Any) -> None:
    """Write each reference, with its shard in the upper half, among the edges of its child: edges[--into[place]]."""
    for index in range(len(places)):
        place = places[index]
        into[place] -= 1
        edges[into[place]] = (np.uint64(source) << np.uint64(32)) | np.uint64(references[index])


def spread_values(
    values: Any, into: Any, edges: Any, frontier: Any, start: int, edges_done: Any, buffer: Any, worths: Any, fill: Any
) -> int:
    """Send the parents of the places in `frontier`, from index `start`, what the moves there are worth to the player.

    values: by place, to the player to move. edges_done[0]: how many edges of the first place were sent already, and
    afterward of the next one.
    """
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


def settle_results(
    game: bool,
    absent: int,
    codes: Any,
    values: Any,
    degree: Any,
    places: Any,
    worths: Any,
    level: int,
    decided: Any,
    count: int,
) -> int:
    """Apply what moves from `places` are worth: 1 for a win, 0 for a tie, -1 for a loss; find what they decide.

    Appends the places decided, all at this level, to `decided`, which has `count`; returns its new length. Wins and
    losses of a game are decided as in `propagate_back`.
    """
    for index in range(len(places)):
        place, worth = np.int64(places[index]), worths[index]
        if codes[place] != absent:
            continue
        if not game:
            codes[place] = level
        elif worth > 0:
            codes[place] = 4 * level
        elif worth == 0:
            codes[place] = 4 * level + 2
        else:
            degree[place] -= 1
            if degree[place] != 0:
                continue
            codes[place] = 4 * level + 1
        values[place] = worth
        decided[count] = place
        count += 1
    return count


def settle_margins(values: Any, degree: Any, places: Any, worths: Any, decided: Any, count: int) -> int:
    """The same for margins: a place is decided when the worth of all its moves is known."""
    for index in range(len(places)):
        place = np.int64(places[index])
        values[place] = max(values[place], worths[index])
        degree[place] -= 1
        if degree[place] == 0:
            decided[count] = place
            count += 1
    return count

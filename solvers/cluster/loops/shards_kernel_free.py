"""Loops of the shards that call no kernel: the same for all variants, and compiled once.

Not run from here: see `solvers/native/loops/dense.py`. Terms are those of `shards.py` and `reverse_edges.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfect_play.solvers.native.intrinsics import lowest_bit
from perfect_play.solvers.native.loops.slots import look_up

LOWER = 4294967295  # the lower half of 64 bits


def mark_new(visited: Any, offsets: Any, fresh: Any, count: int) -> int:
    """Set the bits of `offsets`; append those not set before to `fresh`, which has `count`; return its new length."""
    for index in range(len(offsets)):
        offset = np.int64(offsets[index])
        bit = np.uint64(1) << np.uint64(offset & 63)
        packed = visited[offset >> 6]
        if packed & bit == np.uint64(0):
            visited[offset >> 6] = packed | bit
            fresh[count] = offset
            count += 1
    return count


def mark(bitmap: Any, offsets: Any) -> None:
    """Set the bits of `offsets`."""
    for index in range(len(offsets)):
        offset = np.int64(offsets[index])
        bitmap[offset >> 6] |= np.uint64(1) << np.uint64(offset & 63)


def unite(bitmap: Any, added: Any) -> None:
    """Set in `bitmap` the bits that are set in `added`."""
    for place in range(len(bitmap)):
        bitmap[place] |= added[place]


def keep_new(fresh: Any, visited: Any) -> int:
    """Clear in `fresh` the bits set in `visited`, and set the remaining ones there; return their number."""
    count = 0
    for place in range(len(fresh)):
        bits = fresh[place] & ~visited[place]
        fresh[place] = bits
        visited[place] |= bits
        bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
        bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
        bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        count += np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))
    return count


def list_bits(bitmap: Any, first: int, last: int, low: int, listed: Any) -> int:
    """Write `low` plus the index of each bit set in words[first] ... words[last - 1] to `listed`; return how many."""
    count = 0
    for place in range(first, last):
        bits = bitmap[place]
        while bits != np.uint64(0):
            listed[count] = low + place * 64 + np.int64(lowest_bit(bits))
            bits &= bits - np.uint64(1)
            count += 1
    return count


def code_list(codes: Any, offsets: Any, code: int) -> None:
    """Write this code at all `offsets`."""
    for index in range(len(offsets)):
        codes[np.int64(offsets[index])] = code


def code_bits(codes: Any, bitmap: Any, code: int) -> None:
    """Write this code at all places whose bits are set."""
    for place in range(len(bitmap)):
        bits = bitmap[place]
        while bits != np.uint64(0):
            codes[place * 64 + np.int64(lowest_bit(bits))] = code
            bits &= bits - np.uint64(1)


def two_bits(codes: Any, bitmap: Any) -> None:
    """Pack the two lowest bits of 32 codes into each word, the first code lowest."""
    for place in range(len(bitmap)):
        packed = np.uint64(0)
        for i in range(32):
            number = place * 32 + i
            code = np.uint64(codes[number]) if number < len(codes) else np.uint64(3)
            packed |= (code & np.uint64(3)) << np.uint64(2 * i)
        bitmap[place] = packed


def find_places(ranks: Any, slots: Any, children: Any, places: Any, into: Any) -> int:
    """Write the place of every child, and count it in into[place]; return -1, or the index of a missing child."""
    for index in range(len(children)):
        place = look_up(ranks, slots, np.int64(children[index]))
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


def settle(
    game: bool, ties: bool, codes: Any, absent: int, degree: Any, messages: Any, level: int, decided: Any, count: int
) -> int:
    """Apply messages, each twice a place, plus 1 if its player wins by the move; find what they decide at this level.

    Appends the places decided to `decided`, which has `count`; returns its new length. Wins and losses of a game are
    decided as in `propagate_back`.
    """
    for index in range(len(messages)):
        place = np.int64(messages[index] >> 1)
        if codes[place] != absent:
            continue
        if not game:
            codes[place] = level
        elif ties:
            codes[place] = 4 * level + 2
        elif messages[index] & 1 == 1:
            codes[place] = 4 * level
        else:
            degree[place] -= 1
            if degree[place] != 0:
                continue
            codes[place] = 4 * level + 1
        decided[count] = place
        count += 1
    return count


def spread_back(
    codes: Any, into: Any, edges: Any, frontier: Any, start: int, edge: int, buffer: Any, fill: Any, edges_done: Any
) -> int:
    """Send the results of the places in `frontier`, from index `start` and its edge `edge`, to their parents.

    Returns how many places are done when a row is full; edges_done[0] receives how many edges of the next one are.
    """
    capacity = buffer.shape[1]
    for index in range(start, len(frontier)):
        place = frontier[index]
        won = codes[place] & 3 == 0
        for at in range(into[place] + edge, into[place + 1]):
            owner = np.int64(edges[at] >> np.uint64(32))
            reference = np.int64(edges[at] & np.uint64(LOWER))
            if fill[owner] == capacity:
                edges_done[0] = at - into[place]
                return index
            buffer[owner, fill[owner]] = (reference & ~1) | (1 if won == (reference & 1 == 1) else 0)
            fill[owner] += 1
        edge = 0
    edges_done[0] = 0
    return len(frontier)


def settle_margins(degree: Any, margins: Any, places: Any, worths: Any, decided: Any, count: int) -> int:
    """Apply what moves from `places` are worth; append to `decided` the places whose moves are now all known.

    `decided` has `count`; returns its new length.
    """
    for index in range(len(places)):
        place = np.int64(places[index])
        margins[place] = max(margins[place], worths[index])
        degree[place] -= 1
        if degree[place] == 0:
            decided[count] = place
            count += 1
    return count


def spread_margins(
    margins: Any,
    into: Any,
    edges: Any,
    frontier: Any,
    start: int,
    edge: int,
    buffer: Any,
    worths: Any,
    fill: Any,
    edges_done: Any,
) -> int:
    """The same as `spread_back` for margins: send each parent its place, and what the move is worth to its player."""
    capacity = buffer.shape[1]
    for index in range(start, len(frontier)):
        place = frontier[index]
        margin = np.int64(margins[place])
        for at in range(into[place] + edge, into[place + 1]):
            owner = np.int64(edges[at] >> np.uint64(32))
            reference = np.int64(edges[at] & np.uint64(LOWER))
            if fill[owner] == capacity:
                edges_done[0] = at - into[place]
                return index
            buffer[owner, fill[owner]] = reference >> 1
            worths[owner, fill[owner]] = margin if reference & 1 == 1 else -margin
            fill[owner] += 1
        edge = 0
    edges_done[0] = 0
    return len(frontier)

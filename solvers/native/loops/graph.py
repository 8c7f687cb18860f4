"""The loops of the forward engine that call no kernel: the slots of positions, and results passed along their moves.

Not run from here: see `kernel_free.py`. A position's *slot* is its rank if every rank is a position. Otherwise it is
the place of its rank in `keys`, a hash table by open addressing that holds ranks plus 1, and 0 where there is none. All
threads add to it at the same time.
"""

from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Int8s, Int64s, Ints, Uint16s, Uint32s
from perfect_play.solvers.native.intrinsics import fetch_add, lowest_bit, prefetch, replace_if
from perfect_play.solvers.native.loops.kernel_free import SAME_PLAYER
from perfect_play.solvers.native.loops.lists import first_slot

FULL = -(1 << 62)
PROBES = 1024  # a table in which a rank is not found by so many is full
PREFETCH_DISTANCE = 32  # places whose memory is asked for in advance
BATCH = 128  # children that are listed before any is looked up
WORST = -128  # less than any margin
GREATEST = 63  # nimbers are less


def claim(number: Any, slot: Any, keys: Ints) -> Any:
    """The slot of a rank, FULL if there is no room for it, and whether it is new. slot: the first to try."""
    for _ in range(PROBES):
        key = keys[slot]
        if key == 0:
            key = replace_if(keys, slot, 0, number + 1)
            if key == 0:
                return slot, True
        if key == number + 1:
            return slot, False
        slot = slot + 1 if slot + 1 < len(keys) else 0
    return FULL, False


def find_slots(ranks: Ints, keys: Ints, slots: Uint32s) -> None:
    """Write the slot of each of these ranks, all of which have one."""
    for index in range(len(ranks)):
        if index + PREFETCH_DISTANCE < len(ranks):
            prefetch(keys, first_slot(np.int64(ranks[index + PREFETCH_DISTANCE]), keys))
        number: Any = np.int64(ranks[index])
        slots[index] = claim(number, first_slot(number, keys), keys)[0]


def move_slots(keys: Ints, codes: Uint16s, first: int, last: int, slots: Any, moved: Uint32s) -> None:
    """Put what has the slots from `first` to `last` into a larger table, `slots`, and write each new slot to `moved`.

    Slots of all sizes of a table are in the same order but for a few, so memory is passed through from front to back.
    """
    for slot in range(first, last):
        if keys[slot] != 0:
            number: Any = np.int64(keys[slot]) - 1
            new_slot = claim(number, first_slot(number, slots.keys), slots.keys)[0]
            slots.codes[new_slot] = codes[slot]
            moved[slot] = new_slot


def move_edges(edges: Uint32s, moved: Uint32s, new_edges: Uint32s) -> None:
    """Write the edges to where their slots have moved."""
    for edge in range(len(edges)):
        if edge + PREFETCH_DISTANCE < len(edges):
            prefetch(moved, np.int64(edges[edge + PREFETCH_DISTANCE] >> 1))
        new_edges[edge] = moved[edges[edge] >> 1] << 1 | edges[edge] & 1


def solve_some(
    game: bool, lost: int, absent: int, slots: Uint32s, counts: Uint16s, edges: Uint32s, codes: Uint16s
) -> int:
    """Write the codes of the positions in `slots` whose moves all lead to known codes; returns how many others remain.

    counts: how many of the edges each position has, 0 if it has ended.
    """
    last: Any = 0
    remaining = 0
    for index in range(len(slots)):
        first, last = last, last + np.int64(counts[index])
        if last == first:
            continue
        win: Any = -1
        tie: Any = -1
        lose: Any = -1
        draw = False
        for edge in range(first, last):
            if edge + PREFETCH_DISTANCE < len(edges):
                prefetch(codes, np.int64(edges[edge + PREFETCH_DISTANCE] >> 1))
            same_player = edges[edge] & 1 == SAME_PLAYER
            code: Any = np.int64(codes[edges[edge] >> 1])
            if code == absent:
                remaining += 1
                break
            if not game:
                if code != lost and (win < 0 or code < win):
                    win = code
                continue
            value, remoteness = code & 3, code >> 2
            if value == 3:
                draw = True
            elif value == 2:
                if tie < 0 or remoteness < tie:
                    tie = remoteness
            elif (value == 0) == same_player:
                if win < 0 or remoteness < win:
                    win = remoteness
            elif remoteness > lose:
                lose = remoteness
        else:
            if not game:
                code = lost if win < 0 else win + 1
            elif win >= 0:
                code = 4 * (win + 1)
            elif tie >= 0:
                code = 4 * (tie + 1) + 2
            elif draw:
                code = 3
            else:
                code = 4 * (lose + 1) + 1
            codes[slots[index]] = code
    return remaining


def count_edges(edges: Uint32s, into: Int64s) -> None:
    """Add to `into`, for each slot, how many of these edges lead there."""
    for edge in range(len(edges)):
        if edge + PREFETCH_DISTANCE < len(edges):
            prefetch(into, np.int64(edges[edge + PREFETCH_DISTANCE] >> 1))
        fetch_add(into, np.int64(edges[edge] >> 1), 1)


def find_spans(slots: Uint32s, counts: Uint16s, first: int, spans: Int64s) -> None:
    """Write to `spans`, for each of these slots, 2^16 times the place of its first edge, plus how many there are.

    first: the place of the first edge of all.
    """
    place: Any = first
    for index in range(len(slots)):
        if index + PREFETCH_DISTANCE < len(slots):
            prefetch(spans, np.int64(slots[index + PREFETCH_DISTANCE]))
        count = np.int64(counts[index])
        spans[slots[index]] = place << 16 | count
        place += count


def peel(
    ready: Uint32s, spans: Int64s, edges: Uint32s, into: Int64s, counts: Uint16s, moves: Uint32s, new_slots: Uint32s
) -> tuple[int, int]:
    """Write the moves from the slots `ready` to `moves`, and to `new_slots` the slots that no other move leads to.

    spans: as `find_spans` writes them. into: by slot, how many moves lead there from slots that have not been ready.
    Returns how many moves and slots were written.
    """
    total, new, index = 0, 0, 0
    while index < len(ready):
        start = total
        while index < len(ready) and total < start + BATCH:
            if index + PREFETCH_DISTANCE < len(ready):
                prefetch(spans, np.int64(ready[index + PREFETCH_DISTANCE]))
                prefetch(edges, spans[ready[index + PREFETCH_DISTANCE // 2]] >> 16)
            span: Any = spans[ready[index]]
            counts[index] = span & 0xFFFF
            index += 1
            for edge in range(span >> 16, (span >> 16) + (span & 0xFFFF)):
                prefetch(into, np.int64(edges[edge] >> 1))
                moves[total] = edges[edge]
                total += 1
        for move in range(start, total):
            if fetch_add(into, np.int64(moves[move] >> 1), -1) == 1:
                new_slots[new] = moves[move] >> 1
                new += 1
    return total, new


def turn_edges(slots: Uint32s, counts: Uint16s, edges: Uint32s, into: Int64s, back: Uint32s) -> None:
    """Write the reverse of these edges: twice the slot they come from, plus 1 if the same player moves again.

    into: where the reverse edges of each slot end; once all are written, where they begin.
    """
    last: Any = 0
    for index in range(len(slots)):
        slot = np.int64(slots[index])
        first, last = last, last + np.int64(counts[index])
        for edge in range(first, last):
            if edge + PREFETCH_DISTANCE < len(edges):
                prefetch(into, np.int64(edges[edge + PREFETCH_DISTANCE] >> 1))
            back[fetch_add(into, np.int64(edges[edge] >> 1), -1) - 1] = 2 * slot + (edges[edge] & 1)


def margins_of_some(nimbers: bool, slots: Uint32s, counts: Uint16s, edges: Uint32s, values: Int8s) -> int:
    """The same for margins or nimbers, which are WORST while unknown, as nimbers that are not below GREATEST remain."""
    last: Any = 0
    remaining = 0
    for index in range(len(slots)):
        first, last = last, last + np.int64(counts[index])
        if last == first:
            continue
        best, option_bits = np.int64(WORST), np.int64(0)
        for edge in range(first, last):
            if edge + PREFETCH_DISTANCE < len(edges):
                prefetch(values, np.int64(edges[edge + PREFETCH_DISTANCE] >> 1))
            value = np.int64(values[edges[edge] >> 1])
            if value == WORST:
                remaining += 1
                break
            if nimbers:
                option_bits |= np.int64(1) << value
            else:
                best = max(best, value if edges[edge] & 1 == SAME_PLAYER else -value)
        else:
            if nimbers:
                best = lowest_bit(~option_bits)
            if best < GREATEST or not nimbers:
                values[slots[index]] = best
            else:
                remaining += 1
    return remaining

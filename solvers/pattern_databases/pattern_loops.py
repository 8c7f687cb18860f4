"""The loops that build pattern databases, compiled by `pattern_process.py`.

A row of each array is a combination of cells, and a byte of it an order of the tiles. The bits of a byte are the
regions of free cells that the gap can be in; a combination has at most eight.
"""

from typing import NamedTuple

import numpy as np

from perfect_play.solvers.arrays import Int64s, Ints, Uint8s, Uint16s

LOWEST = 0x0101010101010101  # the lowest bit of each byte of a word
UNREACHED = 255
MAX_EXCESS = 15  # the greatest four-bit number
TURN_BITS, TURN_MASK = 8, 255  # of a step, see `PatternNumbering`


class SlideTables(NamedTuple):
    """How tiles slide, which a search only reads.

    steps: for each combination and edge, as in `PatternNumbering`. turns: for each turn, the order after it. region:
    for each combination and cell, the region of the gap. sources, ends: of each edge. orders: of the tiles.
    """

    steps: Ints
    turns: Uint16s
    region: Uint8s
    sources: Int64s
    ends: Int64s
    orders: int


class SearchRows(NamedTuple):
    """What a search writes.

    opened: what the last slide led to, in rows of one color, and what the next one leads to, in rows of the other.
    closed: what all slides led to. slides: how many each order took. row_bits: the bits that occur anywhere in a row of
    `opened`; if 0, the row's contents are stale.
    """

    opened: Uint8s
    closed: Uint8s
    slides: Uint8s
    row_bits: Uint8s


def pull(targets: Int64s, depth: int, tables: SlideTables, rows: SearchRows) -> int:
    """Find, for each of these combinations, what one more slide leads to; return how many orders are new."""
    steps, turns, region, sources, ends = tables.steps, tables.turns, tables.region, tables.sources, tables.ends
    opened, closed, slides, row_bits = rows.opened, rows.closed, rows.slides, rows.row_bits
    stride = opened.shape[1]
    orders_now = np.zeros(stride, dtype=np.uint8)
    packed = orders_now.view(np.uint64)
    added = 0
    for row in targets:
        adjacent = False
        for edge in range(len(sources)):
            step = steps[row, edge]
            if step < 0:
                continue
            before, turn = step >> TURN_BITS, step & TURN_MASK
            bit = region[before, sources[edge]]  # of the gap before the slide that this edge takes back
            if row_bits[before] >> bit & 1 == 0:
                continue
            bit_here = region[row, ends[edge]]
            if not adjacent:
                orders_now[:] = 0
                adjacent = True
            if turn == 0:
                theirs = opened[before].view(np.uint64)
                for i in range(len(packed)):
                    packed[i] |= (theirs[i] >> np.uint64(bit) & np.uint64(LOWEST)) << np.uint64(bit_here)
            else:
                turned = turns[turn]
                source = opened[before]
                for i in range(tables.orders):
                    orders_now[i] |= (source[turned[i]] >> bit & 1) << bit_here
        if not adjacent:
            continue
        mine, gone = opened[row].view(np.uint64), closed[row].view(np.uint64)
        anywhere = np.uint64(0)
        for i in range(len(packed)):
            new = packed[i] & ~gone[i]
            mine[i] = new
            if new:
                anywhere |= new
                for j in range(8 * i, 8 * i + 8):
                    if orders_now[j] and slides[row, j] == UNREACHED:
                        slides[row, j] = depth
                        added += 1
                gone[i] |= new
        anywhere |= anywhere >> np.uint64(32)
        anywhere |= anywhere >> np.uint64(16)
        anywhere |= anywhere >> np.uint64(8)
        row_bits[row] = anywhere & np.uint64(255)
    return added


def pack(
    rows: Int64s, slides: Uint8s, packed: Uint8s, perms: Uint8s, cells: Int64s, distances: Int64s, histogram: Int64s
) -> int:
    """Pack half of the slides needed beyond the tiles' distances, two to a byte; return how many exceed four bits.

    histogram: receives the counts of each number of slides. distances: for a tile and a cell, the distance from home.
    """
    orders, tiles = perms.shape
    cut = 0
    for row in rows:
        for order in range(orders):
            distance = 0
            for place in range(tiles):
                distance += distances[perms[order, place], cells[row, place]]
            needed = slides[row, order]
            histogram[needed] += 1
            excess = MAX_EXCESS if needed == UNREACHED else (needed - distance) >> 1
            if excess > MAX_EXCESS:
                excess = MAX_EXCESS
                cut += 1
            at = (row * orders + order) >> 1
            if order & 1:
                packed[at] |= excess << 4
            else:
                packed[at] = excess
    return cut

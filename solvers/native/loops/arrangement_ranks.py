"""The ranks of `puzzles/boards/arrangements.py`, computed in the subset of Python that Numba compiles.

Run only as compiled by `compiler.py`. `t` is a `RankTables`, `s` a `RankScratch`, whose fields
`solvers/native/arrangement_tables.py` explains. A row of `s.masks` or `s.sets` has, for each piece, a set of cells as
bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfect_play.solvers.arrays import AnyInt, Int64s
from perfect_play.solvers.native.intrinsics import gather_bits, lowest_bit, scatter_bits

if TYPE_CHECKING:
    from perfect_play.solvers.native.arrangement_tables import RankScratch, RankTables


HASH = 0x9E3779B97F4A7C15 >> 1  # the golden ratio, as a positive number of 63 bits (D. E. Knuth, TAOCP 3, 6.4)
SLOT_BITS = 32
NO_MATERIAL = -1
MAX_SYMMETRIES = 64  # at least as many as there are symmetries
BYTE_ONES = 0x0101010101010101  # times a number below 128: that number in each of eight cells


def child_material(i: int, t: RankTables, s: RankScratch) -> Any:
    """The material of the child with index `i`; NO_MATERIAL if there is no such material.

    Writes the cells of each piece to the first row of masks.
    """
    next_turn = s.turns[i]
    if next_turn < 1 or next_turn > 2:
        return NO_MATERIAL
    view = (next_turn - 1) * t.exchanges
    key = t.turn_weight * (next_turn - 1) * (1 - t.exchanges)
    extras = t.extra_end - t.extra_first
    for extra in range(extras):
        at = t.extra_first + extra
        value = (s.children[i, at >> 3] >> (8 * (at & 7))) & 255
        if value > t.extra_limits[extras * view + extra]:
            return NO_MATERIAL
        key += t.extra_weight[extras * view + extra] * value
    pieces = s.masks.shape[1]
    for piece in range(pieces):
        mask = np.int64(0)
        for part in range(t.bytes):
            mask |= cells_with(s.children[i, part], piece + 1) << (8 * part)
        mask &= t.board
        if t.turned and view == 1 and mask != 0:
            mask = image_of(mask, t.images, t)
        piece_seen = t.piece_seen[pieces * view + piece]
        s.masks[0, piece_seen] = mask
        for region in range(len(t.regions)):
            kind = region * pieces + piece_seen
            count: Any = (mask & t.regions[region]).bit_count()
            if count > t.limits[kind]:
                return NO_MATERIAL
            key += t.weight[kind] * count
    slot = find_slot(key, t.keys)
    if t.keys[slot] != key:
        return NO_MATERIAL
    return t.material[slot]


def cells_with(cells: int, value: int) -> Any:
    """Which of eight cells have this value, as bits."""
    return gather_bits(~((cells ^ (value * BYTE_ONES)) + 127 * BYTE_ONES), 128 * BYTE_ONES)


def find_slot(key: int, keys: Int64s) -> int:
    """The slot of a key in the hash table, or the empty one where it would be."""
    slot = ((key * HASH) >> SLOT_BITS) & (len(keys) - 1)
    while keys[slot] != -1 and keys[slot] != key:
        slot = (slot + 1) & (len(keys) - 1)
    return slot


def rank_within(m: int, t: RankTables, s: RankScratch) -> Any:
    """The rank of a position of material `m`, from the first row of masks.

    Writes to `s.stabilizer` how many symmetries leave the position as it is.
    """
    lead, end = t.kinds[m], t.kinds[m + 1]
    first, orbits = t.first[m], t.orbits[m]
    if orbits < 0:
        s.stabilizer[0] = 1
        return first + rest_of(lead, end, 0, 0, t, s.masks[0])
    number = orbits + number_of(s.masks[0, t.piece[lead]] & t.inside[lead], t.inside[lead], t)
    orbit, symmetry = np.int64(t.place[number]) // MAX_SYMMETRIES, np.int64(t.place[number]) % MAX_SYMMETRIES
    tail = rest_of(lead + 1, end, t.lead[orbit], symmetry, t, s.masks[0])
    if t.fixing_first[orbit + 1] - t.fixing_first[orbit] > 1:
        for piece in range(s.masks.shape[1]):
            s.masks[1, piece] = image_of(s.masks[0, piece], symmetry, t)
    smallest = smallest_rest(tail, orbit, lead, end, t, s, s.masks[1])
    return first + (orbit - t.orbit_first[m]) * t.tail_sizes[m] + smallest


def smallest_rest(
    tail: AnyInt, orbit: AnyInt, lead: AnyInt, end: AnyInt, t: RankTables, s: RankScratch, masks: Int64s
) -> Any:
    """The smallest number that the kinds after the lead have under symmetries that keep the lead.

    tail: the number they have as they are. lead, end: the kinds. Writes to `s.stabilizer` how many of these symmetries
    give that number.
    """
    smallest = tail
    s.stabilizer[0] = 1
    for i in range(t.fixing_first[orbit] + 1, t.fixing_first[orbit + 1]):  # the first is the identity
        image_tail = rest_of(lead + 1, end, t.lead[orbit], t.fixing[i], t, masks)
        s.stabilizer[0] += image_tail == tail
        smallest = min(smallest, image_tail)
    return smallest


def rest_of(kind: AnyInt, end: AnyInt, occupied: int, symmetry: AnyInt, t: RankTables, masks: Int64s) -> Any:
    """The digits of a rank from that of this kind to before `end`, as one number, under the symmetry with this index.

    occupied: the cells of the kinds before, under that symmetry.
    """
    number = np.int64(0)
    for i in range(kind, end):
        mask = image_of(masks[t.piece[i]] & t.inside[i], symmetry, t)
        number = number * t.radix[i] + number_of(mask, t.inside[i] & ~occupied, t)
        occupied |= mask
    return number


def image_of(mask: AnyInt, symmetry: AnyInt, t: RankTables) -> Any:
    """The image of a set of cells under the symmetry with this index, a byte of them at a time."""
    if symmetry == 0:
        return mask
    image: Any = np.int64(0)
    for byte in range(t.bytes):
        image |= t.image_bytes[256 * (symmetry * t.bytes + byte) + ((mask >> (8 * byte)) & 255)]
    return image


def number_of(mask: AnyInt, free: int, t: RankTables) -> Any:
    """The number of a set of cells among those that are free, in the combinatorial number system."""
    subset = gather_bits(mask, free)
    if subset != 0 and subset & (subset - 1) == 0:
        return lowest_bit(subset)
    number, size = np.int64(0), np.int64(0)
    for byte in range(t.bytes):
        part = (subset >> (8 * byte)) & 255
        number += t.part_number[256 * (byte * (4 * byte - 3) + size) + part]
        size += part.bit_count()
    return number


def unrank_to(number: int, m: int, t: RankTables, s: RankScratch) -> int:
    """Write the position of a rank of material `m` to `s.cells`, and the cells of each piece to `s.sets`.

    Returns how many symmetries leave the position as it is; 0 if the rank is a hole. Fast if the rank is little greater
    than that of the last call.
    """
    lead, end = t.kinds[m], t.kinds[m + 1]
    since, carry = end, number - s.last[0]
    by_one = carry == 1
    if carry < 0 or s.last[0] < t.first[m]:
        since, carry, by_one = lead, number - t.first[m], False
        for kind in range(len(s.placed)):
            s.digits[kind], s.placed[kind] = 0, 0
        for piece in range(len(s.sets)):
            s.sets[piece] = 0
        for part in range(len(s.cell_words)):
            s.cell_words[part] = t.extras[m * len(s.cell_words) + part]
    s.last[0] = number
    kind = end
    while carry > 0:
        kind -= 1
        digit = s.digits[kind - lead] + carry
        carry = digit // t.radix[kind] if digit >= t.radix[kind] else 0
        s.digits[kind - lead] = digit - carry * t.radix[kind]
    since = min(since, kind)
    for kind in range(since, end):
        if kind == lead and t.orbits[m] >= 0:
            continue
        if s.digits[kind - lead] == 0:
            s.subsets[kind - lead] = (1 << t.counts[kind]) - 1
        elif by_one:
            s.subsets[kind - lead] = next_set(s.subsets[kind - lead])
        else:
            free = t.inside[kind].bit_count()
            s.subsets[kind - lead] = set_of(s.digits[kind - lead], t.counts[kind], free, t.binomial)
    put_pieces(m, since, t, s)
    if t.orbits[m] < 0:
        return 1
    orbit = t.orbit_first[m] + s.digits[0]
    if t.fixing_first[orbit + 1] - t.fixing_first[orbit] == 1:
        return 1
    tail = (number - t.first[m]) % t.tail_sizes[m]
    return s.stabilizer[0] if smallest_rest(tail, orbit, lead, end, t, s, s.sets) == tail else 0


def put_pieces(m: int, since: int, t: RankTables, s: RankScratch) -> None:
    """Put the pieces of the kinds from `since` on into the chosen free cells, and no longer where they were."""
    lead, end = t.kinds[m], t.kinds[m + 1]
    occupied = np.int64(0)
    for kind in range(lead, since):
        occupied |= s.placed[kind - lead]
    for kind in range(since, end):
        s.sets[t.piece[kind]] &= ~s.placed[kind - lead]
        add_to_cells(-1 - t.piece[kind], s.placed[kind - lead], t, s)
    for kind in range(since, end):
        if kind == lead and t.orbits[m] >= 0:
            mask = t.lead[t.orbit_first[m] + s.digits[0]]
        else:
            mask = scatter_bits(s.subsets[kind - lead], t.inside[kind] & ~occupied)
        s.placed[kind - lead] = mask
        s.sets[t.piece[kind]] |= mask
        add_to_cells(t.piece[kind] + 1, mask, t, s)
        occupied |= mask


def add_to_cells(value: int, mask: AnyInt, t: RankTables, s: RankScratch) -> None:
    """Add `value` to each of the position's cells in `mask`."""
    for part in range(t.bytes):
        s.cell_words[part] += value * t.spread[(mask >> (8 * part)) & 255]


def set_of(number: int, count: int, total: int, binomial: Int64s) -> Any:
    """The set of `count` out of `total` elements that has this number, as bits."""
    subset = np.int64(0)
    place = total - 1
    for size in range(count, 0, -1):
        while binomial[64 * size + place] > number:
            place -= 1
        number -= binomial[64 * size + place]
        subset |= np.int64(1) << place
        place -= 1
    return subset


def next_set(subset: int) -> Any:
    """The set of the same size that has the next number."""
    low = lowest_bit(subset)
    carried = subset + (np.int64(1) << low)
    return carried | ((np.int64(1) << (lowest_bit(carried) - low - 1)) - 1)

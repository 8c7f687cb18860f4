"""The ranks of `puzzles/boards/arrangements.py`, computed in the subset of Python that Numba compiles.

Not run from here: `specialize.py` copies these functions. `t` is a `Tables` of `solvers/native/arrangements.py`, which
explains its fields. `s` is a `Scratch` of `solvers/native/tiers.py`: a row of `s.masks` has, for each piece, a set of
cells as bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.native.intrinsics import bit_count, lowest_bit

HASH = 0x9E3779B97F4A7C15 >> 1  # the golden ratio, as a positive number of 63 bits (D. E. Knuth, TAOCP 3, 6.4)
SLOT_BITS = 32
NO_MATERIAL = -1


def child_material(other: int, m: int, t: Any, s: Any) -> Any:
    """The material of the position in `s.child`, with this player to move; NO_MATERIAL if there is no such material.

    m: the material of the position in `s.cells`, with the player of `t.turn` to move. Only where the two differ is
    looked at.
    """
    if other < 1 or other > 2:
        return NO_MATERIAL
    seen = (other - 1) * t.exchanges
    key = t.key[m, seen]
    if t.exchanges == 0:
        key += (other - t.turn[m]) * t.turn_weight
    for word in range(len(s.cell_words)):
        different = s.cell_words[word] ^ s.child_words[word]
        while different != 0:
            i = 8 * word + (lowest_bit(different) >> 3)
            key += t.weight[seen, i, s.child[i] & 63] - t.weight[seen, i, s.cells[i] & 63]
            different &= ~(255 << (8 * (i & 7)))
    slot = find_slot(key, t.keys)
    if t.keys[slot] != key:
        return NO_MATERIAL
    return t.material[slot]


def find_slot(key: int, keys: Any) -> int:
    """The slot of a key in the hash table, or the empty one where it would be."""
    slot = ((key * HASH) >> SLOT_BITS) & (len(keys) - 1)
    while keys[slot] != -1 and keys[slot] != key:
        slot = (slot + 1) & (len(keys) - 1)
    return slot


def child_rank(other: int, m: int, t: Any, s: Any) -> Any:
    """The rank of the position in `s.child`, of material `m`, with this player to move; NO_MATERIAL if it has another.

    Writes to `s.same` how many symmetries leave the position as it is.
    """
    exchanged = other == 2 and t.exchanges == 1
    masks = s.masks[1] if exchanged else s.masks[0]
    pieces = len(masks)
    for piece in range(pieces):
        masks[piece] = s.sets[piece]
    for word in range(len(s.cell_words)):
        different = s.cell_words[word] ^ s.child_words[word]
        while different != 0:
            i = 8 * word + (lowest_bit(different) >> 3)
            different &= ~(255 << (8 * (i & 7)))
            if i < t.cells:
                before, now = s.cells[i], s.child[i]
                if before > 0:
                    masks[before - 1] ^= np.int64(1) << i
                if now > 0 and now <= pieces:
                    masks[now - 1] ^= np.int64(1) << i
    if exchanged:
        for piece in range(pieces):
            s.masks[0, t.becomes[piece]] = image_of(masks[piece], t.exchanged) if t.turned else masks[piece]
    return rank_within(m, t, s)


def rank_within(m: int, t: Any, s: Any) -> Any:
    """The rank of a position of material `m`, from the first row of masks; NO_MATERIAL if it has another material.

    Writes to `s.same` how many symmetries leave the position as it is.
    """
    for i in range(t.kinds[m]):
        count: Any = bit_count(s.masks[0, t.piece[m, i]] & t.inside[t.region[m, i]])
        if count != t.count[m, i]:
            return NO_MATERIAL
    s.same[0] = 1
    first, orbits = t.first[m], t.orbits[m]
    if orbits < 0:
        return first + rest_of(m, 0, t, s.masks[0])
    piece, inside = t.piece[m, 0], t.inside[t.region[m, 0]]
    number = orbits + number_of(s.masks[0, piece] & inside, inside, t.binomial)
    orbit, row = t.number[number], 0
    if t.way[number] != 0:
        turn_all(s.masks[0], s.masks[1], t.shown[t.way[number]])
        row = 1
    start, end = t.fixing_first[orbit], t.fixing_first[orbit + 1]
    own = rest_of(m, 1, t, s.masks[row])
    rest = own
    for i in range(start + 1, end):  # the first is the identity
        turn_all(s.masks[row], s.masks[2], t.shown[t.fixing[i]])
        other = rest_of(m, 1, t, s.masks[2])
        s.same[0] += other == own
        rest = min(rest, other)
    return first + (orbit - t.orbit_first[m]) * t.rest[m] + rest


def rest_of(m: int, since: int, t: Any, masks: Any) -> Any:
    """The digits of a rank from the one with index `since` on, as one number."""
    number = np.int64(0)
    taken = np.int64(0)
    for i in range(t.kinds[m]):
        inside = t.inside[t.region[m, i]]
        mask = masks[t.piece[m, i]] & inside
        if i >= since:
            number = number * t.radix[m, i] + number_of(mask, inside & ~taken, t.binomial)
        taken |= mask
    return number


def number_of(mask: int, free: int, binomial: Any) -> Any:
    """The number of a set of cells among those that are free, in the combinatorial number system."""
    number, size = np.int64(0), 1
    while mask:
        lowest = mask & -mask
        number += binomial[size, bit_count(free & (lowest - 1))]
        mask ^= lowest
        size += 1
    return number


def turn_all(masks: Any, turned: Any, shown: Any) -> None:
    """The image of a position under the symmetry that shows these cells."""
    for piece in range(len(masks)):
        turned[piece] = image_of(masks[piece], shown)


def image_of(mask: int, shown: Any) -> Any:
    """The image of a set of cells, a byte of them at a time."""
    image = np.int64(0)
    for byte in range(len(shown)):
        image |= shown[byte, (mask >> (8 * byte)) & 255]
    return image


def unrank_to(number: int, m: int, t: Any, s: Any) -> int:
    """Write the position of a rank of material `m` to `s.cells`, and the cells of each piece to `s.sets`.

    Returns how many symmetries leave the position as it is; 0 if the rank is a hole.
    """
    cells, free, digits = s.cells, s.free, s.digits
    rank = number
    number -= t.first[m]
    kinds = t.kinds[m]
    for i in range(kinds - 1, -1, -1):
        digits[i] = number % t.radix[m, i]
        number //= t.radix[m, i]
    for word in range(len(s.cell_words)):
        s.cell_words[word] = 0
    for extra in range(t.extras.shape[1]):
        cells[t.cells + extra] = t.extras[m, extra]
    for piece in range(len(s.sets)):
        s.sets[piece] = 0
    doubtful = False
    for i in range(kinds):
        piece = t.piece[m, i]
        if i == 0 and t.orbits[m] >= 0:
            orbit = t.orbit_first[m] + digits[0]
            doubtful = t.fixing_first[orbit + 1] - t.fixing_first[orbit] > 1
            mask = t.lead[orbit]
            s.sets[piece] |= mask
            while mask:
                cells[lowest_bit(mask)] = piece + 1
                mask &= mask - 1
            continue
        room, inside = 0, t.inside[t.region[m, i]]
        for cell in range(t.cells):
            free[room] = cell
            room += (inside >> cell) & 1 and cells[cell] == 0
        left, place = digits[i], room - 1
        for size in range(t.count[m, i], 0, -1):
            while t.binomial[size, place] > left:
                place -= 1
            left -= t.binomial[size, place]
            cells[free[place]] = piece + 1
            s.sets[piece] |= np.int64(1) << free[place]
            place -= 1
    if doubtful:
        for piece in range(len(s.sets)):
            s.masks[0, piece] = s.sets[piece]
        return s.same[0] if rank_within(m, t, s) == rank else 0
    return 1

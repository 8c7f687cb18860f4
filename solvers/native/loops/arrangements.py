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


def material_of(cells: Any, turn: int, t: Any, s: Any) -> Any:
    """The material of a position, whose sets are written to the first row of masks; NO_MATERIAL if there is none."""
    if t.exchanges == 0:
        seen = 0
    else:
        seen = turn - 1
        turn = 1
    own = s.masks[0]
    for piece in range(len(own)):
        mask = np.int64(0)
        for cell in range(t.placed.shape[1]):  # without branches, which would be unpredictable
            mask |= np.int64(cells[cell] == piece + 1) << t.placed[seen, cell]
        own[t.becomes[seen, piece]] = mask
    key = (turn - 1) * t.turn_weight
    kind = 0
    for region in range(len(t.inside)):
        for piece in range(len(own)):
            count: Any = bit_count(own[piece] & t.inside[region])
            if count > t.greatest[kind]:
                return NO_MATERIAL
            key += count * t.weight[kind]
            kind += 1
    for extra in range(len(t.extra_weight)):
        number = np.int64(cells[t.placed.shape[1] + t.extra_place[seen, extra]])
        if number < 0 or number > t.extra_greatest[extra]:
            return NO_MATERIAL
        key += number * t.extra_weight[extra]
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


def rank_of(cells: Any, turn: int, t: Any, s: Any) -> Any:
    """The rank of a position; NO_MATERIAL if no position has such material."""
    m = material_of(cells, turn, t, s)
    if m == NO_MATERIAL:
        return m
    return rank_within(m, t, s)


def rank_within(m: int, t: Any, s: Any) -> Any:
    """The rank of a position of material `m`, from the first row of masks.

    Writes to `s.same` how many symmetries leave the position as it is.
    """
    s.same[0] = 1
    first, orbits = t.first[m], t.orbits[m]
    if orbits < 0:
        return first + rest_of(m, 0, t, s.masks[0])
    piece, inside = t.piece[m, 0], t.inside[t.region[m, 0]]
    number = orbits + number_of(s.masks[0, piece] & inside, inside, t.binomial)
    orbit, row = t.number[number], 0
    if t.way[number] != 0:
        turn_all(s.masks[0], s.masks[1], t.way[number], t.shown)
        row = 1
    start, end = t.fixing_first[orbit], t.fixing_first[orbit + 1]
    own = rest_of(m, 1, t, s.masks[row])
    rest = own
    for i in range(start + 1, end):  # the first is the identity
        turn_all(s.masks[row], s.masks[2], t.fixing[i], t.shown)
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


def turn_all(masks: Any, turned: Any, way: int, shown: Any) -> None:
    """The image of a position under a symmetry, a byte of cells at a time."""
    for piece in range(len(masks)):
        mask, image = masks[piece], np.int64(0)
        for byte in range(shown.shape[1]):
            image |= shown[way, byte, (mask >> (8 * byte)) & 255]
        turned[piece] = image


def unrank_to(number: int, m: int, t: Any, s: Any) -> int:
    """Write the position of a rank of material `m` to `s.cells`.

    Returns how many symmetries leave the position as it is; 0 if the rank is a hole.
    """
    cells, free, digits = s.cells, s.free, s.digits
    rank = number
    number -= t.first[m]
    kinds = t.kinds[m]
    for i in range(kinds - 1, -1, -1):
        digits[i] = number % t.radix[m, i]
        number //= t.radix[m, i]
    board = t.placed.shape[1]
    for cell in range(board):
        cells[cell] = 0
    for extra in range(len(t.extra_weight)):
        cells[board + extra] = t.extras[m, extra]
    doubtful = False
    for i in range(kinds):
        piece = t.piece[m, i] + 1
        if i == 0 and t.orbits[m] >= 0:
            orbit = t.orbit_first[m] + digits[0]
            doubtful = t.fixing_first[orbit + 1] - t.fixing_first[orbit] > 1
            mask = t.lead[orbit]
            while mask:
                cells[lowest_bit(mask)] = piece
                mask &= mask - 1
            continue
        room, inside = 0, t.inside[t.region[m, i]]
        for cell in range(board):
            if (inside >> cell) & 1 and cells[cell] == 0:
                free[room] = cell
                room += 1
        left, place = digits[i], room - 1
        for size in range(t.count[m, i], 0, -1):
            while t.binomial[size, place] > left:
                place -= 1
            left -= t.binomial[size, place]
            cells[free[place]] = piece
            place -= 1
    if doubtful:
        return s.same[0] if rank_of(cells, t.turn[m], t, s) == rank else 0
    return 1

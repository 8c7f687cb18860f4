"""The loops that compute nimbers of octal games by the sparse-space method, compiled by Numba.

Not run from here: `nimber_process.py` compiles them with other values for these constants. `sparse_space.py` explains
the method, and what common and rare values are.

`codes` has a code for every heap, and MARGIN places before heap 0: those, heap 0 itself, and heaps not yet solved hold
INVALID. A code below LIMIT is that of a common value; FLAG is added to the code of a rare one. A row of `masks` and
`rare_masks` has a bit for every code, so that one instruction handles the moves from many of a BLOCK of heaps to the
same rare heap.
"""

from typing import Any, NamedTuple

import numpy as np

from perfect_play.solvers.arrays import Int64s, Uint64s, Uints
from perfect_play.solvers.native.intrinsics import lowest_bit

BITS = 64
MASK_PARTS = 1
LIMIT = BITS * MASK_PARTS
BLOCK = 64
FLAG = 128
INVALID = 255
MARGIN = 256
FULL = 2**64 - 1
MASK_TYPE: Any = np.uint64

FINISHED, WIDER, MORE_ROOM = 0, 1, 2


class NimberArrays(NamedTuple):
    """What `fill` works on.

    values: the nimbers; codes: see above. rare, rare_code: the rare heaps and their codes. status[0] is the number of
    rare heaps, status[1] the number of helpers found, status[2] the reason for stopping: FINISHED, WIDER (masks are too
    narrow) or MORE_ROOM (for rare heaps). split, plain: the tokens that may be removed by moves that leave two heaps,
    and by those that leave one. mask: that of rare values; place_of_bit: its lowest bit, which codes leave out.
    alternating: 1 if the parity of a heap counts as one more bit, else 0. witness, witness_removed, witness_code: small
    heaps whose moves show most rare values. following: by code, what a new heap of this code adds to the masks of those
    that follow. helpers: moves that have shown what the witnesses had not. masks, rare_masks, at: scratch.
    """

    values: Uints
    codes: Uints
    rare: Int64s
    rare_code: Uints
    status: Int64s
    split: Int64s
    plain: Int64s
    mask: int
    place_of_bit: int
    alternating: int
    witness: Int64s
    witness_removed: Int64s
    witness_code: Uints
    following: Uints
    helpers: Int64s
    masks: Uints
    rare_masks: Uints
    at: Uint64s


def add_four(masks: Uints, codes: Uints, at: Uint64s, code: Uints, i: int, j: int, k: int, m: int) -> None:
    """Mark the codes that a block of heaps reaches by moves that leave one of four rare heaps and another heap."""
    first, second, third, fourth = at[i], at[j], at[k], at[m]
    of_first, of_second, of_third, of_fourth = code[i], code[j], code[k], code[m]
    for part in range(MASK_PARTS):
        off = BITS * part
        for place in range(BLOCK):
            n = np.uint64(place)
            a = (codes[first + n] ^ of_first) - off
            b = (codes[second + n] ^ of_second) - off
            c = (codes[third + n] ^ of_third) - off
            d = (codes[fourth + n] ^ of_fourth) - off
            bits = MASK_TYPE(1 << (a & (BITS - 1))) if 0 <= a < BITS else MASK_TYPE(0)
            bits |= MASK_TYPE(1 << (b & (BITS - 1))) if 0 <= b < BITS else MASK_TYPE(0)
            bits |= MASK_TYPE(1 << (c & (BITS - 1))) if 0 <= c < BITS else MASK_TYPE(0)
            bits |= MASK_TYPE(1 << (d & (BITS - 1))) if 0 <= d < BITS else MASK_TYPE(0)
            masks[part, place] |= bits


def add_all(masks: Uints, codes: Uints, at: Uint64s, code: Uints, count: int) -> None:
    """The same for any number of rare heaps, four at a time; the last one is repeated as needed."""
    last = count - 1
    for i in range(0, count, 4):
        add_four(masks, codes, at, code, i, min(i + 1, last), min(i + 2, last), min(i + 3, last))


def add_row(masks: Uints, row: Uints, place: int) -> None:
    """Mark, for the heaps that follow, the codes reached by moves to a heap whose code has just been found."""
    for part in range(MASK_PARTS):
        for n in range(BLOCK):
            masks[part, np.uint64(place) + np.uint64(n)] |= row[part, n]


def mark(masks: Uints, place: int, code: int) -> None:
    """Set the bit of one code."""
    masks[code // BITS, place] |= MASK_TYPE(1 << (code % BITS))


def least_missing(masks: Uints, place: int, limit: int) -> int:
    """The least code below `limit` whose bit is not set; -1 if all are set."""
    for part in range(MASK_PARTS):
        remaining = limit - BITS * part
        if remaining <= 0:
            break
        need = np.uint64(FULL) if remaining >= BITS else (np.uint64(1) << np.uint64(remaining)) - np.uint64(1)
        gap = need & ~np.uint64(masks[part, place])
        if gap:
            return BITS * part + int(lowest_bit(gap))
    return -1


def parity(number: int) -> int:
    """1 if an odd number of bits is set, else 0."""
    number ^= number >> 16
    number ^= number >> 8
    number ^= number >> 4
    number ^= number >> 2
    number ^= number >> 1
    return number & 1


def look_for(n: int, place: int, gap: int, limit: int, a: NimberArrays) -> int:
    """Go through the moves from heap n until every rare value below `limit` is marked; return the least not, or -1."""
    codes, rare_masks, split, helpers, status = a.codes, a.rare_masks, a.split, a.helpers, a.status
    helping = min(status[1], len(helpers))
    for i in range(helping):
        first_heap = helpers[i, 1]
        second_heap = n - helpers[i, 0] - first_heap
        if second_heap >= 1:
            code = codes[MARGIN + first_heap] ^ codes[MARGIN + second_heap]
            if code < LIMIT:
                mark(rare_masks, place, code)
                if code == gap:
                    gap = least_missing(rare_masks, place, limit)
                    if gap < 0:
                        return -1
    for first_heap in range(1, (n - split[0]) // 2 + 1):
        first = codes[MARGIN + first_heap]
        for removed in split:
            if n - removed - first_heap >= 1:
                code = first ^ codes[MARGIN + n - removed - first_heap]
                if code < LIMIT:
                    mark(rare_masks, place, code)
                    if code == gap:
                        gap = least_missing(rare_masks, place, limit)
                        if first_heap > 500:
                            helpers[status[1] % len(helpers), 0] = removed
                            helpers[status[1] % len(helpers), 1] = first_heap
                            status[1] += 1
                        if gap < 0:
                            return -1
    return gap


def fill(start: int, stop: int, a: NimberArrays) -> int:
    """Compute the nimbers of heaps from `start` to before `stop`; return the first heap not computed."""
    values, codes, rare, rare_code = a.values, a.codes, a.rare, a.rare_code
    masks, rare_masks, at = a.masks, a.rare_masks, a.at
    count = a.status[0]
    low = (1 << a.place_of_bit) - 1
    base = start
    a.status[2] = FINISHED
    while base < stop:
        size = min(BLOCK, stop - base)
        masks[:] = 0
        rare_masks[:] = 0
        for place in range(BLOCK):
            codes[MARGIN + base + place] = INVALID
        for removed in a.split:
            for i in range(count):
                at[i] = MARGIN + base - removed - rare[i]
            add_all(masks, codes, at, rare_code, count)
        for place in range(size):
            n = base + place
            for removed in a.plain:
                code = int(codes[MARGIN + n - removed])
                is_rare = (1 if code >= FLAG else 0) ^ (a.alternating & removed & 1)
                mark(rare_masks if is_rare else masks, place, code & (FLAG - 1))
            code = least_missing(masks, place, LIMIT)
            if code < 0:
                size = place
                break
            codes[MARGIN + n] = code
            add_row(masks, a.following[code], place)
        if size == 0:
            a.status[2] = WIDER
            break
        for i in range(len(a.witness)):
            at[i] = MARGIN + base - a.witness_removed[i] - a.witness[i]
        add_all(rare_masks, codes, at, a.witness_code, len(a.witness))
        good = size
        for place in range(size):
            n = base + place
            odd = a.alternating & (n - a.split[0]) & 1
            code = int(codes[MARGIN + n])
            value = ((code >> a.place_of_bit) << (a.place_of_bit + 1)) | (code & low)
            limit = code & ~low  # below it, the rare values are less than this common one
            if parity(value & a.mask) == odd:
                value |= 1 << a.place_of_bit
                limit += low + 1
            gap = least_missing(rare_masks, place, limit)
            if gap >= 0:
                gap = look_for(n, place, gap, limit, a)
            if gap >= 0:
                value = ((gap >> a.place_of_bit) << (a.place_of_bit + 1)) | (gap & low)
                if parity(value & a.mask) != odd:
                    value |= 1 << a.place_of_bit
                rare[count] = n
                rare_code[count] = gap
                count += 1
                codes[MARGIN + n] = FLAG | gap
                good = place + 1
            values[n] = value
            if gap >= 0:
                break
        base += good
        if count == len(rare):
            a.status[2] = MORE_ROOM
            break
    a.status[0] = count
    return base

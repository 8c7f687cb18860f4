"""Sorting arrays of 64-bit ranks, and set operations on ascending ones without duplicates.

Not run from here: see `dense.py`.
"""

from typing import Any

import numpy as np

from perfect_play.solvers.arrays import AnyInt, Int8s, Int64s, Ints, Uint8s, Uint32s

MUCH_LONGER = 32  # from this ratio on, binary search is cheaper than a linear merge


def sort_by_digit(ranks: Ints, shift: int, counts: Int64s, ordered: Ints) -> None:
    """Write the ranks to `ordered` by their digit from bit `shift` on; those with the same digit stay in order.

    counts: as many as there are digits, a power of two.
    """
    begin_digits(ranks, shift, counts)
    for index in range(len(ranks)):
        place: Any = (np.int64(ranks[index]) >> shift) & (len(counts) - 1)
        ordered[counts[place]] = ranks[index]
        counts[place] += 1


def begin_digits(ranks: Ints, shift: int, counts: Int64s) -> None:
    """Write to `counts` where the ranks with each digit begin, once they are sorted by it.

    counts: as many as there are digits, a power of two.
    """
    for digit in range(len(counts)):
        counts[digit] = 0
    for index in range(len(ranks)):
        counts[(np.int64(ranks[index]) >> shift) & (len(counts) - 1)] += 1
    total: Any = 0
    for digit in range(len(counts)):
        total, counts[digit] = total + counts[digit], total


def count_digits(keys: Ints, shift: int, counts: Int64s) -> None:
    """Count how many ranks have each digit, the bits from `shift` up. keys: each is a rank plus 1, or 0 for none."""
    for index in range(len(keys)):
        if keys[index] != 0:
            counts[(np.int64(keys[index]) - 1) >> shift] += 1


def divide(keys: Ints, codes: Ints, extra: Int8s, shift: int, places: Int64s, ranks: Ints, values: Uint32s) -> None:
    """Write the ranks in `keys` to `ranks`, grouped by the digit that `count_digits` counts, and codes to `values`.

    extra: a byte for each that goes above its code, if any. places: where the next rank with each digit goes.
    """
    for index in range(len(keys)):
        if keys[index] == 0:
            continue
        rank = np.int64(keys[index]) - 1
        place: Any = places[rank >> shift]
        places[rank >> shift] = place + 1
        value: Any = np.int64(codes[index])
        if len(extra) > 0:
            value |= (np.int64(extra[index]) & 255) << 16
        ranks[place] = rank
        values[place] = value


def sort_divided(
    ranks: Ints,
    values: Uint32s,
    ends: Int64s,
    passes: int,
    width: int,
    counts: Int64s,
    scratch: Ints,
    value_scratch: Uint32s,
) -> None:
    """Sort the ranks between any two successive `ends`, by an even number of digits; values move along.

    counts: as many as there are digits. scratch, value_scratch: as long as the most ranks between two ends.
    """
    for part in range(len(ends) - 1):
        first, last = np.int64(ends[part]), np.int64(ends[part + 1])
        if last - first < 2:
            continue
        part_ranks, part_values, scratch_ranks = ranks[first:last], values[first:last], scratch[: last - first]
        for digit in range(0, passes, 2):
            sort_pairs(part_ranks, part_values, digit * width, counts, scratch_ranks, value_scratch)
            sort_pairs(scratch_ranks, value_scratch, (digit + 1) * width, counts, part_ranks, part_values)


def sort_pairs(
    ranks: Ints, values: Uint32s, shift: int, counts: Int64s, ordered: Ints, ordered_values: Uint32s
) -> None:
    """Write the ranks to `ordered` by their digit from bit `shift` on, and their values to `ordered_values`."""
    begin_digits(ranks, shift, counts)
    for index in range(len(ranks)):
        kind: Any = (np.int64(ranks[index]) >> shift) & (len(counts) - 1)
        place: Any = counts[kind]
        counts[kind] = place + 1
        ordered[place] = ranks[index]
        ordered_values[place] = values[index]


def without_repetition(ranks: Ints) -> int:
    """Move the distinct elements of an ascending list to its front; return their number."""
    count = 0
    for index in range(len(ranks)):
        if count == 0 or ranks[index] != ranks[count - 1]:
            ranks[count] = ranks[index]
            count += 1
    return count


def exclude(ranks: Ints, excluded: Ints) -> int:
    """Move the elements of an ascending list that are not in `excluded` to its front; return their number."""
    count = 0
    place = 0
    if len(ranks) * MUCH_LONGER < len(excluded):
        for index in range(len(ranks)):
            number = ranks[index]
            low, high = place, len(excluded)
            while low < high:
                middle = (low + high) // 2
                if excluded[middle] < number:
                    low = middle + 1
                else:
                    high = middle
            place = low
            if place == len(excluded) or excluded[place] != number:
                ranks[count] = number
                count += 1
        return count
    for index in range(len(ranks)):
        number = ranks[index]
        while place < len(excluded) and excluded[place] < number:
            place += 1
        if place == len(excluded) or excluded[place] != number:
            ranks[count] = number
            count += 1
    return count


def merge(first: Ints, second: Ints, merged: Ints) -> int:
    """Write the union of two lists to `merged`, each rank once; return its length."""
    count = 0
    i = 0
    j = 0
    while i < len(first) and j < len(second):
        if first[i] < second[j]:
            merged[count] = first[i]
            i += 1
        else:
            merged[count] = second[j]
            if first[i] == second[j]:
                i += 1
            j += 1
        count += 1
    while i < len(first):
        merged[count] = first[i]
        count += 1
        i += 1
    while j < len(second):
        merged[count] = second[j]
        count += 1
        j += 1
    return count


def write_block(ranks: Ints, codes: Ints, width: int, out: Uint8s) -> int:
    """Write what `table_layout.sorted_block` returns to `out`; return its length. codes: `width` bytes for each."""
    count, bits, before, differ, length = len(ranks), 0, 0, 0, 5
    for index in range(count):
        rank: Any = np.int64(ranks[index])
        differ |= rank - before
        before = rank
    while bits == 0 or (bits < 64 and differ >> bits != 0):
        before = 0
        for index in range(count):
            rank = np.int64(ranks[index])
            out[length + index] = ((rank - before) >> bits) & 255
            before = rank
        length += count
        bits += 8
    for byte in range(width):
        for index in range(count):
            out[length + index] = codes[width * index + byte]
        length += count
    for byte in range(4):
        out[byte] = (count >> (8 * byte)) & 255
    out[4] = bits // 8
    return length


# --- places of ranks, by hash ---------------------------------------------------------------------


MIX_1 = 0xFF51AFD7ED558CCD
MIX_2 = 0xC4CEB9FE1A85EC53


def first_slot(number: AnyInt, slots: Ints) -> Any:
    """The first slot to try for a rank; there are at most 2^31. Mixed by the finalizer of MurmurHash3 (A. Appleby)."""
    mixed = np.uint64(number)
    mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(MIX_1)
    mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(MIX_2)
    return (np.int64(mixed >> np.uint64(32)) * len(slots)) >> 32


def fill_slots(ranks: Ints, slots: Ints) -> None:
    """Fill an empty table with the places of all ranks: each slot holds a place plus 1, or 0."""
    for place in range(len(ranks)):
        slot = first_slot(ranks[place], slots)
        while slots[slot] != 0:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = place + 1


def look_up(ranks: Ints, slots: Ints, number: int) -> int:
    """The place of a rank; -1 if it is not in the list."""
    slot = first_slot(number, slots)
    while slots[slot] != 0:
        place = np.int64(slots[slot]) - 1
        if ranks[place] == np.uint64(number):
            return int(place)
        slot = (slot + 1) & (len(slots) - 1)
    return -1

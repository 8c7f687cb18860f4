"""Sorting arrays of 64-bit ranks, and set operations on ascending ones without duplicates.

Not run from here: see `dense.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

MUCH_LONGER = 32  # from this ratio on, binary search is cheaper than a linear merge


def sort_by_digit(ranks: Any, shift: int, counts: Any, ordered: Any) -> None:
    """Write the ranks to `ordered` by their digit from bit `shift` on; those with the same digit stay in order.

    counts: as many as there are digits, a power of two.
    """
    for digit in range(len(counts)):
        counts[digit] = 0
    for index in range(len(ranks)):
        counts[(np.int64(ranks[index]) >> shift) & (len(counts) - 1)] += 1
    total = 0
    for digit in range(len(counts)):
        total, counts[digit] = total + counts[digit], total
    for index in range(len(ranks)):
        place: Any = (np.int64(ranks[index]) >> shift) & (len(counts) - 1)
        ordered[counts[place]] = ranks[index]
        counts[place] += 1


def without_repetition(ranks: Any) -> int:
    """Move the distinct elements of an ascending list to its front; return their number."""
    kept = 0
    for index in range(len(ranks)):
        if kept == 0 or ranks[index] != ranks[kept - 1]:
            ranks[kept] = ranks[index]
            kept += 1
    return kept


def without(ranks: Any, known: Any) -> int:
    """Move the elements of an ascending list that are not in `known` to its front; return their number."""
    kept = 0
    place = 0
    if len(ranks) * MUCH_LONGER < len(known):
        for index in range(len(ranks)):
            number = ranks[index]
            low, high = place, len(known)
            while low < high:
                middle = (low + high) // 2
                if known[middle] < number:
                    low = middle + 1
                else:
                    high = middle
            place = low
            if place == len(known) or known[place] != number:
                ranks[kept] = number
                kept += 1
        return kept
    for index in range(len(ranks)):
        number = ranks[index]
        while place < len(known) and known[place] < number:
            place += 1
        if place == len(known) or known[place] != number:
            ranks[kept] = number
            kept += 1
    return kept


def merge(one: Any, other: Any, merged: Any) -> int:
    """Write the union of two lists to `merged`, each rank once; return its length."""
    kept = 0
    i = 0
    j = 0
    while i < len(one) and j < len(other):
        if one[i] < other[j]:
            merged[kept] = one[i]
            i += 1
        else:
            merged[kept] = other[j]
            if one[i] == other[j]:
                i += 1
            j += 1
        kept += 1
    while i < len(one):
        merged[kept] = one[i]
        kept += 1
        i += 1
    while j < len(other):
        merged[kept] = other[j]
        kept += 1
        j += 1
    return kept

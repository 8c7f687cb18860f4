"""Ascending lists of ranks without repetition, in arrays of 64 bits: what two engines need of them.

Not imported as it stands: see `dense.py`.
"""

from __future__ import annotations

from typing import Any

MUCH_LONGER = 32  # from here on looking up is cheaper than going along


def without_repetition(ranks: Any) -> int:
    """Bring the distinct ones of an ascending list to its front; how many."""
    kept = 0
    for index in range(len(ranks)):
        if kept == 0 or ranks[index] != ranks[kept - 1]:
            ranks[kept] = ranks[index]
            kept += 1
    return kept


def without(ranks: Any, known: Any) -> int:
    """Bring those of an ascending list that are not in another to its front; how many."""
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
    """Write two lists as one to `merged`, each rank once; how many."""
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

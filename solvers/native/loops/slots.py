"""A hash table from ranks to their places in an ascending list.

Not run from here: see `dense.py`. Open addressing with the multiplicative hash of D. E. Knuth, "The Art of Computer
Programming", vol. 3, section 6.4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

GOLDEN = 11400714819323198485  # 2^64 divided by the golden ratio


def first_slot(number: int, slots: Any) -> int:
    """The first slot to probe for a rank; the length of `slots` is a power of two."""
    mixed = np.uint64(number) * np.uint64(GOLDEN) >> np.uint64(20)
    return int(np.int64(mixed)) & (len(slots) - 1)


def fill_slots(ranks: Any, slots: Any) -> None:
    """Fill an empty table with the places of all ranks: each slot holds a place plus 1, or 0."""
    for place in range(len(ranks)):
        slot = first_slot(ranks[place], slots)
        while slots[slot] != 0:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = place + 1


def look_up(ranks: Any, slots: Any, number: int) -> int:
    """The place of a rank; -1 if it is not in the list."""
    slot = first_slot(number, slots)
    while slots[slot] != 0:
        place = np.int64(slots[slot]) - 1
        if ranks[place] == np.uint64(number):
            return int(place)
        slot = (slot + 1) & (len(slots) - 1)
    return -1

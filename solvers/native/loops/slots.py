"""A hash table from ranks to their places in an ascending list.

Not run from here: see `dense.py`. Open addressing; ranks are mixed by the finalizer of MurmurHash3 (A. Appleby).
"""

from typing import Any

import numpy as np

from perfect_play.solvers.arrays import AnyInt, Ints

MIX_1 = 0xFF51AFD7ED558CCD
MIX_2 = 0xC4CEB9FE1A85EC53


def first_slot(number: AnyInt, slots: Ints) -> Any:
    """The first slot to try for a rank; there are at most 2^31."""
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

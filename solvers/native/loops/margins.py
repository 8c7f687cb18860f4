"""The loop that computes margins (points by which the player to move wins) or nimbers.

Not run from here: see `dense.py`. A place is the index of a rank in the ascending list `ranks`; it is looked up in
the hash table of `slots.py`, since ranks are needed in random order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.base import ONGOING, TIED, WON
from solvers.native.loops.forward import kernel_children, kernel_primitive
from solvers.native.loops.slots import look_up

OPEN, KNOWN = 1, 2  # states of a place; 0: not yet visited
WORST = -128  # less than any margin
GREATEST = 63  # nimber


def kernel_margin(number: int, work: Any) -> int:
    """Stand-in for the kernel's function; never called."""
    raise NotImplementedError


def solve_margins(
    nimbers: bool, ranks: Any, slots: Any, order: Any, margins: Any, state: Any, out: Any, work: Any
) -> int:
    """Write the margin of every place, or its nimber; return -1.

    Returns a place instead if it leads back to itself or out of the list, its margin does not fit in a byte, its nimber
    is not below GREATEST, or it has none because play ends in a tie. Depth first from all places in the given order; a
    place is OPEN from its expansion until all its children are KNOWN.
    """
    path = np.zeros(1 << 12, np.int64)
    for first in range(len(order)):
        path[0] = order[first]
        length = 1
        while length > 0:
            place = path[length - 1]
            if state[place] == KNOWN:
                length -= 1
                continue
            number = np.int64(ranks[place])
            ended = kernel_primitive(number, work)
            if ended != ONGOING:
                margin = (1 if ended == WON else 0) if nimbers else kernel_margin(number, work)
                if margin <= WORST or margin >= -WORST or (nimbers and ended == TIED):
                    return int(place)
                margins[place] = margin
                state[place] = KNOWN
                length -= 1
                continue
            count = kernel_children(number, out, work)
            if length + count > len(path):
                longer = np.zeros(2 * (length + count), np.int64)
                for i in range(length):  # assigning a slice takes seconds to compile
                    longer[i] = path[i]
                path = longer
            best, waiting, taken = WORST, length, np.uint64(0)
            for i in range(count):
                again = out[i] < 0
                child = look_up(ranks, slots, ~out[i] if again else out[i])
                if child < 0:
                    return int(place)
                if state[child] == KNOWN:
                    margin = np.int64(margins[child])
                    best = max(best, margin if again else -margin)
                    if nimbers:
                        taken |= np.uint64(1) << np.uint64(margin)
                elif state[child] == OPEN:
                    return int(place)
                else:
                    path[waiting] = child
                    waiting += 1
            if waiting > length:
                state[place] = OPEN
            else:
                if nimbers:
                    best = 0
                    while taken >> np.uint64(best) & np.uint64(1) == 1:
                        best += 1
                    if best >= GREATEST:
                        return int(place)
                margins[place] = best
                state[place] = KNOWN
            length = waiting if waiting > length else length - 1
    return -1

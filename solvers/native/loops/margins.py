"""The loop that finds by how much one wins, in the Python that the compiler understands.

Not imported as it stands: see `dense.py`. A place is that of a rank in the ascending list `ranks`; it is
looked up in the table of `slots.py`, as ranks are asked for in no order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.base import ONGOING
from solvers.native.loops.forward import kernel_children, kernel_primitive
from solvers.native.loops.slots import look_up

OPEN, KNOWN = 1, 2  # states of a place; 0: not met yet
WORST = -128  # less than any margin


def kernel_margin(number: int, work: Any) -> int:
    """Stands for the kernel's; never called as it is."""
    raise NotImplementedError


def solve_margins(ranks: Any, slots: Any, order: Any, margins: Any, state: Any, out: Any, work: Any) -> int:
    """Write the margin of every place; -1 when that is done.

    Otherwise a place that leads back to itself, or that is won by more than a byte can hold. Depth first, from
    all places in the given order: one is open from when its children are asked for until all of them are known.
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
            if kernel_primitive(number, work) != ONGOING:
                margin = kernel_margin(number, work)
                if margin <= WORST or margin >= -WORST:
                    return int(place)
                margins[place] = margin
                state[place] = KNOWN
                length -= 1
                continue
            count = kernel_children(number, out, work)
            if length + count > len(path):
                longer = np.zeros(2 * (length + count), np.int64)
                longer[:length] = path[:length]
                path = longer
            best, waiting = WORST, length
            for i in range(count):
                again = out[i] < 0
                child = look_up(ranks, slots, ~out[i] if again else out[i])
                if child < 0:
                    return int(place)
                if state[child] == KNOWN:
                    margin = np.int64(margins[child])
                    best = max(best, margin if again else -margin)
                elif state[child] == OPEN:
                    return int(place)
                else:
                    path[waiting] = child
                    waiting += 1
            if waiting > length:
                state[place] = OPEN
            else:
                margins[place] = best
                state[place] = KNOWN
            length = waiting if waiting > length else length - 1
    return -1

"""The loops that call the kernel for every rank of a list: for weights, and for margins.

Not run from here: see `dense.py`. Operations on the lists themselves are in `lists.py`; `graph.py` explains slots.
"""

from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Int8s, Ints
from perfect_play.solvers.native.loops.graph import WORST
from perfect_play.solvers.native.loops.kernels import kernel_alike, kernel_margin


def weigh(ranks: Ints, weights: Ints, scratch: Any) -> None:
    """Write the number of positions that share each of these ranks to `weights`."""
    for index in range(len(ranks)):
        weights[index] = kernel_alike(int(np.int64(ranks[index])), scratch)


def end_margins(slots: Ints, keys: Ints, values: Int8s, scratch: Any) -> int:
    """Write the margins of the ended positions in `slots`: the points by which the player to move has won.

    Returns -1, or the slot of one that does not fit a byte.
    """
    for index in range(len(slots)):
        slot = np.int64(slots[index])
        margin = kernel_margin(np.int64(keys[slot]) - 1 if len(keys) > 0 else slot, scratch)
        if margin <= WORST or margin >= -WORST:
            return int(slot)
        values[slot] = margin
    return -1

"""The loop of the backward engine, over sorted lists of ranks.

Not run from here: see `dense.py`. Operations on the lists themselves are in `lists.py`.
"""

from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Int64s, Ints
from perfect_play.solvers.native.loops.kernels import kernel_parents


def expand(frontier: Ints, size: int, out: Int64s, scratch: Any, parents: Ints) -> int:
    """Write the parents of the ranks in `frontier` to `parents`; return their number, or -1 - rank if out of range."""
    total = 0
    for index in range(len(frontier)):
        number = np.int64(frontier[index])
        count = kernel_parents(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            if out[i] < 0 or out[i] >= size:
                return int(-1 - number)
            parents[total] = out[i]
            total += 1
    return total

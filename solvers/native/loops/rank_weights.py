"""The loop that counts the positions of each rank.

Not run from here: see `dense.py`.
"""

from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.native.loops.kernels import kernel_alike


def weigh(ranks: Ints, weights: Ints, scratch: Any) -> None:
    """Write the number of positions that share each of these ranks to `weights`."""
    for index in range(len(ranks)):
        weights[index] = kernel_alike(int(np.int64(ranks[index])), scratch)

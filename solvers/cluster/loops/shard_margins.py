"""The loop that reads the margins of ended positions from the kernel.

Not run from here: see `solvers/native/loops/dense.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfect_play.solvers.native.loops.graph import WORST
from perfect_play.solvers.native.loops.kernels import kernel_margin


def end_margins(ranks: Any, places: Any, margins: Any, ended: Any, scratch: Any) -> int:
    """Write the margin of each of `places`, where play has ended; append those whose margin fits in a byte to `ended`.

    Returns how many there are.
    """
    count = 0
    for index in range(len(places)):
        place = places[index]
        margin = kernel_margin(np.int64(ranks[place]), scratch)
        if WORST < margin < -WORST:
            margins[place] = margin
            ended[count] = place
            count += 1
    return count

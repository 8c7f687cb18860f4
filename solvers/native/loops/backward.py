"""The loops of the engine that goes backward over sorted lists of ranks, as the compiler understands them.

Not imported as it stands: see `dense.py`; the lists themselves are the matter of `lists.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def kernel_parents(number: int, out: Any, work: Any) -> int:
    """Stands for the kernel's; never called as it is."""
    raise NotImplementedError


def expand(frontier: Any, size: int, out: Any, work: Any, found: Any) -> int:
    """Write what leads to the ranks in `frontier` to `found`; how many. -1 - rank: out of range."""
    total = 0
    for index in range(len(frontier)):
        number = np.int64(frontier[index])
        count = kernel_parents(number, out, work)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            if out[i] < 0 or out[i] >= size:
                return int(-1 - number)
            found[total] = out[i]
            total += 1
    return total

"""The loop that counts positions rank by rank, in the Python that the compiler understands.

Not imported as it stands: see `dense.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def kernel_alike(number: int, work: Any) -> int:
    """Stands for the kernel's; never called as it is."""
    raise NotImplementedError


def weigh(ranks: Any, weights: Any, work: Any) -> None:
    """Write how many positions have each of these ranks."""
    for index in range(len(ranks)):
        weights[index] = kernel_alike(int(np.int64(ranks[index])), work)

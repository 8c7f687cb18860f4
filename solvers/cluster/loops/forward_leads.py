"""Where a position leads, for engines that go forward, in the Python that the compiler understands.

Not imported as it stands: see `solvers/native/loops/dense.py`.
"""

from __future__ import annotations

from typing import Any

from puzzles.base import ONGOING
from solvers.native.loops.forward import kernel_children, kernel_primitive


def leads_to(number: int, out: Any, work: Any) -> int:
    """Write the children of a rank to `out`; how many. None where the rules have ended play."""
    if kernel_primitive(number, work) != ONGOING:
        return 0
    count = kernel_children(number, out, work)
    for i in range(min(count, len(out))):
        if out[i] < 0:
            out[i] = ~out[i]
    return count

"""Where a position leads in a forward search: to its children.

Not run from here: see `solvers/native/loops/dense.py`.
"""

from __future__ import annotations

from typing import Any

from perfect_play.puzzles.base import ONGOING
from perfect_play.solvers.native.loops.kernels import kernel_children, kernel_primitive


def leads_to(number: int, out: Any, scratch: Any) -> Any:
    """Write the children of a rank to `out`; return their number, 0 if play has ended."""
    if kernel_primitive(number, scratch) != ONGOING:
        return 0
    count = kernel_children(number, out, scratch)
    for i in range(min(count, len(out))):
        if out[i] < 0:
            out[i] = ~out[i]
    return count

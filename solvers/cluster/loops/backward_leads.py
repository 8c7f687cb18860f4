"""Where a position leads in a backward search: to its parents.

Not run from here: see `solvers/native/loops/dense.py`.
"""

from __future__ import annotations

from typing import Any

from perfect_play.solvers.native.loops.kernels import kernel_parents


def leads_to(number: int, out: Any, scratch: Any) -> Any:
    """Write the parents of a rank to `out`; return their number."""
    return kernel_parents(number, out, scratch)

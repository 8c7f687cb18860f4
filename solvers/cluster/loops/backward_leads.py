"""Where a position leads, for engines that go backward, in the Python that the compiler understands.

Not imported as it stands: see `solvers/native/loops/dense.py`.
"""

from __future__ import annotations

from typing import Any

from solvers.native.loops.dense import kernel_parents


def leads_to(number: int, out: Any, work: Any) -> int:
    """Write the parents of a rank to `out`; how many."""
    return kernel_parents(number, out, work)

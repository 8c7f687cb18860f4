"""Starts a native solve in a process of its own, and relays how it goes. Imports no compiler."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from puzzles.base import Kernel, Puzzle, Rules
from solvers.native.compile_client import Ready
from solvers.tables.layout import layout_of

Engine = Literal["dense", "modulo3", "backward", "forward"]
WORTH_IT = 200_000  # positions; the reference solver does fewer sooner than a kernel is compiled
COMPILER = 200 << 20  # bytes of memory that the process takes whatever it solves


class NativeSolveFailed(Exception):
    """A native solve ended without a table; the message says why."""


class NativeSolveKilled(NativeSolveFailed):
    """Something outside killed the process of a native solve."""


@cache
def compiler_installed() -> bool:
    """Whether Numba can be imported; it is not imported to find out."""
    return importlib.util.find_spec("numba") is not None


@dataclass(frozen=True)
class Plan:
    """How a variant is solved natively: by which engine, and about what it takes, in bytes."""

    engine: Engine
    kernel: Kernel
    memory: int
    disk: int


def plan_of(rules: Rules) -> Plan | None:
    """How a variant would be solved natively; None where it has no kernel, or none that fits."""
    kernel = rules.kernel()
    size = rules.size
    if kernel is None or size is None:
        return None
    positions = rules.variant.positions or size
    backward = isinstance(rules, Puzzle) and rules.backward
    reversible = isinstance(rules, Puzzle) and rules.reversible and kernel.parents is None
    if backward and (kernel.parents is not None or reversible):
        if not rules.dense:
            return Plan("backward", kernel, COMPILER + 40 * positions, 10 * positions)
        if layout_of(rules) == "modulo3":
            return Plan("modulo3", kernel, COMPILER + size // 2, size)
        return Plan("dense", kernel, COMPILER + size, 2 * size)
    if kernel.primitive is None:
        return None
    each = 48 if rules.dense else 60
    return Plan("forward", kernel, COMPILER + each * (size if rules.dense else positions), 10 * positions)


def goes_native(rules: Rules) -> bool:
    """Whether this variant is solved by its kernel."""
    return rules.variant.positions > WORTH_IT and compiler_installed() and plan_of(rules) is not None


def solve_native(
    data_dir: Path,
    rules: Rules,
    tell: Callable[[int], None],
    stage: Callable[[str], None] = lambda doing: None,
    ready: Ready | None = None,
) -> None:
    """Solve a variant natively and publish its table. Raises NativeSolveFailed.

    ready: the process that has the compiler ready; by default one for this variant alone. `tell` is called with the
    number of positions solved so far, `stage` with what is being done.
    """

    def run(heard: Heard) -> dict[str, Any]:
        with nullcontext(ready) if ready else Ready() as process:
            return process.solve(str(data_dir.resolve()), rules.id, rules.variant.id, heard=heard)

    relayed(run, tell, stage)


Heard = Callable[[dict[str, Any]], None]


def relayed(run: Callable[[Heard], dict[str, Any]], tell: Callable[[int], None], stage: Callable[[str], None]) -> None:
    """Run a process that solves, and relay what it tells. Raises NativeSolveFailed."""

    def heard(news: dict[str, Any]) -> None:
        if "positions" in news:
            tell(news["positions"])
        if "stage" in news:
            stage(news["stage"])

    begun = time.monotonic()
    told = run(heard)
    if told.get("done"):
        return
    if "error" in told:
        raise NativeSolveFailed(told["error"])
    level = f"; levels up to {told['level']} are kept" if "level" in told else ""
    if told["code"] >= 0:
        raise NativeSolveFailed(f"its process ended with code {told['code']}{level}")
    raise NativeSolveKilled(
        f"its process was killed after {time.monotonic() - begun:.0f} s by signal {-told['code']}, "
        f"as the system does when memory runs out (the solver itself has no time limit){level}"
    )

"""Estimates the cost of solving a variant, and whether it is low enough to solve it on request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native.launch import goes_native, plan_of

POSITIONS_PER_SECOND = 60_000  # of the reference solver on a typical puzzle
BYTES_PER_POSITION = 220  # of memory while it solves
NATIVE_POSITIONS_PER_SECOND = 4_000_000
TIERS_POSITIONS_PER_SECOND = 2_000_000  # of the tier engine
COMPILING = 4  # seconds, the first time
COMPILING_NEXT = 1.5  # seconds, once the compiler has been started and the shared loops are there

QUICK = 2.0
"""Seconds: a client waits for the table of a variant that takes no longer."""

MOST_SECONDS = 10
MOST_MEMORY = 1 << 30
MOST_DISK = 128 << 20
"""The most that solving a variant may take for the service to do so without being told to."""


@dataclass(frozen=True)
class Estimate:
    """The engine that would solve a variant, and roughly the bytes of memory and disk and the seconds it takes."""

    engine: str
    memory: int
    disk: int
    seconds: float

    @property
    def seconds_next(self) -> float:
        """The seconds it takes a builder that has started the compiler."""
        return self.seconds if self.engine == "reference" else self.seconds - COMPILING + COMPILING_NEXT


def estimate(rules: Rules) -> Estimate | None:
    """The cost of solving a variant; None if its number of positions is unknown."""
    classes = rules.variant.positions
    if not classes:
        return None
    plan = plan_of(rules) if goes_native(rules) else None
    if plan is not None:
        return Estimate(plan.engine, plan.memory, max(16_384, plan.disk), _seconds_natively(rules))
    ranks = rules.size if rules.size and rules.dense else 0
    memory, disk = classes * BYTES_PER_POSITION + ranks, max(16_384, int((ranks or classes) * 1.5))
    return Estimate("reference", memory, disk, classes / POSITIONS_PER_SECOND)


def _seconds_natively(rules: Rules) -> float:
    by_tiers = isinstance(rules, BoardGame) and rules.dense
    return COMPILING + rules.variant.positions / (
        TIERS_POSITIONS_PER_SECOND if by_tiers else NATIVE_POSITIONS_PER_SECOND
    )


@lru_cache(maxsize=1024)
def takes_little(rules: Rules) -> bool:
    """Whether this variant can be solved while a client waits, without burdening the machine."""
    if _seconds_natively(rules) > MOST_SECONDS:  # planning a large solve may itself take long
        return False
    needs = estimate(rules)
    return (
        needs is not None and needs.seconds <= MOST_SECONDS and needs.memory <= MOST_MEMORY and needs.disk <= MOST_DISK
    )


@lru_cache(maxsize=1024)
def is_quick(rules: Rules) -> bool:
    """Whether solving this variant takes so little that a client can wait for the answer."""
    if not takes_little(rules):
        return False
    cost = estimate(rules)
    assert cost is not None
    return cost.seconds_next <= QUICK


def seconds_left(progress: Mapping[str, Any], waiting: Sequence[Rules]) -> int | None:
    """Roughly the seconds until all of these are solved, at least 1; None if some cost is unknown.

    progress: of the variant that is being solved now, as the builder reports it; empty if none is. waiting: the
    variants to solve after it.
    """
    seconds, positions, expected = (progress.get(name, 0) for name in ("seconds", "positions", "expected"))
    total = max(0.0, seconds * (expected / positions - 1)) if positions and expected else 0.0
    for rules in waiting:
        if not rules.variant.positions:
            return None
        native = goes_native(rules)  # not `estimate`, which may plan for seconds
        total += _seconds_natively(rules) if native else rules.variant.positions / POSITIONS_PER_SECOND
        total -= (COMPILING - COMPILING_NEXT) if native else 0.0
    return max(1, round(total))

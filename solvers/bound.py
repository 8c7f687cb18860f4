"""How many positions a solve may find: twenty times as many as the variant declares, and what memory has room for.

Rules with a fault may lead to positions without end. The bound stops such a solve before it takes the machine's memory,
and names a position it has found, as an example of what should perhaps not be there.
"""

from collections.abc import Callable
from typing import Any

from perfect_play.puzzles.base import Position, Rules, short
from perfect_play.solvers.machine import free_memory

FACTOR = 20
"""How many times as many positions as declared a solve may find."""
FLOOR = 100_000
"""As many it may always find: a second of solving natively, a few by the reference solver."""
UNDECLARED = 20_000_000
"""As many where the variant declares none: a gigabyte natively, four by the reference solver, where they fit memory."""
RESERVE = 128 << 20
"""Bytes of memory that a solve leaves free."""


class TooLarge(Exception):
    """A solve exceeded its limits."""


class ReferenceOutgrown(Exception):
    """The reference solver has found so many positions that a native engine is faster."""


class Bound:
    """The bound of one solve.

    ranks: whether positions that are equal by symmetry count separately. native_from: with more positions than this,
    `check` raises ReferenceOutgrown; None: never.
    """

    def __init__(self, rules: Rules, ranks: bool = False, native_from: int | None = None) -> None:
        self.rules = rules
        self.native_from = native_from
        declared = rules.variant.positions * (len(tuple(rules.images(rules.start()))) if ranks else 1)
        self.limit = max(FLOOR, FACTOR * declared) if declared else UNDECLARED

    def check(self, count: int, example: Callable[[], Position] | None, needed: int = 0) -> None:
        """Raise TooLarge if there are too many positions, or no memory for `needed` more bytes, or ReferenceOutgrown.

        example: returns one of the positions; None: none is at hand. needed: 0: memory is not looked at.
        """
        if count > self.limit:
            declared = self.rules.variant.positions
            says = f"but its variant declares positions={declared}" if declared else "and its variant declares none"
            raise TooLarge(f"more than {self.limit:,} positions were found, {says}. {self._perhaps(example)}")
        if self.native_from is not None and count > self.native_from:
            raise ReferenceOutgrown
        if needed and needed + RESERVE > (free := free_memory()):
            raise TooLarge(
                f"memory does not suffice: {free / 1e6:,.0f} MB are free after {count:,} positions, and "
                f"{(needed + RESERVE) / 1e6:,.0f} MB are needed. {self._perhaps(example)}"
            )

    def _perhaps(self, example: Callable[[], Position] | None) -> str:
        example_text = f", such as {_text(self.rules, example())}" if example else ""
        return f"Perhaps they should not all be there{example_text}: correct the rules, or `positions` of the variant"


def _text(rules: Rules, position: Any) -> str:
    """A position that the rules may not foresee, as text."""
    try:
        return short(rules.format(position))
    except Exception:  # noqa: BLE001 (a plug-in may raise anything)
        return short(repr(position))

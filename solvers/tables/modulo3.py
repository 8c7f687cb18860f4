"""Walking from a position to a solution by what two bits hold: remotenesses modulo 3."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.base import Position, Rules, Value
from solvers.result import LOST, Result, result

UNKNOWN = 3  # of two bits: not a remoteness modulo 3


class LeadsNowhere(Exception):
    """The bits contradict the rules: from some position on the way no move leads nearer to a solution."""


def walked(rules: Rules, position: Position, code_at: Callable[[int], int], greatest: int) -> Result:
    """The result of a position of a reversible puzzle: every move to one less leads nearer to the end.

    code_at: the remoteness modulo 3 of a rank, or UNKNOWN. greatest: the greatest remoteness there is. LOST where
    nothing is known. Raises LeadsNowhere.
    """

    def code_of(position: Position) -> int:
        rank = rules.rank(position)
        return UNKNOWN if rank is None else code_at(rank)

    code, steps = code_of(position), 0
    if code == UNKNOWN:
        return LOST
    while rules.primitive(position) is not Value.WIN:
        code = (code - 1) % 3
        position = next((child for child in rules.children(position) if code_of(child) == code), None)
        steps += 1
        if position is None or steps > greatest:
            raise LeadsNowhere
    return result(Value.WIN, steps)

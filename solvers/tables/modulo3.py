"""Finds a position's remoteness in a table of remotenesses modulo 3, by walking to a solution."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.base import Position, Rules, Value
from solvers.result import LOST, Result, result

UNKNOWN = 3  # the two-bit value that is not a remoteness modulo 3


class LeadsNowhere(Exception):
    """The bits contradict the rules: somewhere on the way no move leads nearer to a solution."""


def walked(rules: Rules, position: Position, code_at: Callable[[int], int], greatest: int) -> Result:
    """The result of a position of a reversible puzzle: each move to a remoteness one less leads nearer to the end.

    code_at: the remoteness modulo 3 of a rank, or UNKNOWN. greatest: the greatest remoteness in the table. LOST if
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

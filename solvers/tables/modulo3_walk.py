"""Finds a position's remoteness in a table of remotenesses modulo 3, by walking to a solution."""

from collections.abc import Callable

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.solvers.result import LOST, Result, result

UNKNOWN = 3  # the two-bit value that is not a remoteness modulo 3


class LeadsNowhere(Exception):
    """The bits contradict the rules: somewhere on the walk, no move leads nearer to a solution."""


def walked(
    rules: Rules,
    position: Position,
    code_at: Callable[[int], int],
    greatest: int,
    known_at: Callable[[int], int | None] = lambda rank: None,
) -> Result:
    """The result of a position of a reversible puzzle, by moving repeatedly to a child of remoteness one less.

    code_at: the remoteness modulo 3 of a rank, or UNKNOWN. greatest: the greatest remoteness in the table. known_at:
    the whole remoteness of some ranks, where the walk ends early; None for others. LOST if the position has no code.
    Raises LeadsNowhere.
    """
    rank = rules.rank(position)
    code, steps = UNKNOWN if rank is None else code_at(rank), 0
    if rank is None or code == UNKNOWN:
        return LOST
    while (remaining := known_at(rank)) is None and rules.primitive(position) is not Value.WIN:
        code = (code - 1) % 3
        for child in rules.children(position):
            rank = rules.rank(child)
            if rank is not None and code_at(rank) == code:
                position = child
                break
        else:
            raise LeadsNowhere
        steps += 1
        if steps > greatest:
            raise LeadsNowhere
    if remaining is not None and (remaining % 3 != code or steps + remaining > greatest):
        raise LeadsNowhere
    return result(Value.WIN, steps + (remaining or 0))

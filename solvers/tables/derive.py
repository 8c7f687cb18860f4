"""Derives a result, a margin or a nimber from those after each move, by definition alone, or by walking to the end."""

from collections.abc import Callable, Sequence

from perfect_play.puzzles.base import OPPOSITE, Game, Position, Puzzle, Rules, Value
from perfect_play.puzzles.laws.sample import after_moves
from perfect_play.puzzles.mixins import Scored
from perfect_play.solvers.result import DRAWN, LOST, Result, result


def derive(
    rules: Rules, position: Position, stored: Callable[[Position], Result | None], absent: Result | None
) -> Result | None:
    """The result of a position by definition, from the results of its children.

    absent: the result of a child that is not stored. None if a child has no result.
    """
    ended = rules.primitive(position)
    if ended is not None:
        puzzle_lost = ended is Value.LOSE and isinstance(rules, Puzzle)
        return LOST if puzzle_lost else result(ended, 0)
    children = after_moves(rules, position)
    return derive_from(rules, position, children, [stored(child) or absent for child in children])


def derive_from(
    rules: Rules, position: Position, children: Sequence[Position], results: Sequence[Result | None]
) -> Result | None:
    """The result of a position that has not ended, from those of its children; None if one of them has none."""
    if isinstance(rules, Puzzle):
        return _derive_puzzle(results)
    assert isinstance(rules, Game)
    turn = rules.turn(position)
    for_mover: dict[Value, list[int]] = {value: [] for value in Value}
    for child, after in zip(children, results, strict=True):
        if after is None:
            return None
        value = after.value if rules.turn(child) == turn else OPPOSITE[after.value]
        for_mover[value].append(after.remoteness or 0)
    if for_mover[Value.WIN]:
        return result(Value.WIN, 1 + min(for_mover[Value.WIN]))
    if for_mover[Value.TIE]:
        return result(Value.TIE, 1 + min(for_mover[Value.TIE]))
    if for_mover[Value.DRAW]:
        return DRAWN
    return result(Value.LOSE, 1 + max(for_mover[Value.LOSE], default=-1))


def derive_margin(rules: Rules, position: Position, stored: Callable[[Position], int | None]) -> int | None:
    """The margin by which the player to move wins, by definition, from the children's margins; None if one has none.

    In a game not won by points, the nimber.
    """
    ended = rules.primitive(position)
    if not isinstance(rules, Scored):
        nimbers = {stored(child) for child in after_moves(rules, position)} if ended is None else set[int | None]()
        if None in nimbers:
            return None
        return int(ended is Value.WIN) if ended else next(n for n in range(len(nimbers) + 1) if n not in nimbers)
    if ended is not None:
        return rules.margin(position)
    turn, worths = rules.turn(position), []
    for child in after_moves(rules, position):
        margin = stored(child)
        if margin is None:
            return None
        worths.append(margin if rules.turn(child) == turn else -margin)
    return max(worths)


def _derive_puzzle(results: Sequence[Result | None]) -> Result | None:
    best: int | None = None
    for child_result in results:
        if child_result is None:
            return None
        if child_result.remoteness is not None and (best is None or child_result.remoteness < best):
            best = child_result.remoteness
    return LOST if best is None else result(Value.WIN, best + 1)


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

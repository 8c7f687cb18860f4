"""What theory says of a position: the nimbers of its components, the moves that balance them, and symmetry.

The nimber of a sum of impartial games is the XOR of those of its components, and the player who leaves 0 wins (R. P.
Sprague 1935, P. M. Grundy 1939). Moves that lead to images of one another under symmetry are worth the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from perfect_play.puzzles.base import Move, Position, Rules
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.puzzles.mixins import nimber_of
from perfect_play.solvers.budget import checkpoint


class NamedComponent(NamedTuple):
    """A component of a sum: its name for people, and its nimber."""

    name: str
    nimber: int


class BalancingMove(NamedTuple):
    """A move that leaves nimber 0, and the components it leaves."""

    move: Move
    child: Position
    components: Sequence[NamedComponent]


class Theory(NamedTuple):
    """What theory says of a position.

    moves: how many there are. nimber: None if no formula gives it. nimbers: the nimbers that moves lead to, ascending.
    components: empty if the position is not known to be a sum. balancing: the moves that leave nimber 0. alike: groups
    of two or more moves whose positions are images of one another. remarks: what else there is to say, in sentences.
    """

    moves: int
    nimber: int | None
    nimbers: Sequence[int]
    components: Sequence[NamedComponent]
    balancing: Sequence[BalancingMove]
    alike: Sequence[Sequence[Move]]
    remarks: Sequence[str]


def theory(rules: Rules, position: Position) -> Theory:
    """What theory says of a legal position. Looks at no table."""
    ended = rules.primitive(position) is not None
    moves = [] if ended else list(rules.moves(position))
    children = [rules.do_move(position, move) for move in moves]
    nimber = nimber_of(rules, position)
    after = []
    for child in children:
        checkpoint()
        after.append(nimber_of(rules, child))
    balancing = [
        BalancingMove(move, child, components(rules, child))
        for move, child, child_nimber in zip(moves, children, after, strict=True)
        if child_nimber == 0
    ]
    nimbers = sorted({child_nimber for child_nimber in after if child_nimber is not None})
    groups = _move_groups(rules, moves, children)
    remarks = list(rules.remarks(position))
    return Theory(len(moves), nimber, nimbers, components(rules, position), balancing, groups, remarks)


def components(rules: Rules, position: Position) -> Sequence[NamedComponent]:
    """The components of a position; none if it is not known to be a sum."""
    if not isinstance(rules, ClosedFormGame):
        return ()
    return [NamedComponent(name, rules.heap_nimber(heap)) for name, heap in rules.named_heaps(position[1])]


def _move_groups(rules: Rules, moves: Sequence[Move], children: Sequence[Position]) -> list[list[Move]]:
    """Groups of moves to images of one position, or in a sum to the same heaps."""
    groups: dict[Position, list[Move]] = {}
    for move, child in zip(moves, children, strict=True):
        key = rules.gathered(rules.heaps(child[1])) if isinstance(rules, ClosedFormGame) else rules.canonical(child)
        groups.setdefault(key, []).append(move)
    return [group for group in groups.values() if len(group) > 1]

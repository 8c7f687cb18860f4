"""Reports what is known of a position now, for clients that play on without knowing more.

If no table has been built yet, or a search would take too long, a position still has its moves. The rules tell where
play ends, and the results of some children may be known. From these alone the value of the
position may follow; otherwise it is unsolved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from puzzles.base import OPPOSITE, Game, Position, Puzzle, Rules, Value
from puzzles.mixins import margin_of, nimber_of
from puzzles.view import Button
from solvers.budget import SECONDS, seconds_left, within
from solvers.errors import NoAnswer
from solvers.manager import PuzzleManager
from solvers.pathfinding.lookahead import Lookahead
from solvers.reports.position import (
    GAME_ORDER,
    Facts,
    MoveReport,
    PositionReport,
    facts,
    facts_of,
    position_report,
    sorted_game_moves,
    sorted_puzzle_moves,
    worth_in_puzzle,
)
from solvers.result import LOST, result
from solvers.status import NotReady, ReloadNeeded

WHOLE = 0.75 * SECONDS  # for the position together with all its moves
EACH = 0.1  # seconds then for the position and for each of its moves, which share what is left
AHEAD = 3  # moves within which the end is seen from the position without a search
NODES = 1000  # positions looked at for that

Told = tuple[Any, str, Button, Facts]
"""A move, its name, its button, and what is known of its child."""


class Unsolved(NamedTuple):
    """A position where play is not over and nothing more is known now."""

    position: Position
    nimber: int | None = None
    margin: None = None
    remoteness: None = None
    value: str = "unsolved"


class OpenMove(NamedTuple):
    """A move to a position of which nothing is known."""

    move: Any
    name: str
    button: Button
    child: Unsolved
    value: str = "unsolved"
    delta: int = 0


class PartReport(NamedTuple):
    """Like a PositionReport, but with only what is known now."""

    rules: Rules
    facts: Facts | Unsolved
    moves: tuple[MoveReport | OpenMove, ...]


def report_now(manager: PuzzleManager, rules: Rules, position: Position) -> PositionReport | PartReport:
    """The report on a legal position if it is known within SECONDS, or else as much of it as is known.

    Raises ReloadNeeded.
    """
    with within(SECONDS):
        try:
            with within(WHOLE):
                return position_report(manager, rules, position)
        except ReloadNeeded:
            raise
        except NoAnswer as error:
            return _part_report(None if isinstance(error, NotReady) else manager, rules, position)


def _part_report(manager: PuzzleManager | None, rules: Rules, position: Position) -> PartReport:
    """What the rules say, and what a manager knows of the position and its children."""
    ended = _ended(rules, position)
    if ended is not None:
        return PartReport(rules, ended, ())
    made = [
        ((move, rules.format_move(position, move), rules.button(position, move)), rules.do_move(position, move))
        for move in rules.moves(position)
    ]
    ahead = Lookahead(rules, NODES)
    known = {child: _at_once(manager, rules, child, ahead, AHEAD - 1) for _, child in made}
    own = _at_once(manager, rules, position, ahead, AHEAD) or _search(manager, rules, position, EACH)
    lost = own is not None and own.value is Value.LOSE
    if not (lost and isinstance(rules, Puzzle)):
        unknown = [child for child, facts in known.items() if facts is None]
        for left, child in zip(range(len(unknown), 0, -1), unknown, strict=True):
            known[child] = _search(manager, rules, child, seconds_left(EACH * left) / left)
    if lost:  # whatever the move
        known = {child: facts or _after_a_loss(rules, position, child) for child, facts in known.items()}
    told: list[Told] = [(*shown, found) for shown, child in made if (found := known[child]) is not None]
    worths = [_to_mover(rules, position, child) for *_, child in told]
    here = _follows(rules, position, told, worths, len(made))
    if own is not None and (isinstance(rules, Game) or own.value in _shown(rules, own, told, worths)):
        here = own
    if isinstance(rules, Puzzle):
        valued = sorted_puzzle_moves([MoveReport(*parts, *_worth(rules, here, parts[3])) for parts in told])
    else:
        valued = sorted_game_moves(told, worths)
    open_moves = [OpenMove(*shown, _unsolved(rules, child)) for shown, child in made if known[child] is None]
    return PartReport(rules, here or _unsolved(rules, position), (*valued, *open_moves))


def _unsolved(rules: Rules, position: Position) -> Unsolved:
    return Unsolved(position, nimber_of(rules, position))


def _ended(rules: Rules, position: Position) -> Facts | None:
    """What is known of a position in which play is over, by the rules or for lack of a move; None for any other."""
    value = rules.primitive(position)
    if value is None:
        if any(True for _ in rules.moves(position)):
            return None
        value = Value.LOSE
    if isinstance(rules, Game):
        return Facts(position, result(value, 0), True, nimber_of(rules, position), margin_of(rules, position))
    return Facts(position, LOST if value is Value.LOSE else result(value, 0), True)


def _at_once(
    manager: PuzzleManager | None, rules: Rules, position: Position, ahead: Lookahead, moves: int
) -> Facts | None:
    """What is known of a position without a search: its end, what one proved before, and an end in a few moves."""
    ended = _ended(rules, position)
    if ended is not None:
        return ended
    remembered = None if manager is None else manager.remembered(rules, position)
    if manager is not None and remembered is not None:
        return facts_of(manager, rules, position, remembered)
    near = ahead.result(position, moves)
    return None if near is None else Facts(position, near, False, nimber_of(rules, position))


def _after_a_loss(rules: Rules, position: Position, child: Position) -> Facts:
    """What is known of a child that is not known otherwise if the position is lost."""
    if isinstance(rules, Puzzle):
        return Facts(child, LOST, False)
    value = Value.LOSE if rules.turn(child) == rules.turn(position) else Value.WIN
    return Facts(child, result(value, None), False, nimber_of(rules, child))


def _search(manager: PuzzleManager | None, rules: Rules, position: Position, seconds: float) -> Facts | None:
    """What a manager finds of a position within this many seconds; None if that is nothing."""
    if manager is None:
        return None
    try:
        with within(seconds):
            return facts(manager, rules, position)
    except NoAnswer:
        return None


def _to_mover(rules: Rules, position: Position, child: Facts) -> Value:
    """The value of a position to the player who moves to it."""
    same = isinstance(rules, Puzzle) or rules.turn(child.position) == rules.turn(position)
    return child.value if same else OPPOSITE[child.value]


def _shown(rules: Rules, here: Facts, told: Sequence[Told], worths: Sequence[Value]) -> Sequence[Value]:
    """The values that moves are shown with, given this position's: in a puzzle, a move may lead away from the end."""
    return [_worth(rules, here, child)[0] for *_, child in told] if isinstance(rules, Puzzle) else worths


def _follows(
    rules: Rules, position: Position, told: Sequence[Told], worths: Sequence[Value], moves: int
) -> Facts | None:
    """What follows for a position from the known results of some of its moves; None if nothing does.

    worths: the values of these moves. One winning move is enough to win, but another may win sooner.
    """
    best = next((value for value in GAME_ORDER if value in worths), None)
    complete = len(told) == moves
    if best is None or not (complete or best is Value.WIN):
        return None
    counts = [child.remoteness for (*_, child), worth in zip(told, worths, strict=True) if worth is best]
    finite = [count for count in counts if count is not None]
    if best is Value.LOSE and isinstance(rules, Puzzle):
        found = LOST
    elif best is Value.DRAW or len(finite) < len(counts) or not (complete or 0 in finite):
        found = result(best, None)
    else:
        found = result(best, 1 + (max(finite) if best is Value.LOSE else min(finite)))
    return Facts(position, found, False, nimber_of(rules, position))


def _worth(rules: Puzzle, here: Facts | None, child: Facts) -> tuple[Value, int]:
    """The value of a puzzle's move, and by how much it lowers the remoteness; 0 if that is unknown."""
    if here is None or here.remoteness is None:
        return child.value, 0
    return worth_in_puzzle(rules, here, child)

"""Reports what is known of a position now, for clients that play on without knowing more.

If no table has been built yet, or a search would take too long, a position still has its moves. The rules tell where
play ends, and the results of some children may be known. From these alone the value of the
position may follow; otherwise it is unsolved.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Game, Position, Puzzle, Rules, Value
from perfect_play.puzzles.mixins import margin_of, nimber_of
from perfect_play.puzzles.view import Button
from perfect_play.solvers.budget import SECONDS, seconds_left, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.lookahead import Lookahead
from perfect_play.solvers.reports.position import (
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
from perfect_play.solvers.result import LOST, result, to_mover
from perfect_play.solvers.status import NotReady, ReloadNeeded

REPORT_SECONDS = 0.75 * SECONDS  # for the position together with all its moves
EACH = 0.1  # seconds then for the position and for each of its moves, which share what is left
LOOKAHEAD = 3  # moves within which the end is seen from the position without a search
NODES = 1000  # positions looked at for that

KnownMove = tuple[Any, str, Button, Facts]
"""A move, its name, its button, and what is known of its child."""


class UnsolvedPosition(NamedTuple):
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
    child: UnsolvedPosition
    value: str = "unsolved"
    delta: int = 0


class PartReport(NamedTuple):
    """Like a PositionReport, but with only what is known now."""

    rules: Rules
    facts: Facts | UnsolvedPosition
    moves: tuple[MoveReport | OpenMove, ...]


def report_now(manager: PuzzleManager, rules: Rules, position: Position) -> PositionReport | PartReport:
    """The report on a legal position if it is known within SECONDS, or else as much of it as is known.

    Raises ReloadNeeded.
    """
    with within(SECONDS):
        try:
            with within(REPORT_SECONDS):
                return position_report(manager, rules, position)
        except ReloadNeeded:
            raise
        except NoAnswer as error:
            return _part_report(None if isinstance(error, NotReady) else manager, rules, position)


def _part_report(manager: PuzzleManager | None, rules: Rules, position: Position) -> PartReport:
    """What the rules say, and what a manager knows of the position and its children."""
    ended = _terminal_facts(rules, position)
    if ended is not None:
        return PartReport(rules, ended, ())
    options = [
        ((move, rules.format_move(position, move), rules.button(position, move)), rules.do_move(position, move))
        for move in rules.moves(position)
    ]
    lookahead = Lookahead(rules, NODES)
    facts_by_child = {child: _at_once(manager, rules, child, lookahead, LOOKAHEAD - 1) for _, child in options}
    own_facts = _at_once(manager, rules, position, lookahead, LOOKAHEAD) or _search(manager, rules, position, EACH)
    lost = own_facts is not None and own_facts.value is Value.LOSE
    if not (lost and isinstance(rules, Puzzle)):
        unknown = [child for child, facts in facts_by_child.items() if facts is None]
        for count, child in zip(range(len(unknown), 0, -1), unknown, strict=True):
            facts_by_child[child] = _search(manager, rules, child, seconds_left(EACH * count) / count)
    if lost:  # whatever the move
        facts_by_child = {
            child: facts or _after_a_loss(rules, position, child) for child, facts in facts_by_child.items()
        }
    known_moves: list[KnownMove] = [
        (*move_parts, facts) for move_parts, child in options if (facts := facts_by_child[child]) is not None
    ]
    worths = [to_mover(rules, position, child.position, child.value) for *_, child in known_moves]
    derived = _follows(rules, position, known_moves, worths, len(options))
    if own_facts is not None and (  # in a puzzle, a move may lead away from the end
        not isinstance(rules, Puzzle)
        or own_facts.value in [_worth(rules, own_facts, child)[0] for *_, child in known_moves]
    ):
        derived = own_facts
    if isinstance(rules, Puzzle):
        reports = sorted_puzzle_moves([MoveReport(*parts, *_worth(rules, derived, parts[3])) for parts in known_moves])
    else:
        reports = sorted_game_moves(known_moves, worths)
    open_moves = [
        OpenMove(*move_parts, _unsolved(rules, child)) for move_parts, child in options if facts_by_child[child] is None
    ]
    return PartReport(rules, derived or _unsolved(rules, position), (*reports, *open_moves))


def _unsolved(rules: Rules, position: Position) -> UnsolvedPosition:
    return UnsolvedPosition(position, nimber_of(rules, position))


def _terminal_facts(rules: Rules, position: Position) -> Facts | None:
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
    manager: PuzzleManager | None, rules: Rules, position: Position, lookahead: Lookahead, moves: int
) -> Facts | None:
    """What is known of a position without a search: its end, what one proved before, and an end in a few moves."""
    ended = _terminal_facts(rules, position)
    if ended is not None:
        return ended
    remembered = None if manager is None else manager.remembered(rules, position)
    if manager is not None and remembered is not None:
        return facts_of(manager, rules, position, remembered)
    result = lookahead.result(position, moves)
    return None if result is None else Facts(position, result, False, nimber_of(rules, position))


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


def _follows(
    rules: Rules, position: Position, known_moves: Sequence[KnownMove], worths: Sequence[Value], moves: int
) -> Facts | None:
    """What follows for a position from the known results of some of its moves; None if nothing does.

    worths: the values of these moves. One winning move is enough to win, but another may win sooner.
    """
    best = next((value for value in GAME_ORDER if value in worths), None)
    complete = len(known_moves) == moves
    if best is None or not (complete or best is Value.WIN):
        return None
    counts = [child.remoteness for (*_, child), worth in zip(known_moves, worths, strict=True) if worth is best]
    finite = [count for count in counts if count is not None]
    if best is Value.LOSE and isinstance(rules, Puzzle):
        derived = LOST
    elif best is Value.DRAW or len(finite) < len(counts) or not (complete or 0 in finite):
        derived = result(best, None)
    else:
        derived = result(best, 1 + (max(finite) if best is Value.LOSE else min(finite)))
    return Facts(position, derived, False, nimber_of(rules, position))


def _worth(rules: Puzzle, facts: Facts | None, child: Facts) -> tuple[Value, int]:
    """The value of a puzzle's move, and by how much it lowers the remoteness; 0 if that is unknown."""
    if facts is None or facts.remoteness is None:
        return child.value, 0
    return worth_in_puzzle(rules, facts, child)

"""Finds the best line of a position, or all equally good ones, for the service and the command `path`.

If every position on the way is known, by a table or without one, the line follows the best move of each position's
report. A puzzle about which nothing is known is searched, within a budget. If answering without a table would require
searching a whole component, a search for one line comes first, if a heuristic helps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from puzzles.base import Game, Move, Position, Puzzle, Rules, Value
from puzzles.mixins import heuristic_of
from solvers.budget import Deadline, within
from solvers.errors import NoAnswer
from solvers.manager import PuzzleManager
from solvers.pathfinding.choose import never_solved
from solvers.pathfinding.space import Budget, Line, SearchResult, Unfinished
from solvers.pathfinding.weighted import cheapest
from solvers.reports.position import MoveReport, PositionReport, position_report
from solvers.result import Result

SHARE = 0.6
"""The share of the time for the search for a shortest line, if another search can find some line."""


@dataclass(frozen=True)
class LineLimits:
    """How much one answer may take: moves of all its lines together, and what a search may spend.

    The budget's seconds, which must be given, also bound the following of known results.
    """

    budget: Budget
    moves: int = 1 << 60


@dataclass(frozen=True)
class BestLines:
    """Best lines of a position.

    value, remoteness: those of the position. ways: lines of best moves to the end, more than one only if requested;
    empty if there is no end. how: what answered. complete: whether everything requested is there. message: a sentence,
    if something needs to be said. searched: the search's result, with the line's cost if that was requested.
    """

    value: Value
    remoteness: int | None
    ways: list[Line]
    how: str
    complete: bool = True
    message: str | None = None
    searched: SearchResult | None = None


def best_lines(
    manager: PuzzleManager, rules: Rules, position: Position, limits: LineLimits, lines: int | None = None
) -> BestLines:
    """The best line of a legal position, or up to `lines` equally good ones.

    Raises Unfinished if a search ends first, and NotReady if nothing can answer for a game.
    """
    if not isinstance(rules, Puzzle):
        return _followed(manager, rules, position, limits, lines)
    stopped = None
    if heuristic_of(rules)(position) > 0 and not manager.at_hand(rules, position):
        try:
            return _searched_or_some(manager, rules, position, limits, lines)
        except Unfinished as error:
            stopped = error
    if _known(manager, rules, position) is not None:
        return _followed(manager, rules, position, limits, lines)
    if stopped:
        raise stopped
    return _searched_or_some(manager, rules, position, limits, lines)


def cheapest_line(manager: PuzzleManager, rules: Puzzle, position: Position, limits: LineLimits) -> BestLines:
    """A least-cost line of a legal position, by search. Raises Unfinished.

    The remoteness is given in addition: a line with fewer moves may cost more.
    """
    with manager.limiter.if_long():
        found = never_solved(rules, position) or cheapest(rules, position, limits.budget)
    known = None if found.line is None else _known(manager, rules, position)
    return _told(rules, found, known.remoteness if known else None, limits)


def _known(manager: PuzzleManager, rules: Rules, position: Position) -> Result | None:
    """What is known of a position without a search just for it."""
    if manager.searches_each(rules):
        return None
    try:
        return manager.peek(rules, position)
    except NoAnswer:
        if isinstance(rules, Game):
            raise
        return None


def searched_line(
    rules: Puzzle, position: Position, limits: LineLimits, search: Callable[[Puzzle, Position, Budget], SearchResult]
) -> BestLines:
    """The best line of a legal position by a particular search, whatever is known. Raises Unfinished."""
    found = search(rules, position, limits.budget)
    return _told(rules, found, len(found.line or ()), limits)


def _searched_or_some(
    manager: PuzzleManager, rules: Puzzle, position: Position, limits: LineLimits, lines: int | None
) -> BestLines:
    """By search; if that takes more than its share of the time, some solution.

    It is proved to be a shortest one only if it is as long as the search's lower bound. Raises Unfinished if there is
    none.
    """
    seconds = limits.budget.seconds
    if seconds is None or manager.remembers(rules):
        return _searched(manager, rules, position, limits, lines)
    with within(SHARE * seconds):
        try:
            return _searched(manager, rules, position, limits, lines)
        except Unfinished as error:
            stopped = error
    some = manager.some_line(rules, position, (1 - SHARE) * seconds)
    if some is None:
        raise stopped
    line, how = some
    if len(line) <= stopped.bound:
        proved = SearchResult(line, stopped.expanded, stopped.generated, how)
        first = _told(rules, proved, len(line), limits)
        if lines is None or not first.complete:
            return first
        return replace(
            first, complete=False, message="There may be more lines as good: the search did not end in time."
        )
    message = f"Not proved to be shortest: {len(line)} moves. Fewer than {stopped.bound} do not solve this position."
    if stopped.command:
        message += f" {stopped.advice}: {stopped.command}"
    return BestLines(Value.WIN, None, [line[: limits.moves]], how, False, message)


# --- following what is known --------------------------------------------------------------------


def _followed(
    manager: PuzzleManager, rules: Rules, position: Position, limits: LineLimits, lines: int | None
) -> BestLines:
    """Best moves by the reports on successive positions. Raises NotReady, NotCovered."""
    report = position_report(manager, rules, position)
    here, how = report.facts, manager.answered_by(rules, position)
    if (here.ended and isinstance(rules, Game)) or here.remoteness == 0:
        return BestLines(here.value, here.remoteness, [()], how, message=_over(rules, here.value))
    if isinstance(rules, Puzzle) and here.value is Value.LOSE:
        return BestLines(Value.LOSE, None, [], how, message="This position cannot be solved.")
    if here.value is Value.DRAW:
        message = "With best play of both nobody wins, and this game may never end: a draw, without a line to an end."
        return BestLines(Value.DRAW, None, [], how, message=message)
    ways: list[Line] = []
    for way, whole in _walk(manager, report, limits.moves, Deadline(limits.budget.seconds)):
        if not whole and not ways:
            return BestLines(here.value, here.remoteness, [way], how, False, _cut(len(way)))
        if not whole or len(ways) == lines:
            return BestLines(here.value, here.remoteness, ways, how, False, _more(len(ways)))
        ways.append(way)
        if lines is None:
            break
    return BestLines(here.value, here.remoteness, ways, how)


def _over(rules: Rules, value: Value) -> str:
    """The message for a position where play is over."""
    return "It is solved." if isinstance(rules, Puzzle) else f"The game is over: {value} for the player to move."


def _more(lines: int) -> str:
    """The message if there are more lines than are given."""
    return f"There are more lines as good as the {lines} that are told."


def _cut(moves: int) -> str:
    """The message if a line is cut."""
    return f"These are the first {moves:,} moves only. Ask again from the last position for more."


def _walk(manager: PuzzleManager, report: PositionReport, left: int, deadline: Deadline) -> Iterator[tuple[Line, bool]]:
    """Lines of best moves, and whether each goes to its end.

    Once `left` moves have been given, or time is up, the current line is cut short and is the last.
    """
    rules = report.rules
    way: list[Move] = []
    stack = [iter(_best_moves(report))]
    while stack:
        move = next(stack[-1], None)
        if move is None:
            stack.pop()
            if way:
                way.pop()
            continue
        way.append(move.move)
        if len(way) > left or deadline.passed:
            yield tuple(way[:left]), False
            return
        after = position_report(manager, rules, move.child.position)
        if after.facts.ended:
            yield tuple(way), True
            left -= len(way)
            way.pop()
        else:
            stack.append(iter(_best_moves(after)))


def _best_moves(report: PositionReport) -> list[MoveReport]:
    """The moves equal to the first: in a puzzle those nearest the end, in a game those with its value and delta."""
    first = report.moves[0]
    if isinstance(report.rules, Puzzle):
        return [move for move in report.moves if move.child.remoteness == first.child.remoteness]
    return [move for move in report.moves if move.rank == first.rank]


# --- searching ----------------------------------------------------------------------------------


def _searched(
    manager: PuzzleManager, rules: Puzzle, position: Position, limits: LineLimits, lines: int | None
) -> BestLines:
    """The shortest lines by search. Raises Unfinished."""
    if lines is None:
        return searched_line(rules, position, limits, manager.shortest)
    found, every = manager.every_shortest(rules, position, limits.budget)
    length = len(found.line or ())
    first = _told(rules, found, length, limits)
    if length == 0 or not first.complete:
        return first
    ways: list[Line] = []
    more: str | None = None
    try:
        for line in every:
            if len(ways) == min(lines, limits.moves // length):
                more = _more(len(ways))
                break
            ways.append(line)
    except Unfinished:
        ways = ways or first.ways
        more = f"There may be more lines as good as the {len(ways)} that are told: the search did not end in time."
    return BestLines(Value.WIN, length, ways, found.how, more is None, more, found)


def _told(rules: Puzzle, found: SearchResult, remoteness: int | None, limits: LineLimits) -> BestLines:
    """A search's result: one line, cut if it is too long, or that there is none."""
    if found.line is None:
        why = f"This position cannot be solved. {found.why}"
        return BestLines(Value.LOSE, None, [], found.how, message=why, searched=found)
    way = found.line[: limits.moves]
    if len(way) < len(found.line):
        return BestLines(Value.WIN, remoteness, [way], found.how, False, _cut(len(way)), found)
    message = None if way else _over(rules, Value.WIN)
    return BestLines(Value.WIN, remoteness, [way], found.how, message=message, searched=found)

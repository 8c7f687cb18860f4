"""Finds the best line of a position, or all equally good ones, for the service and the command `path`.

If every position on the way is known, by a table or without one, the line follows the best move of each position's
report. A puzzle about which nothing is known is searched, within a budget. If answering without a table would require
searching a whole component, a search for one line comes first, if a heuristic helps it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from perfect_play.puzzles.base import Game, Move, Position, Puzzle, Rules, Value
from perfect_play.puzzles.mixins import heuristic_of
from perfect_play.solvers.budget import Deadline, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.best_first import cheapest
from perfect_play.solvers.pathfinding.choose import never_solved
from perfect_play.solvers.pathfinding.deepening import AllShortest, lines_as_short
from perfect_play.solvers.pathfinding.space import Budget, Line, SearchResult, UnfinishedSearch
from perfect_play.solvers.reports.position import MoveReport, PositionReport, position_report
from perfect_play.solvers.result import Result

Search = Callable[[Puzzle, Position, Budget], SearchResult]

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

    value, remoteness: those of the position. lines: lines of best moves to the end, more than one only if requested;
    empty if there is no end. method: what answered. complete: whether everything requested is there. message: a
    sentence, if something needs to be said. search_result: the search's result, with the line's cost if that was
    requested.
    """

    value: Value
    remoteness: int | None
    lines: list[Line]
    method: str
    complete: bool = True
    message: str | None = None
    search_result: SearchResult | None = None


def best_lines(
    manager: PuzzleManager, rules: Rules, position: Position, limits: LineLimits, lines: int | None = None
) -> BestLines:
    """The best line of a legal position, or up to `lines` equally good ones.

    Raises UnfinishedSearch if a search ends first, and NotReady if nothing can answer for a game.
    """
    if not isinstance(rules, Puzzle):
        return _followed(manager, rules, position, limits, lines)
    stopped = None
    if heuristic_of(rules)(position) > 0 and not manager.is_immediate(rules, position):
        try:
            return _searched_or_some(manager, rules, position, limits, lines)
        except UnfinishedSearch as error:
            stopped = error
    if _known_result(manager, rules, position) is not None:
        return _followed(manager, rules, position, limits, lines)
    if stopped:
        raise stopped
    return _searched_or_some(manager, rules, position, limits, lines)


def cheapest_line(manager: PuzzleManager, rules: Puzzle, position: Position, limits: LineLimits) -> BestLines:
    """A least-cost line of a legal position, by search. Raises UnfinishedSearch.

    The remoteness is given in addition: a line with fewer moves may cost more.
    """
    with manager.limiter.if_long():
        search = never_solved(rules, position) or cheapest(rules, position, limits.budget)
    solved = None if search.line is None else _known_result(manager, rules, position)
    return _lines_of_search(rules, search, solved.remoteness if solved else None, limits)


def _known_result(manager: PuzzleManager, rules: Rules, position: Position) -> Result | None:
    """What is known of a position without a search just for it."""
    if manager.searches_each(rules):
        return None
    try:
        return manager.peek(rules, position)
    except NoAnswer:
        if isinstance(rules, Game):
            raise
        return None


def searched_lines(
    rules: Puzzle, position: Position, limits: LineLimits, search: Search, lines: int | None = None
) -> BestLines:
    """The best line of a legal position by a particular search, whatever is known, or up to `lines` equally good ones.

    Raises UnfinishedSearch.
    """
    search_result = search(rules, position, limits.budget)
    if lines is None:
        return _lines_of_search(rules, search_result, len(search_result.line or ()), limits)
    return _every_line(rules, limits, lines, lines_as_short(rules, position, limits.budget, search_result))


def _searched_or_some(
    manager: PuzzleManager, rules: Puzzle, position: Position, limits: LineLimits, lines: int | None
) -> BestLines:
    """By search; if that takes more than its share of the time, some solution.

    It is proved to be a shortest one only if it is as long as the search's lower bound. If there is none, raises
    UnfinishedSearch.
    """
    seconds = limits.budget.seconds
    if seconds is None or manager.lines(rules).remembers:
        return _lines_by_search(manager, rules, position, limits, lines)
    with within(SHARE * seconds):
        try:
            return _lines_by_search(manager, rules, position, limits, lines)
        except UnfinishedSearch as error:
            stopped = error
    answer = manager.lines(rules).some_line(rules, position, (1 - SHARE) * seconds)
    if answer is None:
        raise stopped
    line, method = answer
    if len(line) <= stopped.bound:
        search_result = SearchResult(line, stopped.expanded, stopped.generated, method)
        first = _lines_of_search(rules, search_result, len(line), limits)
        if lines is None or not first.complete:
            return first
        return replace(
            first, complete=False, message="There may be more lines as good: the search did not end in time."
        )
    message = f"Not proved to be shortest: {len(line)} moves. Fewer than {stopped.bound} do not solve this position."
    if stopped.command:
        message += f" {stopped.advice}: {stopped.command}"
    return BestLines(Value.WIN, None, [line[: limits.moves]], method, False, message)


def steps(rules: Rules, position: Position, line: Iterable[Move]) -> Iterator[tuple[Position, Move, Position]]:
    """Each move of a line from a position, with the positions before and after it."""
    for move in line:
        child = rules.do_move(position, move)
        yield position, move, child
        position = child


# --- following what is known --------------------------------------------------------------------


def _followed(
    manager: PuzzleManager, rules: Rules, position: Position, limits: LineLimits, lines: int | None
) -> BestLines:
    """Best moves by the reports on successive positions. Raises NotReady, NotCovered."""
    report = position_report(manager, rules, position)
    current, method = report.facts, manager.answered_by(rules, position)
    if (current.ended and isinstance(rules, Game)) or current.remoteness == 0:
        return BestLines(current.value, current.remoteness, [()], method, message=_over(rules, current.value))
    if isinstance(rules, Puzzle) and current.value is Value.LOSE:
        return BestLines(Value.LOSE, None, [], method, message="This position cannot be solved.")
    if current.value is Value.DRAW:
        message = "With best play of both nobody wins, and this game may never end: a draw, without a line to an end."
        return BestLines(Value.DRAW, None, [], method, message=message)
    best: list[Line] = []
    for line, complete in _walk(manager, report, limits.moves, Deadline(limits.budget.seconds)):
        if not complete and not best:
            return BestLines(current.value, current.remoteness, [line], method, False, _cut(len(line)))
        if not complete or len(best) == lines:
            return BestLines(current.value, current.remoteness, best, method, False, _more_lines(len(best)))
        best.append(line)
        if lines is None:
            break
    return BestLines(current.value, current.remoteness, best, method)


def _over(rules: Rules, value: Value) -> str:
    """The message for a position where play is over."""
    return "It is solved." if isinstance(rules, Puzzle) else f"The game is over: {value} for the player to move."


def _more_lines(lines: int) -> str:
    """The message if there are more lines than are given."""
    return f"There are more lines as good as the {lines} that are told."


def _cut(moves: int) -> str:
    """The message if a line is cut."""
    return f"These are the first {moves:,} moves only. Ask again from the last position for more."


def _walk(
    manager: PuzzleManager, report: PositionReport, moves_left: int, deadline: Deadline
) -> Iterator[tuple[Line, bool]]:
    """Lines of best moves, and whether each goes to its end.

    Once `moves_left` moves have been given, or time is up, the current line is cut short and is the last.
    """
    rules = report.rules
    path: list[Move] = []
    stack = [iter(_best_moves(report))]
    while stack:
        move = next(stack[-1], None)
        if move is None:
            stack.pop()
            if path:
                path.pop()
            continue
        path.append(move.move)
        if len(path) > moves_left or deadline.passed:
            yield tuple(path[:moves_left]), False
            return
        after = position_report(manager, rules, move.child.position)
        if after.facts.ended:
            yield tuple(path), True
            moves_left -= len(path)
            path.pop()
        else:
            stack.append(iter(_best_moves(after)))


def _best_moves(report: PositionReport) -> list[MoveReport]:
    """The moves equal to the first: in a puzzle those nearest the end, in a game those with its value and delta."""
    first = report.moves[0]
    if isinstance(report.rules, Puzzle):
        return [move for move in report.moves if move.child.remoteness == first.child.remoteness]
    return [move for move in report.moves if move.rank == first.rank]


# --- searching ----------------------------------------------------------------------------------


def _lines_by_search(
    manager: PuzzleManager, rules: Puzzle, position: Position, limits: LineLimits, lines: int | None
) -> BestLines:
    """The shortest lines by search. Raises UnfinishedSearch."""
    if lines is None:
        return searched_lines(rules, position, limits, manager.lines(rules).shortest)
    return _every_line(rules, limits, lines, manager.lines(rules).every_shortest(rules, position, limits.budget))


def _every_line(rules: Puzzle, limits: LineLimits, lines: int, shortest: AllShortest) -> BestLines:
    """Up to `lines` shortest lines of a search."""
    search_result, every = shortest
    length = len(search_result.line or ())
    first = _lines_of_search(rules, search_result, length, limits)
    if length == 0 or not first.complete:
        return first
    best: list[Line] = []
    message: str | None = None
    try:
        for line in every:
            if len(best) == min(lines, limits.moves // length):
                message = _more_lines(len(best))
                break
            best.append(line)
    except UnfinishedSearch:
        best = best or first.lines
        message = f"There may be more lines as good as the {len(best)} that are told: the search did not end in time."
    return BestLines(Value.WIN, length, best, search_result.method, message is None, message, search_result)


def _lines_of_search(
    rules: Puzzle, search_result: SearchResult, remoteness: int | None, limits: LineLimits
) -> BestLines:
    """A search's result: one line, cut if it is too long, or that there is none."""
    if search_result.line is None:
        sentence = f"This position cannot be solved. {search_result.reason}"
        return BestLines(Value.LOSE, None, [], search_result.method, message=sentence, search_result=search_result)
    line = search_result.line[: limits.moves]
    if len(line) < len(search_result.line):
        return BestLines(Value.WIN, remoteness, [line], search_result.method, False, _cut(len(line)), search_result)
    message = None if line else _over(rules, Value.WIN)
    return BestLines(Value.WIN, remoteness, [line], search_result.method, message=message, search_result=search_result)

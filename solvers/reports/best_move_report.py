"""Finds the best move of a position: from exact knowledge, else by an exact search, else by the game's evaluation.

An exact answer is the first move of the report on the position, as everywhere else. A guess by evaluation is
marked as such, except for wins and losses that its search has proved.
"""

from contextlib import suppress
from dataclasses import dataclass

from perfect_play.puzzles.base import Game, Move, Position, Puzzle, Rules, Value
from perfect_play.puzzles.mixins import Evaluated
from perfect_play.solvers.budget import Deadline, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import AlphaBetaResult, NoEvaluation, deepening, evaluation_of
from perfect_play.solvers.pathfinding.space import Budget
from perfect_play.solvers.reports.best_lines import LineLimits, best_lines
from perfect_play.solvers.reports.position import Oracle, PositionReport, position_report
from perfect_play.solvers.result import to_mover
from perfect_play.solvers.status import NotReady, State
from perfect_play.solvers.tables.reader import NotCovered

EXACTLY = 0.75
"""The share of the time for the values of all moves; the rest is for what is known without them."""

GLANCE = 0.02
"""Seconds for a move that may be proved best even though others are open."""


@dataclass(frozen=True)
class Best:
    """The best move of a position.

    move: None if the game is over, or the puzzle is solved or cannot be solved. method: what answered. exact: whether
    no move is better. value, remoteness: those of the position, None if unknown; a tie proved by an evaluation search
    has no remoteness. margin: that of the position, in a game won by points. search_result: what the evaluation search
    found, or None if there was none.
    """

    move: Move | None
    method: str
    exact: bool
    value: Value | None
    remoteness: int | None
    margin: int | None = None
    search_result: AlphaBetaResult | None = None


def best_move(manager: PuzzleManager, rules: Rules, position: Position, depth: int, nodes: int, seconds: float) -> Best:
    """The best move of a legal position.

    depth: the most moves that the evaluation search looks ahead. nodes, seconds: what may be spent. Raises NoEvaluation
    or NotReady if nothing answers, BadLimit, UnfinishedSearch, and SearchTooLong.
    """
    deadline = Deadline(seconds)
    if isinstance(rules, Puzzle):
        return _of_puzzle(manager, rules, position, nodes, seconds)
    assert isinstance(rules, Game)
    try:
        with within(EXACTLY * seconds):
            return _exact(manager, manager.answered_by(rules, position), rules, position)
    except (NotReady, NotCovered) as error:
        failure: NoAnswer = error
    except SearchTooLong as error:
        with within(deadline.seconds_left):
            best = _proved_best(manager, rules, position)
        if best is not None:
            return best
        if not isinstance(rules, Evaluated):
            raise
        failure = error
    if isinstance(failure, NotReady):
        try:
            return _exact(manager.explorer, manager.explorer.name, rules, position)
        except NotCovered:
            pass
    if not isinstance(rules, Evaluated):
        if isinstance(failure, NotReady) and failure.status.state is State.SOLVING:
            raise failure
        sentence = (
            f"{rules.id} has no evaluation to guess with, and no exact answer was found in time. {failure.sentence}"
        )
        raise NoEvaluation(sentence, failure.command, failure.advice)
    return move_by_evaluation(manager, rules, position, depth, nodes, deadline.seconds_left)


def move_by_evaluation(
    manager: PuzzleManager, rules: Rules, position: Position, depth: int, nodes: int, seconds: float
) -> Best:
    """The best move by a search that looks so many moves ahead, whatever is known. Raises NoEvaluation, BadLimit."""
    evaluation_of(rules)
    assert isinstance(rules, Game)
    with manager.limiter:
        search = deepening(rules, position, depth, nodes, seconds)
    return Best(
        search.move,
        "alpha-beta",
        search.proved_value is not None,
        search.proved_value,
        search.remoteness,
        search_result=search,
    )


def _exact(oracle: Oracle, method: str, rules: Game, position: Position) -> Best:
    """The first move of the report on a position. Raises NotReady, NotCovered."""
    report: PositionReport = position_report(oracle, rules, position)
    facts = report.facts
    move = report.moves[0].move if report.moves else None
    return Best(move, method, True, facts.value, facts.remoteness, facts.margin)


def _proved_best(manager: PuzzleManager, rules: Game, position: Position) -> Best | None:
    """A move that keeps the value of a position, whose moves are not all known; None if there is no such proof."""
    try:
        with within(GLANCE):
            current = manager.result(rules, position)
    except NoAnswer:
        return None
    for move in rules.moves(position):
        child = rules.do_move(position, move)
        with suppress(NoAnswer), within(GLANCE):
            child_result = manager.result(rules, child)
            value = to_mover(rules, position, child, child_result.value)
            sooner = current.remoteness is None or child_result.remoteness == current.remoteness - 1
            if value is current.value and sooner:
                return Best(move, manager.solver_name(rules), True, current.value, current.remoteness)
    return None


def _of_puzzle(manager: PuzzleManager, rules: Puzzle, position: Position, nodes: int, seconds: float) -> Best:
    """The first move of a shortest line, or of some line if none is proved to be shortest. Raises UnfinishedSearch."""
    budget = Budget(nodes if manager.lines(rules).remembers else None, seconds)
    answer = best_lines(manager, rules, position, LineLimits(budget, moves=1))
    line = answer.lines[0] if answer.lines else ()
    exact = answer.remoteness is not None or answer.value is not Value.WIN
    return Best(line[0] if line else None, answer.method, exact, answer.value, answer.remoteness)

"""Finds the best move of a position: from exact knowledge, else by an exact search, else by the game's evaluation.

An exact answer is the first move of the report on the position, as everywhere else. A guess by evaluation is
marked as such, except for wins and losses that its search has proved.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from puzzles.base import OPPOSITE, Game, Move, Position, Puzzle, Rules, Value
from puzzles.mixins import Evaluated
from solvers.budget import Deadline, within
from solvers.errors import NoAnswer
from solvers.limiter import SearchTooLong
from solvers.manager import PuzzleManager
from solvers.pathfinding.alpha_beta import AlphaBetaResult, NoEvaluation, deepening
from solvers.pathfinding.space import Budget
from solvers.reports.best_lines import LineLimits, best_lines
from solvers.reports.position import Oracle, PositionReport, position_report
from solvers.status import NotReady, State
from solvers.tables.reader import NotCovered

EXACTLY = 0.75
"""The share of the time for the values of all moves; the rest is for what is known without them."""

GLANCE = 0.02
"""Seconds for a move that may be proved best even though others are open."""


@dataclass(frozen=True)
class Best:
    """The best move of a position.

    move: None if the game is over, or the puzzle is solved or cannot be solved. how: what answered. exact: whether no
    move is better. value, remoteness: those of the position, None if unknown; a tie proved by an evaluation search has
    no remoteness. margin: that of the position, in a game won by points. searched: what the evaluation search found, or
    None if there was none.
    """

    move: Move | None
    how: str
    exact: bool
    value: Value | None
    remoteness: int | None
    margin: int | None = None
    searched: AlphaBetaResult | None = None


def best_move(manager: PuzzleManager, rules: Rules, position: Position, ahead: int, nodes: int, seconds: float) -> Best:
    """The best move of a legal position.

    ahead: the most moves that the evaluation search looks ahead. nodes, seconds: what may be spent. Raises NoEvaluation
    or NotReady if nothing answers, BadLimit, Unfinished, and SearchTooLong.
    """
    deadline = Deadline(seconds)
    if isinstance(rules, Puzzle):
        return _of_puzzle(manager, rules, position, nodes, seconds)
    assert isinstance(rules, Game)
    try:
        with within(EXACTLY * seconds):
            return _exact(manager, manager.answered_by(rules, position), rules, position)
    except (NotReady, NotCovered) as error:
        why: NoAnswer = error
    except SearchTooLong as error:
        with within(deadline.seconds_left):
            best = _proved_best(manager, rules, position)
        if best is not None:
            return best
        if not isinstance(rules, Evaluated):
            raise
        why = error
    if isinstance(why, NotReady):
        try:
            return _exact(manager.explorer, manager.explorer.name, rules, position)
        except NotCovered:
            pass
    if not isinstance(rules, Evaluated):
        if isinstance(why, NotReady) and why.status.state is State.SOLVING:
            raise why
        sentence = f"{rules.id} has no evaluation to guess with, and no exact answer was found in time. {why.sentence}"
        raise NoEvaluation(sentence, why.command, why.advice)
    with manager.limiter:
        found = deepening(rules, position, ahead, nodes, deadline.seconds_left)
    return Best(found.move, "alpha-beta", found.proved is not None, found.proved, found.remoteness, searched=found)


def _exact(oracle: Oracle, how: str, rules: Game, position: Position) -> Best:
    """The first move of the report on a position. Raises NotReady, NotCovered."""
    report: PositionReport = position_report(oracle, rules, position)
    here = report.facts
    move = report.moves[0].move if report.moves else None
    return Best(move, how, True, here.value, here.remoteness, here.margin)


def _proved_best(manager: PuzzleManager, rules: Game, position: Position) -> Best | None:
    """A move that keeps the value of a position, whose moves are not all known; None if there is no such proof."""
    try:
        with within(GLANCE):
            here = manager.result(rules, position)
    except NoAnswer:
        return None
    for move in rules.moves(position):
        child = rules.do_move(position, move)
        with suppress(NoAnswer), within(GLANCE):
            found = manager.result(rules, child)
            value = found.value if rules.turn(child) == rules.turn(position) else OPPOSITE[found.value]
            sooner = here.remoteness is None or found.remoteness == here.remoteness - 1
            if value is here.value and sooner:
                return Best(move, manager.solver_name(rules), True, here.value, here.remoteness)
    return None


def _of_puzzle(manager: PuzzleManager, rules: Puzzle, position: Position, nodes: int, seconds: float) -> Best:
    """The first move of a shortest line, or of some line if none is proved to be shortest. Raises Unfinished."""
    budget = Budget(nodes if manager.remembers(rules) else None, seconds)
    found = best_lines(manager, rules, position, LineLimits(budget, moves=1))
    way = found.ways[0] if found.ways else ()
    exact = found.remoteness is not None or found.value is not Value.WIN
    return Best(way[0] if way else None, found.how, exact, found.value, found.remoteness)

"""A match: a puzzle or game played move by move, possibly against the computer. Reads and prints nothing."""

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from perfect_play.puzzles.base import Move, Position, Puzzle, Rules, Turn, Value
from perfect_play.puzzles.view import Button
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import AlphaBetaResult
from perfect_play.solvers.pathfinding.space import Budget, SearchResult, UnfinishedSearch
from perfect_play.solvers.reports.best_lines import steps
from perfect_play.solvers.reports.best_move_report import move_by_evaluation
from perfect_play.solvers.reports.judgments import PlayedMove
from perfect_play.solvers.reports.opponent import PERFECT, SearchAllowance, Strength, best_moves, opponent_move
from perfect_play.solvers.reports.position import Facts, MoveReport, facts, known_report
from perfect_play.solvers.untabled.position_search import PositionSearch

LONGEST_LINE = 2_000  # moves in a best line
SPENDING = SearchAllowance(depth=8, nodes=20_000, seconds=5.0)
NODES_AHEAD = 10_000_000  # of a search by evaluation that is asked for
LINE_BUDGET = Budget(nodes=1_000_000, seconds=20)  # of a search for a whole line


@dataclass(frozen=True)
class Choice:
    """A move that can be made now.

    number: from 1, in the order of the rules. worth: what is known of it, or None.
    """

    number: int
    move: Move
    name: str
    button: Button
    worth: MoveReport | None


@dataclass(frozen=True)
class MatchStep:
    """A move that was made: by whom, from where, and where it led."""

    position: Position
    turn: Turn
    name: str
    child: Position


class Match:
    """A match that starts from a legal position.

    computers: the players whose moves the computer makes. strength: how well it plays. If neither values nor an
    evaluation is known, it makes a random move.
    """

    def __init__(
        self,
        manager: PuzzleManager,
        rules: Rules,
        start: Position,
        computers: frozenset[Turn] = frozenset(),
        strength: Strength = PERFECT,
        rng: random.Random | None = None,
    ) -> None:
        self.manager = manager
        self.rules = rules
        self.start = start
        self.computers = computers
        self.strength = strength
        self.steps: list[MatchStep] = []
        self._rng = rng or random.Random()
        self._undone: list[MatchStep] = []
        self._last_choices: tuple[Position, list[Choice]] | None = None

    # --- the position ---------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The current position."""
        return self.steps[-1].child if self.steps else self.start

    @property
    def turn(self) -> Turn:
        """The player to move."""
        return self.rules.turn(self.position)

    @property
    def outcome(self) -> Value | None:
        """The value of the position for the player to move if the match is over here, else None."""
        return self._outcome(self.position)

    def _outcome(self, position: Position) -> Value | None:
        value = self.rules.primitive(position)
        if value is None and isinstance(self.rules, Puzzle) and not any(True for _ in self.rules.moves(position)):
            return Value.LOSE
        return value

    @property
    def times(self) -> int:
        """How many times the position has occurred, including now."""
        return 1 + [step.position for step in self.steps].count(self.position)

    def facts(self, position: Position | None = None) -> Facts | None:
        """What is known of a position, by default the current one; None if nothing is."""
        with contextlib.suppress(NoAnswer):
            return facts(self.manager, self.rules, self.position if position is None else position)
        return None

    def choices(self) -> list[Choice]:
        """The moves that can be made, best first if that is known; empty if the match is over."""
        if self._last_choices is None or self._last_choices[0] != self.position:
            self._last_choices = (self.position, self._choices(self.position))
        return self._last_choices[1]

    def _choices(self, position: Position) -> list[Choice]:
        rules = self.rules
        if self._outcome(position) is not None:
            return []
        moves = list(rules.moves(position))
        report = known_report(self.manager, self.rules, position)
        if report is not None:
            numbers = {move: number for number, move in enumerate(moves, start=1)}
            return [
                Choice(numbers[move_report.move], move_report.move, move_report.name, move_report.button, move_report)
                for move_report in report.moves
            ]
        return [
            Choice(number, move, rules.format_move(position, move), rules.button(position, move), None)
            for number, move in enumerate(moves, start=1)
        ]

    # --- moves ----------------------------------------------------------------------------------

    def make(self, choice: Choice) -> None:
        """Make one of the `choices`."""
        self._undone.clear()
        child = self.rules.do_move(self.position, choice.move)
        self.steps.append(MatchStep(self.position, self.turn, choice.name, child))

    def make_all(self, plays: Sequence[PlayedMove]) -> None:
        """Make moves one after another, the first of them here."""
        for play in plays:
            name = self.rules.format_move(play.before, play.move)
            self.make(Choice(0, play.move, name, self.rules.button(play.before, play.move), None))

    def undo(self) -> int:
        """Take back the last move of a human player and all after it; return how many."""
        own_moves = [index for index, step in enumerate(self.steps) if step.turn not in self.computers]
        return self._take_back(own_moves[-1]) if own_moves else 0

    def restart(self) -> int:
        """Take back all moves, which `redo` can make again; return how many."""
        return self._take_back(0)

    def _take_back(self, first: int) -> int:
        undone = self.steps[first:]
        self._undone += undone[::-1]
        del self.steps[first:]
        return len(undone)

    def redo(self) -> int:
        """Make again the move last taken back, and the computer's reply; return how many."""
        count = 0
        while self._undone and (count == 0 or self._undone[-1].turn in self.computers):
            self.steps.append(self._undone.pop())
            count += 1
        return count

    # --- best play ------------------------------------------------------------------------------

    def best(self, choices: Sequence[Choice]) -> list[Choice]:
        """The best of the `choices`: by their values, or by a search, or all of them if neither can tell."""
        if not choices:
            return []
        try:
            best = best_moves(
                self.manager, self.rules, self.position, known_report(self.manager, self.rules, self.position), SPENDING
            )
        except NoAnswer:
            return list(choices)
        return [choice for choice in choices if choice.move in best]

    def computer_choice(self) -> Choice:
        """The move that the computer makes. Only while the match is not over."""
        choices = self.choices()
        try:
            answer = opponent_move(self.manager, self.rules, self.position, self.strength, self._rng, SPENDING)
        except NoAnswer:
            return self._rng.choice(choices)
        return next(choice for choice in choices if choice.move == answer.move)

    def choice_by_evaluation(self, depth: int) -> tuple[Choice, AlphaBetaResult]:
        """The move that a search by evaluation finds so many moves ahead, and that search. Raises NoEvaluation."""
        best = move_by_evaluation(self.manager, self.rules, self.position, depth, NODES_AHEAD, SPENDING.seconds)
        assert best.search_result is not None
        return next(choice for choice in self.choices() if choice.move == best.move), best.search_result

    def best_line(self) -> list[MatchStep]:
        """The moves to the end if every player always makes a best move.

        It ends early if nothing is known, a game is drawn, or a puzzle cannot be solved.
        """
        if self.manager.solver_name(self.rules) == PositionSearch.name:
            with contextlib.suppress(UnfinishedSearch):  # one search is enough, instead of one per move
                return self.searched_line()[0]
            return []
        line: list[MatchStep] = []
        position = self.position
        endless = {Value.DRAW, Value.LOSE} if isinstance(self.rules, Puzzle) else {Value.DRAW}
        while self._outcome(position) is None and len(line) < LONGEST_LINE:
            report = known_report(self.manager, self.rules, position)
            if report is None or report.facts.value in endless:
                break
            best = report.moves[0]
            line.append(MatchStep(position, self.rules.turn(position), best.name, best.child.position))
            position = best.child.position
        return line

    def searched_line(self) -> tuple[list[MatchStep], SearchResult]:
        """A shortest solution of a puzzle, found by search without values; empty if it cannot be solved.

        Also returns the search's result. Raises UnfinishedSearch. Only for puzzles.
        """
        assert isinstance(self.rules, Puzzle)
        search = self.manager.lines(self.rules).shortest(self.rules, self.position, LINE_BUDGET)
        line = [
            MatchStep(before, 1, self.rules.format_move(before, move), child)
            for before, move, child in steps(self.rules, self.position, search.line or ())
        ]
        return line, search

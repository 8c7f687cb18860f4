"""Exercises: positions in which exactly one move is right, drawn at random among all solved ones, and graded."""

from __future__ import annotations

import random
from math import ceil, log2
from typing import NamedTuple

from perfect_play.puzzles.base import Puzzle, Rules, Value
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.position import MoveReport, PositionReport, position_report
from perfect_play.solvers.tables.sampling import DIFFICULTIES, NothingToDraw

GRADES = dict(zip(DIFFICULTIES, (6.0, 12.0, float("inf")), strict=True))
"""The bits of effort below which an exercise has each difficulty."""

SECONDS = 1.5  # for finding one
LEAST_TRIES = 40


class Exercise(NamedTuple):
    """The report on a position whose first move is the only one that is right, and its difficulty."""

    report: PositionReport
    difficulty: str


def is_right(report: PositionReport, move: MoveReport) -> bool:
    """Whether a move keeps the value of its position; in a puzzle, whether it begins a shortest solution."""
    if isinstance(report.rules, Puzzle):
        return move.value is Value.WIN and move.delta == report.moves[0].delta
    return move.value is report.facts.value


def effort(rules: Rules, remoteness: int, choices: int) -> float:
    """The bits of a sequence of one's own moves to the end, as if there were so many choices every time."""
    own_moves = remoteness if isinstance(rules, Puzzle) else ceil(remoteness / 2)
    return own_moves * log2(choices)


def difficulty_of(report: PositionReport) -> str | None:
    """The difficulty of a position as an exercise; None if it is none: all is lost, or not just one move is right."""
    right = [move for move in report.moves if is_right(report, move)]
    remoteness = report.facts.remoteness
    if report.facts.value is Value.LOSE or remoteness is None or len(right) != 1 or len(report.moves) == 1:
        return None
    bits = effort(report.rules, remoteness, len(report.moves))
    return next(difficulty for difficulty, limit in GRADES.items() if bits < limit)


def draw_exercise(manager: PuzzleManager, rules: Rules, rng: random.Random, difficulty: str | None = None) -> Exercise:
    """A random exercise, of this one of DIFFICULTIES if given; the same for the same state of `rng`.

    Raises NothingToDraw, also if none is found in time, NotReady and NotCovered.
    """
    limit = GRADES[difficulty or DIFFICULTIES[-1]]
    longest = manager.greatest_remoteness(rules)
    while longest > 1 and effort(rules, longest, 2) >= limit:
        longest -= 1
    deadline, tries = Deadline(SECONDS), 0
    while tries < LEAST_TRIES or not deadline.passed:
        tries += 1
        report = position_report(manager, rules, manager.random_position(rules, rng, range(1, longest + 1)))
        grade = difficulty_of(report)
        if grade is not None and difficulty in (None, grade):
            return Exercise(report, grade)
    kind = f"{difficulty} position" if difficulty else "position"
    raise NothingToDraw(f"None of {tries} random positions of {rules.full_id} was a {kind} with one right move.")

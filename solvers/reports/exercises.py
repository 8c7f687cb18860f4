"""Exercises: positions in which exactly one move is right, drawn at random among all solved ones, and graded."""

import random
from math import ceil, log2
from typing import NamedTuple

from perfect_play.puzzles.base import Position, Puzzle, Rules, Value
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.mining import Miner
from perfect_play.solvers.reports.position import PositionReport, position_report
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.sampling import DIFFICULTIES, NothingToDraw

GRADES = dict(zip(DIFFICULTIES, (6.0, 12.0, float("inf")), strict=True))
"""The bits of effort below which an exercise has each difficulty."""

SECONDS = 1.5  # for finding one
LEAST_TRIES = 10  # however long they take
DRAWS = 20  # until a new position is met


class Exercise(NamedTuple):
    """The report on a position whose first move is the only one that is right, and its difficulty."""

    report: PositionReport
    difficulty: str


def effort(rules: Rules, remoteness: int, choices: int) -> float:
    """The bits of a sequence of one's own moves to the end, as if there were so many choices every time."""
    own_moves = remoteness if isinstance(rules, Puzzle) else ceil(remoteness / 2)
    return own_moves * log2(choices)


def difficulty_of(rules: Rules, result: Result, choices: int) -> str | None:
    """The difficulty of a position with so many moves as an exercise; None if it is none: all is lost, or decided."""
    if result.value is Value.LOSE or result.remoteness is None or choices < 2:
        return None
    bits = effort(rules, result.remoteness, choices)
    return next(difficulty for difficulty, limit in GRADES.items() if bits < limit)


def draw_exercise(manager: PuzzleManager, rules: Rules, rng: random.Random, difficulty: str | None = None) -> Exercise:
    """A random exercise, of this one of DIFFICULTIES if given; the same for the same state of `rng`.

    Raises NothingToDraw, also if none is found in time, NotReady and NotCovered.
    """
    limit = GRADES[difficulty or DIFFICULTIES[-1]]
    longest = manager.greatest_remoteness(rules)
    while longest > 1 and effort(rules, longest, 2) >= limit:
        longest -= 1
    deadline, miner = Deadline(SECONDS), Miner(manager, rules, 1)
    earlier_positions: set[Position] = set()
    while len(earlier_positions) < LEAST_TRIES or not deadline.passed:
        position = _new_position(manager, rules, rng, range(1, longest + 1), earlier_positions)
        if position is None:
            break
        earlier_positions.add(position)
        result = manager.result(rules, position)
        grade = difficulty_of(rules, result, len(list(rules.moves(position))))
        if grade is None or difficulty not in (None, grade):
            continue
        if len(miner.right(result, miner.options(position))) == 1:
            return Exercise(position_report(manager, rules, position), grade)
    kind = f"was {difficulty} and had" if difficulty else "had"
    raise NothingToDraw(
        f"{len(earlier_positions)} random positions of {rules.full_id} were tried, and none {kind} one right move."
    )


def _new_position(
    manager: PuzzleManager, rules: Rules, rng: random.Random, remotenesses: range, earlier_positions: set[Position]
) -> Position | None:
    """A random position that was not met: a drawn one, or where random moves from one that was met lead; else None."""
    for _ in range(DRAWS):
        position = manager.random_position(rules, rng, remotenesses)
        for _ in range(remotenesses.stop):
            if position not in earlier_positions:
                return position
            going_on = [child for child in rules.children(position) if rules.primitive(child) is None]
            if not going_on:
                break
            position = rng.choice(going_on)
    return None

"""New levels: boards with pieces scattered at random, each taken back to the hardest position connected with it.

A level is minimal: without any piece that can be spared, its solution takes another number of moves. So whatever makes
no difference is taken off, and the rest made as hard as it can be again (M. Fogleman, "Solving Rush Hour, the Puzzle",
2018).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.on_demand import OnDemandPuzzle
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.untabled.components import TooManyConnected, search

LARGEST = 6_000  # positions connected with one board that is looked at


class Level(NamedTuple):
    """A level: its start, the moves of its shortest solutions and how many there are, and what is connected with it.

    branching: the mean number of moves along the shortest solutions.
    """

    start: Position
    moves: int
    solutions: int
    positions: int
    branching: float


class Surroundings:
    """What is connected with a position: by number, the distance of each from a solution; none if they are too many."""

    def __init__(self, rules: OnDemandPuzzle, position: Position) -> None:
        self.rules, self.position = rules, position
        motion = rules.motion(position)
        self.neighbors, self.first = motion.neighbors, rules.number(position)
        self.distances: dict[int, int] = {}
        with suppress(TooManyConnected):
            for number, result in search(motion, self.first, LARGEST).items():
                if result.remoteness is not None:
                    self.distances[number] = result.remoteness

    def hardest(self) -> Position | None:
        """The position farthest from a solution, that of the least number if there are several; None: no solution."""
        if not self.distances:
            return None
        number = min(self.distances, key=lambda number: (-self.distances[number], number))
        return self.rules.numbered(self.position, number)

    @property
    def moves(self) -> int | None:
        """The moves that solve the position that it was made from; None if it cannot be solved."""
        return self.distances.get(self.first)

    def level(self) -> Level:
        """The position that it was made from, as a level."""
        counts, branches = {self.first: 1}, list[int]()
        for distance in range(self.distances[self.first], 0, -1):
            nearer: dict[int, int] = {}
            for number, lines in counts.items():
                children = list(self.neighbors(number))
                branches.append(len(children))
                for child in children:
                    if self.distances[child] == distance - 1:
                        nearer[child] = nearer.get(child, 0) + lines
            counts = nearer
        solutions, moves = sum(counts.values()), self.distances[self.first]
        return Level(self.position, moves, solutions, len(self.distances), sum(branches) / max(1, len(branches)))


def takes(rules: OnDemandPuzzle, position: Position, moves: int) -> bool:
    """Whether the shortest solution of a position takes exactly so many moves."""
    neighbors, solved = rules.motion(position)
    frontier = visited = {rules.number(position)}
    for _ in range(moves):
        if any(map(solved, frontier)):
            return False
        frontier = {child for number in frontier for child in neighbors(number)} - visited
        visited = visited | frontier
    return any(map(solved, frontier))


def made_minimal(rules: OnDemandPuzzle, position: Position) -> Surroundings | None:
    """The hardest position connected with a board, without superfluous pieces; None if it has no solution."""
    while True:
        hardest = Surroundings(rules, position).hardest()
        if hardest is None:
            return None
        component = Surroundings(rules, hardest)
        for simpler in rules.with_one_less(hardest):
            if takes(rules, simpler, component.moves or 0):
                position = simpler
                break
        else:
            return component


def new_levels(
    rules: OnDemandPuzzle, pieces: int, moves: range, unique: bool, rng: Random, seconds: float
) -> Iterator[Level]:
    """Minimal levels that take so many moves, none twice, until time is up; the same for the same state of `rng`.

    pieces: at first on the board, of which those that make no difference are taken off. unique: only levels with one
    shortest solution. Raises NoNewLevels.
    """
    deadline, starts = Deadline(seconds), set[Position]()
    while not deadline.passed:
        board = rules.scattered(rng, pieces)
        component = None if board is None else made_minimal(rules, board)
        if component is None or component.position in starts or component.moves not in moves:
            continue
        starts.add(component.position)
        level = component.level()
        if level.solutions == 1 or not unique:
            yield level

"""New levels: pieces scattered at random, made as hard as they can be, without what makes no difference, and graded.

A level is minimal: without anything that can be spared, its solution takes another number of moves. So whatever makes
no difference is taken off, and the rest made as hard as it can be again (M. Fogleman, "Solving Rush Hour, the Puzzle",
2018). All that the start leads to is solved, which says how many shortest solutions and dead ends there are; puzzles of
switches are solved by algebra.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.levels import LevelMaker
from perfect_play.puzzles.linear import LinearPuzzle
from perfect_play.puzzles.on_demand import Motion, OnDemandPuzzle
from perfect_play.puzzles.puzzlescript.script_text import ScriptError
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.untabled.linear_algebra import System

Number = Any
"""What stands for a class of positions: its number if the puzzle has such, or one of its positions."""
Graph = Mapping[Number, list[Number]]


class GradedLevel(NamedTuple):
    """A level and its grades.

    text: the id of the custom variant. moves: of its shortest solutions. solutions: how many of these there are; in a
    puzzle of switches, in whatever order. positions: to how many classes the start leads. dead_ends: how many of these
    cannot be solved. choices: the mean number of moves along the shortest solutions. detours: after how many moves it
    looks farther from solved than before, if of the best moves the one is made after which it looks nearest.
    """

    text: str
    moves: int
    solutions: int
    positions: int
    dead_ends: int
    choices: float
    detours: int


class TooManyPositions(Exception):
    """A level has more than `most_positions`."""


def new_levels(
    cls: type[LevelMaker], size: tuple[int, int], pieces: int, moves: range, unique: bool, rng: Random, seconds: float
) -> Iterator[GradedLevel]:
    """Minimal levels that take so many moves, none twice, until time is up; the same for the same state of `rng`.

    size: rows and columns, as far as the puzzle lets them be chosen. pieces: at first on the board, of which those that
    make no difference are taken off. unique: only levels with one shortest solution.
    """
    deadline, texts = Deadline(seconds), set[str]()
    while not deadline.passed:
        text, level = cls.random_level(rng, size, pieces), None
        with suppress(TooManyPositions, ScriptError):
            level = None if text is None else made_minimal(cls, text, moves, texts)
        if level is not None and level.moves in moves and (level.solutions == 1 or not unique):
            yield level


def made_minimal(cls: type[LevelMaker], text: str, moves: range, met: set[str]) -> GradedLevel | None:
    """The hardest level on a board, without what can be spared; None if it has no solution, or takes too many moves.

    met: hardest levels that were looked at before, for which it is None, too. Raises TooManyPositions.
    """
    while True:
        board = hardest(_rules(cls, text))
        if board is None or board in met:
            return None
        met.add(board)
        rules = _rules(cls, board)
        level = graded(rules)
        if level is None or level.moves >= moves.stop:  # with fewer pieces, the hardest takes no fewer moves
            return None
        for simpler in rules.with_one_less(rules.start()):
            if takes(_rules(cls, simpler), level.moves):
                text = simpler
                break
        else:
            return level


def _rules(cls: type[LevelMaker], text: str) -> LevelMaker:
    return cls(cls.find_variant(text))


def _motion(rules: LevelMaker) -> tuple[Number, Motion]:
    """The start, and the moves, of classes of positions."""
    start, class_of, children = rules.start(), rules.level_class, rules.children
    if isinstance(rules, OnDemandPuzzle):
        return rules.number(start), rules.motion(start)
    return class_of(start), Motion(
        lambda position: map(class_of, children(position)), lambda position: rules.primitive(position) is Value.WIN
    )


def explored(first: Iterable[Number], neighbors: Callable[[Number], Iterable[Number]], most: int) -> Graph:
    """All that these lead to, breadth first, and the neighbors of each. Raises TooManyPositions if more than `most`."""
    graph: dict[Number, list[Number]] = {}
    waiting = dict.fromkeys(first)
    while waiting:
        graph.update((number, list(neighbors(number))) for number in waiting)
        waiting = dict.fromkeys(child for number in waiting for child in graph[number] if child not in graph)
        if len(graph) + len(waiting) > most:
            raise TooManyPositions
    return graph


def distances_from(solved: Iterable[Number], parents: Graph) -> dict[Number, int]:
    """The fewest moves to a solution from everything that has one."""
    distances = dict.fromkeys(solved, 0)
    waiting = list(distances)
    for number in waiting:  # grows during the loop
        for parent in parents[number]:
            if parent not in distances:
                distances[parent] = distances[number] + 1
                waiting.append(parent)
    return distances


def hardest(rules: LevelMaker) -> str | None:
    """The level that begins farthest from a solution, of the least number if there are several; None: no solution.

    Raises TooManyPositions.
    """
    start = rules.start()
    if not rules.hardened:
        return rules.level_text(start)
    first, (neighbors, is_solved) = _motion(rules)
    if rules.reversible:
        graph = explored([first], neighbors, rules.most_positions)
        solved = [*filter(is_solved, graph)]
    else:
        solved = [*dict.fromkeys(map(rules.level_class, rules.solutions() or ()))]
        parents = rules.parents_of_class
        graph = explored(solved, lambda number: map(rules.level_class, parents(number)), rules.most_positions)
    distances = distances_from(solved, graph)
    if not distances:
        return None
    number = min(distances, key=lambda number: (-distances[number], number))
    return rules.level_text(rules.numbered(start, number) if isinstance(rules, OnDemandPuzzle) else number)


def takes(rules: LevelMaker, moves: int) -> bool:
    """Whether the shortest solution of a level takes exactly so many moves. Raises TooManyPositions."""
    first, (neighbors, is_solved) = _motion(rules)
    frontier = visited = {first}
    for _ in range(moves):
        if any(map(is_solved, frontier)):
            return False
        frontier = {child for number in frontier for child in neighbors(number)} - visited
        visited = visited | frontier
        if len(visited) > rules.most_positions:
            raise TooManyPositions
    return any(map(is_solved, frontier))


def graded(rules: LevelMaker) -> GradedLevel | None:
    """A level with its grades; None if it has no solution. Raises TooManyPositions."""
    if isinstance(rules, LinearPuzzle):
        return _graded_by_algebra(rules)
    first, (neighbors, is_solved) = _motion(rules)
    children = explored([first], neighbors, rules.most_positions)
    parents: dict[Number, list[Number]] = {number: [] for number in children}
    for number, after in children.items():
        for child in after:
            parents[child].append(number)
    distances = distances_from(filter(is_solved, children), parents)
    if first not in distances:
        return None
    counts, branches, path = {first: 1}, list[int](), [first]
    for distance in range(distances[first], 0, -1):
        nearer: dict[Number, int] = {}
        for number, lines in counts.items():
            branches.append(len(children[number]))
            for child in children[number]:
                if distances.get(child) == distance - 1:
                    nearer[child] = nearer.get(child, 0) + lines
        best = [child for child in children[path[-1]] if child in nearer]
        path.append(min(best, key=lambda child: _looks(rules, child)))
        counts = nearer
    return GradedLevel(
        rules.variant.id,
        distances[first],
        sum(counts.values()),
        len(children),
        len(children) - len(distances),
        sum(branches) / max(1, len(branches)),
        _detours(rules, path),
    )


def _looks(rules: LevelMaker, number: Number) -> int:
    if isinstance(rules, OnDemandPuzzle):
        return rules.apparent_distance(rules.numbered(rules.start(), number))
    return rules.apparent_distance(number)


def _detours(rules: LevelMaker, path: list[Number]) -> int:
    looks = [_looks(rules, number) for number in path]
    return sum(after > before for before, after in pairwise(looks))


def _graded_by_algebra(rules: LevelMaker) -> GradedLevel | None:
    assert isinstance(rules, LinearPuzzle)
    system, path, solution = System(rules.toggles), [rules.start()], 0
    nearest = system.nearest(path[0])
    if nearest is None:
        return None
    while path[-1]:
        toward = system.nearest(path[-1])
        assert toward is not None
        moves = [move for move in range(len(rules.toggles)) if toward.shortest >> move & 1]
        best = min(moves, key=lambda move: _looks(rules, path[-1] ^ rules.toggles[move]))
        solution |= 1 << best
        path.append(path[-1] ^ rules.toggles[best])
    lamps = len(rules.toggles)
    positions = 1 << lamps - len(system.null_space)
    shortest = system.as_short(solution)
    return GradedLevel(rules.variant.id, nearest.remoteness, shortest, positions, 0, lamps, _detours(rules, path))

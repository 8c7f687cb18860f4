"""The census of a variant solved by an engine that works on ranks: see `solvers/tables/census.py`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.mixins import ranks_of
from perfect_play.solvers.arrays import Ints, Uint64s
from perfect_play.solvers.native.engine import KernelTask, SolvedVariant
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables import census

SAMPLED = 200  # entries examined to see whether symmetric positions share one
CHUNK = 1 << 14  # positions a thread takes at a time
MOST_COUNTED = 1 << 24  # positions of a board game, symmetric ones counted separately


def census_of(rules: Rules, solved: SolvedVariant) -> census.Census:
    """The census of a solved variant."""
    entries = solved.histogram
    meaning, whole = census.meaning_of(rules, solved.domain)
    if (rules.symmetric or meaning == "legal") and (reachable := solved.reachable_census()) is not None:
        return reachable
    if not whole and solved.results is not None and 2 * entries.total() <= census.MOST_WALKED:  # often two share a rank
        groups = census.groups_from_start(rules, census.MOST_WALKED)
        if groups is not None:
            ranks = [number for group in groups for number in ranks_of(rules, group) if number is not None]
            counts = solved.results(np.array(ranks, np.uint64), np.ones(len(ranks), np.int64))
            return census.from_histogram("reachable", counts, len(set(ranks)))
    if not _shared(rules, solved.sample(np.random.default_rng(2), SAMPLED)):
        return census.from_histogram(meaning, entries, None if rules.symmetric else entries.total())
    exact = solved.weighted() if meaning != "classes" else None
    classes = entries.total() if solved.one_rank_each else None
    return census.from_histogram("classes" if exact is None else meaning, exact or entries, classes)


def _shared(rules: Rules, ranks: Iterable[int]) -> bool:
    """Whether different positions share a rank, judged by some of the ranks."""
    if not rules.symmetric:
        return False
    for number in ranks:
        images = set(rules.images(rules.unrank(number)))
        if len(set(map(rules.rank, images))) < len(images):
            return True
    return False


def count_reached(
    task: KernelTask, entries: int, results: Callable[[Ints, Ints], Counter[Result]]
) -> census.Census | None:
    """The census of all positions that play from the start leads to, symmetric ones counted separately.

    entries: how many ranks they have. results: the histogram of an array of ranks, each weighted by another array. None
    if there are too many, or if ranks do not suffice.
    """
    if isinstance(task.rules, BoardGame):
        if entries * len(task.rules.packing.shifts) > MOST_COUNTED:
            return None
        counts: Counter[Result] | None = _count_raw(task, task.rules, results)
    else:
        counts = _count_sides(task, results) if entries <= census.MOST_WALKED and _sides_differ(task.rules) else None
    return None if counts is None else census.from_histogram("reachable", counts, entries)


def _count_raw(task: KernelTask, rules: BoardGame, results: Callable[[Ints, Ints], Counter[Result]]) -> Counter[Result]:
    turn, cells = rules.start()
    counts = Counter[Result]()

    def expand(thread: int, frontier: Ints, children: Uint64s) -> int:
        return int(task.loops.reach_raw(frontier, task.scratch[thread], children))

    for numbers in _levels(task, rules.packing.raw(rules.numbers(cells), turn), expand):
        ranks = np.empty(len(numbers), np.uint64)
        task.loops.rank_raw(numbers, ranks, task.scratch[0])
        counts += results(ranks, np.ones(len(ranks), np.int64))
    return counts


def _sides_differ(rules: Rules) -> bool:
    """Whether the start has other images, but none with the same player to move.

    Then of a position's images, play leads to exactly those that have one player to move, or the other, or to all.
    """
    start = rules.start()
    images = set(rules.images(start))
    return len(images) > 1 and all(image == start or rules.turn(image) != rules.turn(start) for image in images)


def _count_sides(task: KernelTask, results: Callable[[Ints, Ints], Counter[Result]]) -> Counter[Result] | None:
    """The same if half of a position's images have each player to move: visits every rank with each player to move."""
    rules = task.rules
    first = rules.rank(rules.start())
    assert first is not None
    counts = Counter[Result]()

    def expand(thread: int, frontier: Ints, children: Uint64s) -> int:
        return int(task.loops.reach(frontier, task.size, task.outs[thread], task.scratch[thread], children))

    for numbers in _levels(task, 2 * first, expand):
        ranks = numbers >> np.uint64(1)
        alike = task.weights(ranks)
        if alike is None or (alike > 2).any():  # play may lead to one of two images with the same player to move
            return None
        counts += results(ranks, alike // 2)
    return counts


def _levels(task: KernelTask, start: int, expand: Callable[[int, Ints, Uint64s], int]) -> Iterator[Ints]:
    """The numbers that `start` leads to, level by level. expand: writes the children of numbers; returns how many."""
    max_moves = task.kernel.most
    visited = frontier = np.array([start], np.uint64)

    def part(thread: int, first: int, last: int) -> Any:
        children = np.empty((last - first) * max_moves, np.uint64)
        return task.distinct(children[: expand(thread, frontier[first:last], children)])

    while len(frontier):
        yield frontier
        children = task.distinct(np.concatenate(task.in_chunks(part, len(frontier), CHUNK)))
        frontier = children[: task.loops.exclude(children, visited)]
        visited = task.merged(visited, frontier)
